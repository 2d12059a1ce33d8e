/** One's progress in numbers: from the rounds that were played and the reviews that were made. */
import type { PlayedRound, Review, RoundSplit } from "../types";
import type { KeptReview } from "./kept";
import { type Kind, KINDS } from "./verdicts";

/** How often something was tried, and how often it was made. */
export interface Share {
  label: number;
  tried: number;
  made: number;
}

function shares(rounds: readonly PlayedRound[], label: (round: PlayedRound) => number): Share[] {
  const found = new Map<number, Share>();
  for (const each of rounds) {
    const key = label(each);
    const { tried, made } = found.get(key) ?? { tried: 0, made: 0 };
    found.set(key, { label: key, tried: tried + 1, made: made + Number(each.made) });
  }
  return [...found.values()].sort((a, b) => a.label - b.label);
}

/** Targets made, by their number; zero is apart. */
export const byTarget = (rounds: readonly PlayedRound[]): Share[] =>
  shares(rounds.filter(({ target }) => target !== null), ({ target }) => target ?? 0);

/** Targets made, zero included, by one's place in the draft, from 1. */
export const byPlace = (rounds: readonly PlayedRound[]): Share[] => shares(rounds, ({ place }) => place + 1);

export function zero(rounds: readonly PlayedRound[]): { tried: number; made: number } {
  const tried = rounds.filter(({ target }) => target === null);
  return { tried: tried.length, made: tried.filter(({ made }) => made).length };
}

/** Points lost against the others per real decision, as the judge counts them. */
export const lostPerDecision = ({ decisions }: Pick<Review, "decisions">): number => mean(decisions.map(({ lost }) => lost));

/** Points by which the luck of the deal differs between rounds: nokosu.judge.settings says where from. */
const DEAL_SPREAD = 1.7;

/**
 * The points of a round without the luck of the deal, as nokosu.judge.totals counts them: the luck counts as much as it
 * is not error, so that what is left differs less than the points do.
 */
export function withoutDeal({ points, deal }: Pick<RoundSplit, "points" | "deal">): number {
  return points - (deal.value * DEAL_SPREAD ** 2) / (DEAL_SPREAD ** 2 + deal.error ** 2);
}

/** One reviewed match. */
export interface Reviewed {
  record: string;
  ended: number;
  /** Points lost per real decision. */
  lost: number;
  /** Points per round, and the same without the luck of the deal. */
  points: number;
  adjusted: number;
}

/** Reviews of one's own matches by both judges, the oldest first. */
export function reviewed(kept: readonly KeptReview[]): Reviewed[] {
  return kept.flatMap(({ record, ended, review, mine }) => {
    if (!mine || !review?.network || review.rounds.length === 0) return [];
    const points = mean(review.rounds.map((each) => each.points));
    return [{ record, ended, lost: lostPerDecision(review), points, adjusted: mean(review.rounds.map(withoutDeal)) }];
  });
}

/** Points a round without the luck of the deal, after one match more. */
export interface SkillResult {
  record: string;
  ended: number;
  value: number;
  /** It holds the true figure 95 times in 100. */
  low: number;
  high: number;
}

/** What one's reviews say about skill, for one edition and number of players. */
export interface Skill {
  edition: string;
  players: number;
  matches: number;
  rounds: number;
  results: SkillResult[];
  /** The interval is small. */
  settled: boolean;
}

/** An interval is small where the figure is this many points a round from its ends, or fewer. */
export const SMALL = 1.5;

/** Skill from the reviews of one's own matches by both judges; what was played most is first. */
export function skills(kept: readonly KeptReview[]): Skill[] {
  const found = new Map<string, { skill: Skill; values: number[] }>();
  for (const { record, ended, edition, players, review, mine } of kept) {
    if (!mine || !review?.network || review.rounds.length === 0) continue;
    const key = `${edition} ${players}`;
    const fresh = { skill: { edition, players, matches: 0, rounds: 0, results: [], settled: false }, values: [] };
    const { skill, values } = found.get(key) ?? fresh;
    found.set(key, { skill, values });
    values.push(...review.rounds.map(withoutDeal));
    skill.matches += 1;
    skill.rounds = values.length;
    // A single round has no spread.
    if (values.length < 2) continue;
    const [value, off] = [mean(values), halfInterval(values)];
    skill.results.push({ record, ended, value, low: value - off, high: value + off });
    skill.settled = off <= SMALL;
  }
  return [...found.values()].map(({ skill }) => skill).sort((a, b) => b.rounds - a.rounds);
}

/** Half the width of the mean's interval: Student's t at 95 in 100, as a series of the degrees of freedom. */
function halfInterval(values: readonly number[]): number {
  const [middle, free] = [mean(values), values.length - 1];
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / free;
  const t = 1.96 + 2.372 / free + 2.822 / free ** 2 + 2.556 / free ** 3 + 1.587 / free ** 4;
  return t * Math.sqrt(variance / values.length);
}

/** What cost most, by kind of decision: points lost in mistakes. */
export function costliest(kept: readonly KeptReview[], most = 3): { kind: Kind; lost: number }[] {
  const sum = (kind: Kind) => kept.reduce((all, { mine, lost }) => all + (mine ? (lost[kind] ?? 0) : 0), 0);
  return KINDS.map((kind) => ({ kind, lost: sum(kind) }))
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, most);
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** A table for spreadsheets, one line per round. */
export function csv(rounds: readonly PlayedRound[]): string {
  const names = ["record", "ended", "edition", "players", "round", "place", "target", "won", "made", "points"] as const;
  const cell = (value: unknown) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  const line = (each: PlayedRound) =>
    names.map((name) => {
      if (name === "ended") return new Date(each.ended).toISOString();
      if (name === "target") return each.target === null ? "zero" : each.target;
      return cell(each[name]);
    });
  return [names, ...rounds.map(line)].map((row) => `${row.join(",")}\n`).join("");
}
