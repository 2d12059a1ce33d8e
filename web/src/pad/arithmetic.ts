/**
 * Points of a round and winners of a match, for tables without a server: one of the two places where the client counts by
 * itself. Tested with vectors that core generates.
 */
import type { Edition } from "../ui/editions";

/** What points and winners depend on. */
export type Scoring = Pick<Edition, "zero" | "zero_dice" | "tie" | "trick_points" | "bonus" | "zero_bonus">;

/** What a player kept: the number on the leftover die, 0 for a zero contract. */
export type Kept = number;

export interface Line {
  made: boolean;
  tricks: number;
  bonus: number;
  zeroBonus: number;
  points: number;
}

/** S1 to S4. */
export function scoreRound(edition: Scoring, won: readonly number[], kept: readonly Kept[]): Line[] {
  const missed = won.filter((tricks, player) => tricks !== kept[player]).length;
  return won.map((taken, player) => {
    const made = taken === kept[player];
    const tricks = edition.trick_points * taken;
    const bonus = made ? edition.bonus * missed : 0;
    const zeroBonus = made && kept[player] === 0 ? edition.zero_bonus : 0;
    return { made, tricks, bonus, zeroBonus, points: tricks + bonus + zeroBonus };
  });
}

/** M4, M5: `kept` are the leftover dice of the last round. */
export function winners(edition: Scoring, totals: readonly number[], kept: readonly Kept[]): number[] {
  const best = Math.max(...totals);
  const tied = totals.flatMap((total, player) => (total === best ? [player] : []));
  if (edition.tie === "shared") return tied;
  const highest = Math.max(...tied.map((player) => kept[player] ?? 0));
  return tied.filter((player) => kept[player] === highest);
}

export type Problem =
  | { kind: "tricks-missing"; player: number }
  | { kind: "die-missing"; player: number }
  | { kind: "sum"; sum: number; tricks: number }
  | { kind: "zero-dice"; most: number };

/** What cannot be so in a round as it was typed in; null is a field that was left empty. */
export function problems(
  edition: Scoring,
  tricks: number,
  won: readonly (number | null)[],
  kept: readonly (Kept | null)[],
): Problem[] {
  const found: Problem[] = [];
  won.forEach((taken, player) => taken === null && found.push({ kind: "tricks-missing", player }));
  kept.forEach((die, player) => die === null && found.push({ kind: "die-missing", player }));
  const sum = won.reduce<number>((total, taken) => total + (taken ?? 0), 0);
  if (sum > tricks || (!won.includes(null) && sum !== tricks)) found.push({ kind: "sum", sum, tricks });
  const zeros = kept.filter((die) => die === 0).length;
  if (edition.zero === "black-dice" && zeros > edition.zero_dice) {
    found.push({ kind: "zero-dice", most: edition.zero_dice });
  }
  return found;
}

/** The tricks that are left for the last player without a number; null where several are missing, or too many were entered. */
export function proposal(tricks: number, won: readonly (number | null)[]): { player: number; tricks: number } | null {
  const player = won.indexOf(null);
  const rest = won.reduce<number>((left, taken) => left - (taken ?? 0), tricks);
  return player >= 0 && player === won.lastIndexOf(null) && rest >= 0 ? { player, tricks: rest } : null;
}
