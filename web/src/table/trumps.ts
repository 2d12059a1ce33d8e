/** Which pieces are trumps, as the help beside a view has it. */
import { COLOUR_WORD, parts } from "../i18n/words";
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

/** A hand by suit as it is laid out, trumps first: for hands that come without an order. */
export function bySuit(help: Help, hand: readonly string[]): Help["order"] {
  const rank = (piece: string) => -10 * PLACES.indexOf(help.trumps[piece] ?? "other") + parts(piece).number;
  const sorted = [...hand].sort((a, b) => rank(b) - rank(a));
  const trumps = { suit: "trump" as const, pieces: sorted.filter((piece) => isTrump(help, piece)) };
  const colours = Object.entries(COLOUR_WORD).map(([letter, word]) => ({
    suit: word.replace("suit.", "") as Help["order"][number]["suit"],
    pieces: sorted.filter((piece) => !isTrump(help, piece) && parts(piece).colour === letter),
  }));
  return [trumps, ...colours].filter(({ pieces }) => pieces.length > 0);
}
