/** Whose face is shown (src/nokosu/pictures/faces.py): a character's own, the one a person chose, or one for their name. */
import ids from "../generated/data/bots.json";

export const FACES: readonly string[] = ids.faces;

/** Stands in at rated tables (src/nokosu/table/rated.py): the lowest legal piece is played, by no bot. */
export const LOWEST = "lowest";

interface Seated {
  kind: "open" | "person" | "bot";
  name?: string | null;
  bot?: string | null;
  face?: string | null;
  stand_in?: { bot: string } | null;
}

/** The same name has the same face, until its owner chooses another. */
export function faceForName(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return FACES[sum % FACES.length] ?? "plain";
}

export function botFace(bot: string): string {
  return bot in ids.characters ? bot : "robot";
}

/** Null for an open seat. */
export function faceOf(seat: Seated): string | null {
  if (seat.kind === "open") return null;
  const stand_in = seat.stand_in?.bot === LOWEST ? null : seat.stand_in?.bot;
  const bot = stand_in ?? seat.bot;
  if (bot) return botFace(bot);
  return seat.face && FACES.includes(seat.face) ? seat.face : faceForName(seat.name ?? "");
}
