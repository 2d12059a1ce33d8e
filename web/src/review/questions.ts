/**
 * Questions made of one's own decisions: mistakes, and a few that were fine, so that being asked gives nothing away.
 * They come back after days, in the boxes of Leitner: a right answer moves a question one box on, a wrong one back to
 * the first; out of the last box, it has been learned.
 */
import type { Judgement } from "../types";
import type { Point } from "./position-game.svelte";
import { isMistake, isRight, type Kind } from "./verdicts";

export interface Question {
  /** Table, seat, round and decision. */
  id: string;
  record: string;
  judgement: Judgement;
  point: Point;
  kind: Kind;
  /** It was a good decision: asked so that being asked gives nothing away. */
  fine: boolean;
  box: number;
  /** When it comes back; null: it has been learned. */
  due: number | null;
}

export const DAY = 24 * 60 * 60 * 1000;
/** Days until the next time, by box. */
export const DAYS = [1, 3, 9] as const;

export const questionId = (record: string, { seat, round, decision }: Pick<Judgement, "seat" | "round" | "decision">): string =>
  `${record} ${seat} ${round} ${decision}`;

/** A question after an answer. What was fine is asked once. */
export function answered(question: Question, right: boolean, now: number): Question {
  const box = right ? question.box + 1 : 0;
  const learned = right && (question.fine || box >= DAYS.length);
  return { ...question, box, due: learned ? null : now + (DAYS[box] ?? DAYS[0]) * DAY };
}

export const isDue = ({ due }: Question, now: number): boolean => due !== null && due <= now;

/** Those that wait for an answer now, shuffled by their ids so that kinds and matches mix, the same way every time. */
export function waiting(questions: readonly Question[], now: number): Question[] {
  const mix = (id: string) => [...id].reduce((sum, letter) => (sum * 33 + letter.charCodeAt(0)) % 9973, 7);
  return questions.filter((each) => isDue(each, now)).sort((a, b) => mix(a.id) - mix(b.id) || a.id.localeCompare(b.id));
}

/** Which decisions of a review are asked about: every mistake, and for every two of them one that was fine. */
export function chosenFor(decisions: readonly Judgement[]): Judgement[] {
  const mistakes = decisions.filter(isMistake);
  if (mistakes.length === 0) return [];
  // Fine, but not trivial: something else would have been clearly worse, and it cost about as much as the mistakes.
  const tempting = ({ candidates }: Judgement) => Math.max(...candidates.map((each) => (isRight(each) ? 0 : each.loss)));
  const fine = decisions
    .filter((each) => (each.verdict === "best" || each.verdict === "fine") && tempting(each) >= 1)
    .sort((a, b) => tempting(b) - tempting(a))
    .slice(0, Math.ceil(mistakes.length / 2));
  return [...mistakes, ...fine];
}
