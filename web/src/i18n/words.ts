/** Pieces, suits and reasons in words. */
import { settings } from "../app/settings.svelte";
import type { Reason, View } from "../generated/wire";
import { known, mark, t, type TextParams } from "./texts.svelte";

export const COLOUR_WORD: Record<string, string> = {
  R: mark("suit.red"),
  B: mark("suit.blue"),
  G: mark("suit.green"),
  Y: mark("suit.yellow"),
  P: mark("suit.purple"),
};
export const SUIT_WORD: Record<string, string> = {
  red: mark("suit.red"),
  blue: mark("suit.blue"),
  green: mark("suit.green"),
  yellow: mark("suit.yellow"),
  purple: mark("suit.purple"),
  trump: mark("suit.trump"),
};
/** As the object of a verb: "you must play a trump". */
const SUIT_OBJECT: Record<string, string> = {
  red: mark("suit.red.object"),
  blue: mark("suit.blue.object"),
  green: mark("suit.green.object"),
  yellow: mark("suit.yellow.object"),
  purple: mark("suit.purple.object"),
  trump: mark("suit.trump.object"),
};
/** What a piece with this number is called: a 5, in Hungarian "5-ös". */
const NUMBER_WORD = [
  mark("piece.number.0"),
  mark("piece.number.1"),
  mark("piece.number.2"),
  mark("piece.number.3"),
  mark("piece.number.4"),
  mark("piece.number.5"),
  mark("piece.number.6"),
  mark("piece.number.7"),
];
const PHASE_WORD: Record<string, string> = {
  draft: mark("phase.draft"),
  declare: mark("phase.declare"),
  play: mark("phase.play"),
  over: mark("phase.over"),
};

export interface PieceParts {
  kind: "card" | "die" | "zero" | "declared";
  colour: string;
  number: number;
}

/** "dR5" is a die, "dR-" a trump die whose number is not trump (its `number` is NaN), "R5" a card, "zero" a black zero die, "declared" the face-down card of who declared zero. */
export function parts(piece: string): PieceParts {
  if (piece === "declared") return { kind: "declared", colour: "", number: 0 };
  if (piece === "zero") return { kind: "zero", colour: "Z", number: 0 };
  const die = piece.startsWith("d");
  const rest = die ? piece.slice(1) : piece;
  return { kind: die ? "die" : "card", colour: rest[0] ?? "", number: Number(rest.slice(1)) };
}

/** Words follow what is seen: the palette that does without red and green shows orange for red. */
const orange = (suit: string): boolean => settings.palette === "red-green" && (suit === "red" || suit === "R");

export function colourName(letter: string): string {
  return orange(letter) ? t("suit.orange") : t(COLOUR_WORD[letter] ?? letter);
}

export function suitName(suit: string): string {
  return orange(suit) ? t("suit.orange") : t(SUIT_WORD[suit] ?? suit);
}

export function suitObject(suit: string): string {
  return orange(suit) ? t("suit.orange.object") : t(SUIT_OBJECT[suit] ?? suit);
}

export function numberName(number: number): string {
  return t(NUMBER_WORD[number] ?? String(number));
}

/** What a trump die makes trump, in a few words or in a sentence. */
export function trumpRule(die: string, form: "rule" | "is"): string {
  const { colour, number } = parts(die);
  const params = { colour: colourName(colour) };
  if (Number.isNaN(number)) return form === "rule" ? t("web.trump.rule-colour", params) : t("web.trump.is-colour", params);
  const both = { ...params, number: numberName(number) };
  return form === "rule" ? t("web.trump.rule", both) : t("web.trump.is", both);
}

/** The name of a piece: "red 5", "red 5 die", "zero die". */
export function pieceName(piece: string): string {
  const { kind, colour, number } = parts(piece);
  if (kind === "zero") return t("web.piece.zero");
  if (kind === "declared") return t("web.piece.declared");
  if (Number.isNaN(number)) return t("web.piece.blank", { colour: colourName(colour) });
  const params = { colour: colourName(colour), number: numberName(number) };
  return kind === "die" ? t("web.piece.die", params) : t("web.piece.card", params);
}

/** The name of a card or a coloured die as the object of a verb: "take the red 5 die". */
export function pieceObject(piece: string): string {
  const { kind, colour, number } = parts(piece);
  const params = { colour: colourName(colour), number: numberName(number) };
  return kind === "die" ? t("web.piece.die.object", params) : t("web.piece.card.object", params);
}

/** What shows a zero contract: editions without black dice (they count none left) have it declared. */
export function zeroPiece(view: Pick<View, "zero_dice_left"> | null): string {
  return view?.zero_dice_left === null ? "declared" : "zero";
}

const PIECE = /^(d?[RBGYP][0-7])$/;

/** A reason of the rules or the server, in words; `names` are those of the seats. */
export function word(reason: Reason, names: readonly string[] = []): string {
  const params: TextParams = {};
  for (const [name, value] of Object.entries(reason.params ?? {})) {
    if (name === "suit") params[name] = suitObject(value);
    else if (name === "colour") params[name] = suitName(value);
    else if (name === "number") params[name] = numberName(Number(value));
    else if (name === "seat") params[name] = names[Number(value)] ?? value;
    else if (name === "phase") params[name] = t(PHASE_WORD[value] ?? value);
    else if (PIECE.test(value)) params[name] = pieceName(value);
    else params[name] = value;
  }
  const seat = Number(reason.params?.seat);
  if (reason.message === "why.turn" && names[seat]) return t("web.waiting-for", { name: names[seat] });
  return known(reason.message) ? t(reason.message, params) : t("web.refused");
}
