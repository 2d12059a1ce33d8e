/** Statistics of several places, added up. */
import type { Figures } from "../types";

/** One line per edition and number of players. */
export function addedUp(all: readonly Figures[]): Figures[] {
  const sums = new Map<string, Figures>();
  for (const each of all) {
    const key = `${each.edition} ${each.players}`;
    const sum = sums.get(key);
    sums.set(key, sum ? plus(sum, each) : each);
  }
  return [...sums.values()];
}

function plus(a: Figures, b: Figures): Figures {
  const rounds = a.rounds + b.rounds;
  return {
    edition: a.edition,
    players: a.players,
    matches: a.matches + b.matches,
    rounds,
    wins: a.wins + b.wins,
    contracts_made: a.contracts_made + b.contracts_made,
    zero_tried: a.zero_tried + b.zero_tried,
    zero_made: a.zero_made + b.zero_made,
    mean_points: rounds ? (a.mean_points * a.rounds + b.mean_points * b.rounds) / rounds : 0,
  };
}
