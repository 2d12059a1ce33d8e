/** What a page and its worker say to each other; the tables themselves speak the wire protocol. */
import type {
  AnyCommand,
  AnyFromTable,
  Hint,
  PlayNow,
  Reason,
  RecordAdvice,
  RecordSummary,
  ReplayRound,
  SharedPosition,
  TableRef,
} from "../generated/wire";

/** The name of a text; the page words it. */
const mark = (id: string): string => id;

/** One of the people around a device (nokosu.local.people). */
export interface Guest {
  name: string;
  face: string | null;
}

/** What a page asks of its worker, and what the answer is. */
export interface Asked {
  play: { wish: PlayNow; table: string; name: string; answer: TableRef };
  /** A table for people who pass the device around. */
  together: { wish: PlayNow; guests: Guest[]; table: string; answer: TableRef };
  enter: {
    table: string;
    after: number;
    name: string;
    /** Also where another tab has it open, which then loses it. */
    insist: boolean;
    visit: number;
    /** Its person holds the device, where people pass it around. */
    seat: number | null;
    answer: null;
  };
  leave: { table: string; answer: null };
  command: { table: string; command: AnyCommand; answer: null };
  hint: { table: string; answer: Hint };
  /** The record of a match that is over, or that came as a file. */
  record: { table: string; name: string; answer: string };
  /** Check a record file and keep it here; its name. */
  bring: { text: string; answer: string };
  summary: { table: string; name: string; answer: RecordSummary };
  round: { table: string; name: string; round: number; answer: ReplayRound };
  /** `text`: the record, where it is a server's. */
  advice: { table: string; name: string; text?: string; round: number; decision: number; answer: RecordAdvice };
  position: { text: string; answer: SharedPosition };
  positionAdvice: { text: string; answer: RecordAdvice };
}
export type Verb = keyof Asked;

export interface ToWorker<V extends Verb = Verb> {
  id: number;
  verb: V;
  about: Omit<Asked[V], "answer">;
}

export type FromWorker =
  | { type: "progress"; done: number }
  /** How much of the network's weights is here, while a table waits for them. */
  | { type: "network"; done: number }
  | { type: "ready" }
  | { type: "failed"; error: string }
  | { type: "answer"; id: number; answer: unknown }
  | { type: "refused"; id: number; reason: Reason }
  /** What a table says to the visit that has opened it, and to none before. */
  | { type: "said"; visit: number; messages: AnyFromTable[] }
  /** What this table did last was not stored, or another tab has it: it has to be opened again; where there is a
   * reason, by the player. */
  | { type: "lost"; visit: number; reason: Reason | null };

/** Tables of a device have names that no server gives: its letters have neither l nor o (server/ids.py). */
const PREFIX = "local";
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

export const isLocal = (table: string): boolean => table.startsWith(PREFIX);

export function newTable(): string {
  const chance = crypto.getRandomValues(new Uint8Array(16 - PREFIX.length));
  return PREFIX + [...chance].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** Why a table is not open here, though it could be: another tab has it, or what it did could not be stored. */
export const ELSEWHERE: Reason = { message: mark("web.local.elsewhere"), params: {} };
export const UNSAVED: Reason = { message: mark("web.local.unsaved"), params: {} };
/** The network's weights could not be fetched; without them, the table's bots do not play. */
export const NO_NETWORK: Reason = { message: mark("web.local.no-network"), params: {} };

export const canGoOn = ({ message }: Reason): boolean => message === ELSEWHERE.message || message === UNSAVED.message || message === NO_NETWORK.message;
