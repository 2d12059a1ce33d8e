/** Luck, my decisions and the others over a whole match: the rounds' parts, added up. */
import type { Part, RoundSplit } from "../types";

export interface Sum {
  points: number;
  average: Part;
  /** The deal, and how the hidden cards lay. */
  luck: Part;
  decisions: Part;
  others: Part;
}

/** Parts and errors of independent things: values add up, errors as squares. */
function added(parts: readonly Part[]): Part {
  return {
    value: parts.reduce((sum, { value }) => sum + value, 0),
    error: Math.sqrt(parts.reduce((sum, { error }) => sum + error ** 2, 0)),
  };
}

export function sumUp(rounds: readonly RoundSplit[]): Sum {
  return {
    points: rounds.reduce((sum, { points }) => sum + points, 0),
    average: added(rounds.map(({ average }) => average)),
    luck: added(rounds.flatMap(({ deal, hidden }) => [deal, hidden])),
    decisions: added(rounds.map(({ decisions }) => decisions)),
    others: added(rounds.map(({ others }) => others)),
  };
}

/** Parts to tenths, so that what is shown adds up to the points: those nearest to the next tenth go up. */
export function inTenths(parts: readonly number[], points: number): number[] {
  const tenths = parts.map((part) => Math.floor(10 * part));
  const left = Math.round(10 * points) - tenths.reduce((sum, each) => sum + each, 0);
  const rest = (index: number) => 10 * (parts[index] ?? 0) - (tenths[index] ?? 0);
  const first = [...parts.keys()].sort((one, other) => rest(other) - rest(one)).slice(0, Math.max(0, left));
  return tenths.map((each, index) => (each + (first.includes(index) ? 1 : 0)) / 10);
}

export type Cause = "luck" | "bad-luck" | "decisions" | "others" | "against" | "none";

/** What a match was won or lost by, most of all; none where nothing is larger than its own uncertainty. */
export function mainCause({ luck, decisions, others }: Sum, won: boolean): Cause {
  const parts = { luck, decisions, others };
  const clear = Object.entries(parts).filter(([, { value, error }]) => (won ? value : -value) > Math.max(1, error));
  const [name] = clear.sort(([, a], [, b]) => Math.abs(b.value) - Math.abs(a.value))[0] ?? ["none"];
  if (name === "luck") return won ? "luck" : "bad-luck";
  if (name === "others") return won ? "others" : "against";
  // What was decided can only cost: where it seems to have helped, that is noise.
  return name === "decisions" && !won ? "decisions" : "none";
}

/** Half of a 95 % interval, from a standard error. */
export const interval = (error: number): number => 1.96 * error;

export interface Bar {
  from: number;
  to: number;
}

/** A chain of bars on an axis from 0 to 1: the start, each change from where the last one ended, and the whole. */
export function chain(start: number, changes: readonly number[]): Bar[] {
  const ends = changes.reduce<number[]>((all, change) => [...all, (all.at(-1) ?? start) + change], [start]);
  const low = Math.min(0, ...ends);
  const width = Math.max(...ends, 1) - low;
  const bar = (a: number, b: number): Bar => ({ from: (Math.min(a, b) - low) / width, to: (Math.max(a, b) - low) / width });
  return [...ends.map((end, index) => bar(index === 0 ? 0 : (ends[index - 1] ?? 0), end)), bar(0, ends.at(-1) ?? 0)];
}
