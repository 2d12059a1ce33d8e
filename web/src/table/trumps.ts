/** Which pieces are trumps, as the help beside a view has it. */
import type { Help } from "../types";

export function isTrump(help: Help | null | undefined, piece: string): boolean {
  return help !== null && help !== undefined && piece in help.trumps;
}

/** The places of the second edition's player board, in its order. */
export const PLACES = ["twin", "number", "colour", "other"] as const;
export type BoardPlace = (typeof PLACES)[number];

/** Dice by their place on the player board; places without dice are left out. */
export function onBoard(help: Help | null | undefined, dice: readonly string[]): { place: BoardPlace; dice: string[] }[] {
  const place = (die: string): BoardPlace => help?.trumps[die] ?? "other";
  return PLACES.map((each) => ({ place: each, dice: dice.filter((die) => place(die) === each) })).filter(
    (each) => each.dice.length > 0,
  );
}
