/** The rule book's blocks, as tools/rulebook writes them: the same for docs/rules.md and for the rules page. */
import data from "../generated/data/rules.json";
import { t } from "../i18n/texts.svelte";

export interface Text {
  id: string;
  params: Record<string, string | number | { link: string }>;
  strong: boolean;
}
export type Part = Text | { pieces: readonly string[] } | { raw: string };
export type Cell = readonly Part[];
export type Block =
  | { kind: "heading"; level: number; text: Text; key: string; letter: string }
  | { kind: "paragraph"; text: Text; clause: string; example: boolean }
  | { kind: "steps"; items: readonly Text[] }
  | { kind: "picture"; pieces: readonly string[]; marked: readonly number[]; note: Text | null }
  | { kind: "table"; head: readonly Cell[]; rows: readonly (readonly Cell[])[] };

export const BOOK = data.blocks as unknown as readonly Block[];

/** The sections that have a key, so that one can go there. */
export const SECTIONS = BOOK.filter((block) => block.kind === "heading").filter((block) => block.key !== "");

const TITLES = new Map(SECTIONS.map((section) => [section.key, section.text.id]));

/** A text in the reader's language; a reference to a section reads like its heading. */
export function worded(text: Text): string {
  const params = Object.entries(text.params).map(([name, value]) => [
    name,
    typeof value === "object" ? `[${t(TITLES.get(value.link) ?? "")}](#${value.link})` : value,
  ]);
  return t(text.id, Object.fromEntries(params) as Record<string, string | number>);
}

export interface Run {
  kind: "text" | "em" | "code" | "piece" | "link";
  text: string;
  to?: string;
}

const MARKUP = /`([^`]+)`|\*([^*]+)\*|\[([^\]]+)\]\((#[^)]+)\)/g;
const PIECE = /^d?[RBGYP][0-7]$/;

/** A text cut at its markup: `R5` is drawn, `second` is a name, *this* is stressed, [that](#there) is a link. */
export function runs(text: string): Run[] {
  const found: Run[] = [];
  let last = 0;
  for (const match of text.matchAll(MARKUP)) {
    if (match.index > last) found.push({ kind: "text", text: text.slice(last, match.index) });
    const [whole, code, stressed, label, to] = match;
    if (code !== undefined) found.push({ kind: PIECE.test(code) ? "piece" : "code", text: code });
    else if (stressed !== undefined) found.push({ kind: "em", text: stressed });
    else found.push({ kind: "link", text: label ?? "", to: to ?? "" });
    last = match.index + whole.length;
  }
  if (last < text.length) found.push({ kind: "text", text: text.slice(last) });
  return found;
}
