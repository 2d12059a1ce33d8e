/**
 * Every text by its id, from the catalogues in src/nokosu/locale (tools/web_texts.py makes JSON of them).
 * Ids are always written out, so that tests/locale finds them, and never put together;
 * a table of ids says mark("…").
 */
import { settings } from "../app/settings.svelte";

export type TextGroup = "main" | "rules" | "table" | "tutorial" | "pad" | "replay" | "review" | "fair" | "puzzles" | "daily" | "ratings" | "analysis" | "house" | "contests" | "own";
export type TextParams = Record<string, string | number>;
type Catalogue = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;

const FILES = import.meta.glob<Catalogue>("../generated/texts/*/*.json", { import: "default" });

/** Every language that has a catalogue, by its own name. */
export const LANGUAGES: Record<string, string> = Object.fromEntries(
  Object.keys(FILES).filter((file) => file.endsWith("/main.json")).map((file) => {
    const tag = file.split("/").at(-2) ?? "";
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return [tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)];
  }),
);

let code = $state("en");
let catalogue = $state.raw<Catalogue>({});
/** The groups that are there or on their way. */
const groups = new Map<TextGroup, Promise<void>>([["main", Promise.resolve()]]);

export const language = {
  get code(): string {
    return code;
  },
};

async function read(wanted: string, group: TextGroup): Promise<Catalogue> {
  const file = FILES[`../generated/texts/${wanted}/${group}.json`] ?? FILES[`../generated/texts/en/${group}.json`];
  return file ? await file() : {};
}

/** The browser's first language that we speak, unless somebody chose one here. */
function chosen(): string {
  const wanted = [settings.language, ...navigator.languages].map((each) => each?.split("-")[0]?.toLowerCase());
  return wanted.find((each) => each !== undefined && each in LANGUAGES) ?? "en";
}

async function load(wanted: string): Promise<void> {
  let parts: Catalogue[] = [];
  // A page that opens meanwhile adds its own group, which must not get lost.
  while (parts.length < groups.size) parts = await Promise.all([...groups.keys()].map((group) => read(wanted, group)));
  catalogue = Object.assign({}, ...parts) as Catalogue;
  code = wanted;
  document.documentElement.lang = wanted;
}

export async function startLanguage(): Promise<void> {
  await load(chosen());
}

/** Speak another language from here on, and remember it. */
export async function speak(wanted: string): Promise<void> {
  settings.language = wanted;
  await load(wanted);
}

async function add(group: TextGroup): Promise<void> {
  const wanted = chosen();
  const more = await read(wanted, group);
  // If another language was chosen meanwhile, its texts come with this group in them.
  if (wanted === chosen()) catalogue = { ...catalogue, ...more };
}

/** The texts that one page alone needs. They are there when this comes back, also where another part of the page asked first. */
export function loadGroup(group: TextGroup): Promise<void> {
  const known = groups.get(group);
  if (known) return known;
  const adding = add(group).catch((error: unknown) => {
    groups.delete(group);
    throw error;
  });
  groups.set(group, adding);
  return adding;
}

function fill(text: string, params: TextParams): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** A text in the reader's language. */
export function t(id: string, params: TextParams = {}): string {
  const text = catalogue[id];
  return typeof text === "string" ? fill(text, params) : id;
}

/** A text that depends on a number, which it knows as {n}. */
export function plural(id: string, n: number, params: TextParams = {}): string {
  const forms = catalogue[id];
  if (forms === undefined || typeof forms === "string") return id;
  return fill(forms[new Intl.PluralRules(code).select(n)] ?? forms.other ?? id, { n, ...params });
}

/** Names an id that is worded elsewhere. */
export function mark(id: string): string {
  return id;
}

/** Whether there is a text with this id: for ids that a server sends. */
export function known(id: string): boolean {
  return id in catalogue;
}
