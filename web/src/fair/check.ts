/** A record against its proof: promise, seed, dealers, every card and every die. */
import { type Numbers, numbersOf } from "../ui/editions";
import { deal, firstDealer, type Dealt, type Sizes } from "./deal";
import type { Noted } from "./promises";
import { commitment, seedFrom } from "./stream";

/** The numbers that a deal depends on. */
type Sized = Pick<Numbers, "highest_card" | "cards_each" | "dice_per_colour" | "drawn_each" | "pool_size" | "removes_colour">;

export interface RecordedRound extends Dealt {
  dealer: number;
  removed_colour: string | null;
}

/** As much of a record (docs/records.md) as the check needs. */
export interface RecordFile {
  ruleset: { edition: string; players: number; house?: Sized };
  seats: { name: string; bot?: string }[];
  seed: string | null;
  rounds: RecordedRound[];
  fairness?: { commitment: string; secret: string; nonces: string[] };
}

export type StepName = "promise" | "noted" | "own" | "seed" | "dealer" | "round";
export interface Step {
  name: StepName;
  /** Which round, from 0. */
  round?: number;
  holds: boolean;
}

/** Plain HTTP outside this machine: the browser then lends nobody its cryptography. */
export function canCheck(): boolean {
  return globalThis.isSecureContext !== false && globalThis.crypto?.subtle !== undefined;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** All steps in order; they all hold, or something was not dealt as promised. `noted` is what this browser knows itself. */
export async function check(record: RecordFile, noted: Noted | null = null): Promise<Step[]> {
  const steps: Step[] = [];
  const { fairness, seed } = record;
  const { edition, players, house } = record.ruleset;
  const numbers = house ?? numbersOf(edition, players);
  if (!fairness || seed === null || !numbers) return steps;
  steps.push({ name: "promise", holds: (await commitment(fairness.secret)) === fairness.commitment });
  if (noted) {
    steps.push({ name: "noted", holds: noted.commitment === fairness.commitment });
    steps.push({ name: "own", holds: noted.nonces.some((nonce) => fairness.nonces.includes(nonce)) });
  }
  const follows = (await seedFrom(fairness.secret, fairness.nonces)) === seed;
  steps.push({ name: "seed", holds: follows && fairness.nonces.length === players });
  const first = await firstDealer(seed, players);
  steps.push({ name: "dealer", holds: record.rounds.every(({ dealer }, index) => dealer === (first + index) % players) });
  for (const [index, round] of record.rounds.entries()) {
    const sizes: Sizes = {
      players,
      removed: round.removed_colour,
      highestCard: numbers.highest_card,
      cardsEach: numbers.cards_each,
      dicePerColour: numbers.dice_per_colour,
      drawnEach: numbers.drawn_each,
      poolSize: numbers.pool_size,
    };
    const due = await deal(seed, index, (first + index) % players, sizes);
    const { cards, aside, drawn, pool } = round;
    const whole = numbers.removes_colour === (round.removed_colour !== null);
    steps.push({ name: "round", round: index, holds: whole && same({ cards, aside, drawn, pool }, due) });
  }
  return steps;
}
