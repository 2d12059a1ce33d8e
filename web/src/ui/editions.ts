/** The editions' numbers, as core has them (tools/web_data.py): for pages that work without a server. */
import data from "../generated/data/editions.json";

export interface Numbers {
  rounds: number;
  removes_colour: boolean;
  highest_card: number;
  cards_each: number;
  dice_per_colour: number;
  drawn_each: number;
  pool_size: number;
  picks_each: number;
  tricks: number;
  aside: number;
  cards: number;
  dice: number;
  removed: string | null;
}

export interface Edition {
  name: string;
  zero: "black-dice" | "declared";
  zero_dice: number;
  tie: "shared" | "leftover-then-shared";
  trick_points: number;
  bonus: number;
  zero_bonus: number;
  free_colour: boolean;
  players: Record<string, Numbers>;
}

export const EDITIONS = data.editions as unknown as readonly Edition[];
export const USUAL_EDITION: string = data.usual;
export const MOST_ROUNDS = 20;

/** An edition by its name; the usual one where there is no such edition. */
export function editionOf(name: string): Edition {
  const found = EDITIONS.find((each) => each.name === name) ?? EDITIONS.find((each) => each.name === USUAL_EDITION);
  if (!found) throw new Error(`no edition ${name}`);
  return found;
}

export function numbersOf(edition: string, players: number): Numbers | null {
  return editionOf(edition).players[players] ?? null;
}

/** For how many players an edition is. */
export function playerCounts(edition: string): number[] {
  return Object.keys(editionOf(edition).players).map(Number);
}
