/** What this browser was promised, noted before it gave its own number: a server cannot change it afterwards. */
import type { Reservation } from "../types";
import { nonce, post } from "../wire/api";

export interface Noted {
  commitment: string;
  /** All that were given: an answer may have been lost, and the seat asked for again. */
  nonces: string[];
}

const KEY = "nokosu.promises";
const MOST = 200;

function all(): [string, Noted][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, Noted][];
  } catch {
    return [];
  }
}

export function noted(table: string): Noted | null {
  return all().find(([name]) => name === table)?.[1] ?? null;
}

/** Our own number for a table whose promise is known. */
export function giveNonce(table: string, commitment: string): string {
  const given = nonce();
  const before = noted(table);
  const nonces = before?.commitment === commitment ? [...before.nonces, given] : [given];
  const others = all().filter(([name]) => name !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [table, { commitment, nonces }]].slice(-MOST)));
  } catch {
    // A private window may refuse; then nobody can compare later.
  }
  return given;
}

/** A table that is about to be made: the promise comes first, then the number. */
export async function reserve(): Promise<{ table: string; nonce: string }> {
  const { table, commitment } = await post<Reservation>("/api/reserve");
  return { table, nonce: giveNonce(table, commitment) };
}
