/** First picks as bars: one for each die, and one for all who went for zero, whichever die they removed. */
import type { ChoiceCount } from "../types";
import { piecesOf } from "./words";

/** So many kinds of dice are shown; the people behind are counted together. */
const MOST = 10;

export interface FirstPicks {
  bars: { key: string; people: number; made: number; mine: boolean }[];
  others: number;
}

/** The dice that most people took first, and one's own in any case. */
export function firstPicks(firsts: readonly ChoiceCount[], own: string | null): FirstPicks {
  const mine = own === null ? null : piecesOf(own).shown;
  const byDie = new Map<string, FirstPicks["bars"][number]>();
  for (const { action, people, made } of firsts) {
    const key = piecesOf(action).shown;
    const bar = byDie.get(key) ?? { key, people: 0, made: 0, mine: key === mine };
    byDie.set(key, { ...bar, people: bar.people + people, made: bar.made + made });
  }
  const all = [...byDie.values()].sort((a, b) => b.people - a.people);
  const bars = all.filter((bar, index) => index < MOST || bar.mine);
  return { bars, others: all.filter((bar) => !bars.includes(bar)).reduce((sum, { people }) => sum + people, 0) };
}
