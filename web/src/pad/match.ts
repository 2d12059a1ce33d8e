/** A match on the score pad and its file (docs/score-pad.md). */
import type { HouseNumbers } from "../types";
import { editionOf, MOST_ROUNDS, numbersOf } from "../ui/editions";
import { problems, scoreRound, winners, type Kept, type Scoring } from "./arithmetic";

export const FORMAT = "nokosu-score-pad/1";

export interface PadRound {
  won: number[];
  kept: Kept[];
}

/** A round that is being entered; null is what is still missing. */
export interface Draft {
  won: (number | null)[];
  kept: (Kept | null)[];
}

export interface PadMatch {
  format: typeof FORMAT;
  id: string;
  edition: string;
  /** The numbers of house rules, whose name is the edition. */
  house?: HouseNumbers;
  players: string[];
  /** Who deals first. */
  dealer: number;
  /** How many are to be played. */
  length: number;
  rounds: PadRound[];
  /** When it began, in milliseconds since 1970. */
  started: number;
}

/** By what a match is counted: an edition, or its house rules; null where the edition is not for so many. */
export function rulesOf({ edition, house, players }: Pick<PadMatch, "edition" | "house" | "players">): Rules | null {
  if (house) {
    const tricks = house.cards_each + house.drawn_each + house.picks_each - 1;
    return { scoring: { ...house, zero: house.zero_rule, tie: house.tie_rule }, tricks };
  }
  const numbers = numbersOf(edition, players.length);
  return numbers && { scoring: editionOf(edition), tricks: numbers.tricks };
}

interface Rules {
  scoring: Scoring;
  tricks: number;
}

export const scoringOf = (match: PadMatch): Scoring => rulesOf(match)?.scoring ?? editionOf(match.edition);
export const tricksOf = (match: PadMatch): number => rulesOf(match)?.tricks ?? 0;

/** Whether these can be the numbers of house rules: they come from a file or the device's storage. */
function isHouse(data: unknown): data is HouseNumbers {
  const house = (data ?? {}) as Partial<HouseNumbers>;
  const counts = ["zero_dice", "trick_points", "bonus", "zero_bonus", "cards_each", "drawn_each", "picks_each"] as const;
  const sensible = counts.every((key) => isCount(house[key], 0, 100));
  const kinds = house.zero_rule === "black-dice" || house.zero_rule === "declared";
  return sensible && kinds && (house.tie_rule === "shared" || house.tie_rule === "leftover-then-shared");
}

/** Points by round and player. */
export function points(match: PadMatch): number[][] {
  const edition = scoringOf(match);
  return match.rounds.map((round) => scoreRound(edition, round.won, round.kept).map((line) => line.points));
}

export function totals(match: PadMatch): number[] {
  const all = points(match);
  return match.players.map((_, player) => all.reduce((sum, row) => sum + (row[player] ?? 0), 0));
}

export function isOver(match: PadMatch): boolean {
  return match.rounds.length >= match.length;
}

/** The winning players, once the last round is written down. */
export function winnersOf(match: PadMatch): number[] {
  const last = match.rounds.at(-1);
  return isOver(match) && last ? winners(scoringOf(match), totals(match), last.kept) : [];
}

export function dealerOf(match: PadMatch, round: number): number {
  return (match.dealer + round) % match.players.length;
}

export function emptyDraft(match: PadMatch): Draft {
  const nothing = match.players.map(() => null);
  return { won: [...nothing], kept: [...nothing] };
}

/** Whether this can be a half-entered round of the match: it comes from the device's storage. */
export function isDraft(match: PadMatch, data: unknown): data is Draft {
  const { won, kept } = (data ?? {}) as Partial<Draft>;
  const tricks = tricksOf(match);
  const fits = (list: unknown, most: number) =>
    Array.isArray(list) && list.length === match.players.length && list.every((n) => n === null || isCount(n, 0, most));
  return fits(won, tricks) && fits(kept, 6);
}

/** The file of a match, points included for programs that do not count. */
export function toFile(match: PadMatch): string {
  const all = points(match);
  const rounds = match.rounds.map((round, index) => ({ won: round.won, kept: round.kept, points: all[index] }));
  return `${JSON.stringify({ ...match, rounds, totals: totals(match) }, null, 2)}\n`;
}

const isCount = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** A match from its file; null where it is none, or cannot have been played. Points are counted again, never read. */
export function fromFile(text: string): PadMatch | null {
  let data: Partial<PadMatch>;
  try {
    data = JSON.parse(text) as Partial<PadMatch>;
  } catch {
    return null;
  }
  if (data === null || typeof data !== "object" || data.format !== FORMAT) return null;
  const { edition, house, players, dealer, length, rounds, started, id } = data;
  if (typeof edition !== "string" || !Array.isArray(players) || players.length < 3 || players.length > 5) return null;
  if (house !== undefined ? !isHouse(house) : editionOf(edition).name !== edition) return null;
  if (!players.every((name) => typeof name === "string" && name.length <= 40)) return null;
  const rules = rulesOf({ edition, house, players });
  if (!rules || !isCount(dealer, 0, players.length - 1) || !isCount(length, 1, MOST_ROUNDS)) return null;
  if (!Array.isArray(rounds) || rounds.length > length || typeof started !== "number" || typeof id !== "string") return null;
  const clean: PadRound[] = [];
  for (const round of rounds as Partial<PadRound>[]) {
    const { won, kept } = round ?? {};
    if (!Array.isArray(won) || !Array.isArray(kept)) return null;
    if (won.length !== players.length || kept.length !== players.length) return null;
    if (!won.every((n) => isCount(n, 0, rules.tricks)) || !kept.every((n) => isCount(n, 0, 6))) return null;
    if (problems(rules.scoring, rules.tricks, won, kept).length) return null;
    clean.push({ won: [...won], kept: [...kept] });
  }
  const own = house === undefined ? {} : { house };
  return { format: FORMAT, id, edition, ...own, players: [...players], dealer, length, rounds: clean, started };
}
