/** Where a figure's line lies between two heights. */
import type { RatedResult } from "../types";

/** A figure at some time, with its interval. */
export type Estimate = Pick<RatedResult, "rating" | "low" | "high">;

export interface Scale {
  low: number;
  high: number;
  /** Round figures between them. */
  lines: number[];
}

const STEPS = [25, 50, 100, 200, 500, 1000];
/** For points a round. */
export const FINE_STEPS = [0.25, 0.5, 1, 2, 5, 10, 20, 50];

/** From the lowest to the highest figure, with the newest interval; the wide ones of the first matches are cut off. */
export function scaleOf(results: readonly Estimate[], steps: readonly number[] = STEPS): Scale {
  const last = results.at(-1);
  const all = [...results.map(({ rating }) => rating), ...(last ? [last.low, last.high] : [])];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const step = steps.find((each) => (most - least) / each <= 4) ?? steps.at(-1) ?? 1000;
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  return { low, high, lines: Array.from({ length: (high - low) / step + 1 }, (_, index) => low + index * step) };
}

/** By how much a match changed the rating; null where what was before is not known. */
export function changeBy(results: readonly RatedResult[], index: number, matches: number, start = 1500): number | null {
  const after = results[index];
  const before = index > 0 ? results[index - 1]?.rating : results.length === matches ? start : undefined;
  return after && before !== undefined ? after.rating - before : null;
}
