/** What a page and its worker say to each other; the tables themselves speak the wire protocol. */
import type {
  AnyCommand,
  AnalysedPosition,
  AnyFromTable,
  ChampionLine,
  AskCoach,
  Coaching,
  DraftChances,
  Hint,
  HouseOffer,
  Judgement,
  PlayedRound,
  PlayNow,
  Puzzle,
  PuzzleLine,
  Reason,
  RecordAdvice,
  RecordSummary,
  ReplayRound,
  ReviewStep,
  Setup,
  SetupNumbers,
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
  /** The table of a day's deal. */
  daily: { day: string; table: string; name: string; answer: TableRef };
  /** How the champion plays a day's deal. */
  champion: { day: string; answer: ChampionLine };
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
  chances: { table: string; answer: DraftChances };
  coach: { table: string; asked: AskCoach; answer: Coaching };
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
  puzzle: { puzzle: string; answer: Puzzle };
  /** How the round of a puzzle can end after an answer. */
  puzzleLine: { puzzle: string; action: string; answer: PuzzleLine };
  /** A decision of a record for the analysis board: as a seat knew it, or (null) with open cards. */
  analysePoint: { table: string; name: string; text?: string; round: number; decision: number; seat: number | null; answer: AnalysedPosition };
  /** A position for the analysis board, or an earlier point of its round. */
  analyse: { text: string; decisions?: number; answer: AnalysedPosition };
  analysisMove: { text: string; action: string; answer: AnalysedPosition };
  setupNumbers: { edition: string; players: number; answer: SetupNumbers };
  setUp: { setup: Setup; answer: AnalysedPosition };
  /** What the seat to act can do, with more effort each time: 0, 1, 2. */
  judge: { text: string; effort: number; answer: Judgement };
  /** What the rounds of a match came to for a seat. */
  rounds: { table: string; name: string; seat: number; ended: number; answer: PlayedRound[] };
  /** A decision of a record as an open position in one line, and the bot of each seat. */
  point: { table: string; name: string; text?: string; round: number; decision: number; answer: PlayFrom };
  /** What can be played by a file of house rules. */
  houseRules: { text: string; answer: HouseOffer };
  /** A table that plays a position on. */
  playOn: Pick<PlayFrom, "position" | "bots"> & { seat: number | null; table: string; name: string; answer: TableRef };
  /** Review a match; what is found comes as messages of this job. */
  review: {
    job: number;
    table: string;
    name: string;
    text?: string;
    seat: number;
    depth: "quick" | "deep";
    network: boolean;
    /** Judgements from before. */
    known: readonly Judgement[];
    answer: null;
  };
  stopReview: { job: number; answer: null };
  /** Fetch the network's weights. */
  network: { answer: null };
}
export type Verb = keyof Asked;

/** What playing on needs to know. */
export interface PlayFrom {
  position: string;
  /** The same as the seat to act saw it. */
  seen: string;
  bots: readonly (string | null)[];
}

/** What a review has found since it last said something, or why it stopped. */
export type Found = ReviewStep & { refused?: Reason };

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
  | { type: "lost"; visit: number; reason: Reason | null }
  | ({ type: "review"; job: number } & Found);

/** Tables of a device have names that no server gives: its letters have neither l nor o (server/ids.py). */
const PREFIX = "local";
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** Where the deal of a day is played on this device, before the day's six digits. */
export const DAILY_TABLE = "localdaily";

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
