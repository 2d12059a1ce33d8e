/**
 * A table as it is shown, from any source: a game that is being played, a step of a replay, a scene of the tutorial.
 * Seats, trick, hand and draft read this and nothing else, so that there is one table everywhere.
 */
import type { Clock, Help, ReactionName, Reason, SeatInfo, View } from "../types";
import type { Assists } from "./assists.svelte";
import type { Chances } from "./chances.svelte";
import { playedBy, type Spot } from "./places";

/** Who sits somewhere. */
export interface ShownSeat extends SeatInfo {
  /** A person who is not connected. */
  away?: boolean;
}

/** The trick on the table, whole (`done`) or open; its winner so far. */
export interface ShownTrick {
  plays: readonly { seat: number; piece: string }[];
  winner: number | null;
  done: boolean;
}

export interface ShownGame {
  readonly view: View | null;
  readonly help: Help | null;
  /** Whose place is at the foot of the table; null: all seats are around it. */
  readonly seat: number | null;
  readonly players: number;
  readonly spots: readonly Spot[];
  readonly names: readonly string[];
  readonly seats: readonly ShownSeat[];
  /** Hands of others that are open to the reader, by seat. */
  readonly hands: readonly (readonly string[] | null)[];
  readonly trick: ShownTrick;
  /** The die that is left over is becoming the trump die: a beat before the tricks. */
  readonly moment?: boolean;
  /** Tricks won by each seat, without the one that still lies on the table. */
  readonly won: readonly number[];
  readonly over: boolean;
  /** What may be done now at the foot of the table. */
  readonly legal: readonly string[];
  readonly myTurn: boolean;
  /** A question that was answered: nothing more can be chosen. */
  readonly settled?: boolean;
  readonly sending: boolean;
  /** What the reader was last told, and what just happened around the game. */
  readonly note: string;
  readonly news: string;
  readonly reactions: Readonly<Record<number, ReactionName>>;
  readonly clock: Clock;
  /** When the clock was told. */
  readonly clockAt: number;
  /** The seat whose clock runs. */
  readonly thinking: number | null;
  /** A die of the middle whose trumps are marked in the hand. */
  preview: string | null;
  readonly assists: Pick<Assists, "glows" | "plan" | "planned" | "playPlanned">;
  /** What the dice of the middle promise, where the table shows it. */
  readonly chances?: Pick<Chances, "possible" | "on" | "zero" | "of" | "toggle">;
  nameOf(seat: number): string;
  /** Do one of the legal actions. */
  act(action: string): void | Promise<void>;
  /** Say why something cannot be done. */
  explain(reason: Reason): void;
}

/** The trick that lies on the table: the open one; between two tricks, the last one, whole. */
export function trickOf(view: View, help: Help): ShownTrick {
  const players = view.cards_left.length;
  const open = view.trick?.plays.length ? view.trick : null;
  if (open) return { plays: playedBy(open.leader, open.plays, players), winner: help.leading?.seat ?? null, done: false };
  const last = view.tricks.at(-1);
  if (!last) return { plays: [], winner: null, done: false };
  return { plays: playedBy(last.leader, last.plays, players), winner: last.winner, done: true };
}

/** No hints and nothing planned: where no game goes on. */
export const NO_ASSISTS: ShownGame["assists"] = {
  planned: null,
  glows: () => false,
  plan: () => false,
  playPlanned: () => undefined,
};
