/** What the judge calls a decision, in words, and where in a match it was. */
import { mark, t } from "../i18n/texts.svelte";
import type { Candidate, Judgement, Position } from "../types";

export type Verdict = NonNullable<Judgement["verdict"]>;

export const VERDICT: Record<Verdict, string> = {
  best: mark("web.review.verdict.best"),
  fine: mark("web.review.verdict.fine"),
  close: mark("web.review.verdict.close"),
  unsure: mark("web.review.verdict.unsure"),
  inaccuracy: mark("web.review.verdict.inaccuracy"),
  mistake: mark("web.review.verdict.mistake"),
  blunder: mark("web.review.verdict.blunder"),
};
const NAMED = new Set<Verdict | null>(["inaccuracy", "mistake", "blunder"]);

/** Whether both judges agree that something was lost. */
export const isMistake = ({ verdict }: Pick<Judgement, "verdict">): boolean => NAMED.has(verdict);

/** What mattered most: mistakes first, the costliest before the others; then what only the second judge could call one. */
export function moments(decisions: readonly Judgement[], most: number): Judgement[] {
  const told = decisions.filter((each) => isMistake(each) || each.verdict === "unsure");
  return told.sort((a, b) => Number(isMistake(b)) - Number(isMistake(a)) || b.loss - a.loss).slice(0, most);
}

/** How often each verdict was given; best and fine are one. */
export function tally(decisions: readonly Judgement[]): { verdict: Verdict; count: number }[] {
  const order: Verdict[] = ["fine", "close", "unsure", "inaccuracy", "mistake", "blunder"];
  const named = (each: Judgement) => (each.verdict === "best" ? "fine" : each.verdict);
  return order
    .map((verdict) => ({ verdict, count: decisions.filter((each) => named(each) === verdict).length }))
    .filter(({ count }) => count > 0);
}

/** Whether an answer is as good as right: not clearly worse than the best by every judge. */
export const isRight = ({ worse }: Pick<Candidate, "worse">): boolean => !worse;

/** The kinds of decision that progress tells apart. */
export const KINDS = ["draft", "zero", "lead", "follow"] as const;
export type Kind = (typeof KINDS)[number];

export function kindOf({ phase, zero }: Pick<Judgement, "phase" | "zero">, position: Pick<Position, "view"> | undefined): Kind {
  if (phase === "declare" || zero) return "zero";
  if (phase === "draft") return "draft";
  return position?.view.trick?.plays.length ? "follow" : "lead";
}

/** Where a decision was: the draft, or a trick by its number. */
export function placeOf(round: number, phase: string, trick: number | null): string {
  if (phase === "draft") return t("web.review.at-draft", { round: round + 1 });
  if (phase === "declare") return t("web.review.at-declare", { round: round + 1 });
  return trick === null ? t("web.review.at-round", { round: round + 1 }) : t("web.review.at-trick", { round: round + 1, trick });
}

/** The trick that is played at a position, from 1. */
export const trickAt = (position: Pick<Position, "view"> | undefined): number | null =>
  position?.view.phase === "play" ? position.view.won.reduce((sum, won) => sum + won, 1) : null;
