/** What a page and its worker say to each other; the tables themselves speak the wire protocol. */
import type { AnyCommand, AnyFromTable, Hint, PlayNow, Reason, TableRef } from "../generated/wire";

/** What a page asks of its worker, and what the answer is. */
export interface Asked {
  play: { wish: PlayNow; table: string; name: string; answer: TableRef };
  enter: { table: string; after: number; name: string; answer: null };
  leave: { table: string; answer: null };
  command: { table: string; command: AnyCommand; answer: null };
  hint: { table: string; answer: Hint };
  record: { table: string; name: string; answer: string };
}
export type Verb = keyof Asked;

export interface ToWorker<V extends Verb = Verb> {
  id: number;
  verb: V;
  about: Omit<Asked[V], "answer">;
}

export type FromWorker =
  | { type: "progress"; done: number }
  | { type: "ready" }
  | { type: "failed"; error: string }
  | { type: "answer"; id: number; answer: unknown }
  | { type: "refused"; id: number; reason: Reason }
  /** What an open table says. */
  | { type: "said"; table: string; messages: AnyFromTable[] }
  /** What this table did last could not be stored: it has to be opened again. */
  | { type: "lost"; table: string };

/** Tables of a device have names that no server gives: its letters have neither l nor o (server/ids.py). */
const PREFIX = "local";
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

export const isLocal = (table: string): boolean => table.startsWith(PREFIX);

export function newTable(): string {
  const chance = crypto.getRandomValues(new Uint8Array(16 - PREFIX.length));
  return PREFIX + [...chance].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}
