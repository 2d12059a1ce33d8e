/** Play at my level: opponents about as strong as one's last matches on this device (src/nokosu/bots/own_level.py). */
import ids from "../generated/data/bots.json";
import type { DeviceMatch } from "../local/storage";
import { levelOf } from "./bots";

/** The name of this choice among the levels. */
export const OWN = "own";

const { strengths, last: LAST, fade: FADE, start: START, start_rounds: START_ROUNDS } = ids.own_level;
const STRENGTHS: Record<string, number> = strengths;

/** A match that is over, as its person sees it. */
export interface Result {
  opponents: readonly string[];
  rounds: number;
  /** One's own points minus the mean of the others', over the whole match. */
  margin: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
const meanStrength = (bots: readonly string[]) => mean(bots.map((bot) => STRENGTHS[bot] ?? 0));

/** The matches against characters alone, as their person sees them, in the same order. */
export function results(matches: readonly Pick<DeviceMatch, "match" | "practice">[]): Result[] {
  return matches.flatMap(({ match, practice }) => {
    const { seat, totals, names, rounds } = match;
    if (seat == null || !totals || !rounds || practice || match.status !== "finished") return [];
    const opponents = names.filter((_, other) => other !== seat);
    if (opponents.length === 0 || !opponents.every((name) => name in STRENGTHS)) return [];
    return [{ opponents, rounds, margin: (totals[seat] ?? 0) - mean(totals.filter((_, other) => other !== seat)) }];
  });
}

/** How strong one seems to be, on the characters' scale; the newest match comes first. */
export function strength(played: readonly Result[]): number {
  let weight = START_ROUNDS;
  let total = START_ROUNDS * START;
  for (const [age, { opponents, rounds, margin }] of played.slice(0, LAST).entries()) {
    const counts = rounds * FADE ** age;
    weight += counts;
    total += counts * (margin / rounds + meanStrength(opponents));
  }
  return total / weight;
}

/** Who sits down: neighbours in the list of characters whose mean strength is nearest to one's own. */
export function opponents(played: readonly Result[], count: number, among: readonly string[]): string[] {
  const wanted = strength(played);
  const order = Object.keys(STRENGTHS).filter((name) => among.includes(name));
  const off = (party: readonly string[]) => Math.abs(meanStrength(party) - wanted);
  let best = order.slice(0, count);
  for (let first = 1; first + count <= order.length; first += 1) {
    const party = order.slice(first, first + count);
    if (off(party) < off(best)) best = party;
  }
  return best;
}

/** The levels that these characters play at. */
export const levelsOf = (bots: readonly string[]): string[] => [...new Set(bots.map(levelOf))];
