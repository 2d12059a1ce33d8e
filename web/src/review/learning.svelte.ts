/** A sitting of questions: one after the other on the real table, every answer kept. */
import { decimal, percent } from "../i18n/numbers";
import { t } from "../i18n/texts.svelte";
import { actionInWords } from "../table/actions";
import type { Candidate } from "../types";
import { announce } from "../ui/announce.svelte";
import { keepQuestion } from "./kept";
import { pieceOf, PositionGame } from "./position-game.svelte";
import { answered, type Question } from "./questions";
import { isRight } from "./verdicts";

/** The answers that are told beside the table: the best few, and the one that was given. */
const MOST = 4;
/** Chances that differ by less say nothing. */
const CLEAR = 0.05;

export class Learning {
  at = $state(0);
  /** What was answered to the question on the table. */
  given = $state.raw<Candidate | null>(null);
  /** How many were right at the first try. */
  right = $state(0);
  private tried = false;

  constructor(readonly questions: readonly Question[]) {}

  readonly question = $derived.by(() => this.questions[this.at] ?? null);
  readonly over = $derived.by(() => this.at >= this.questions.length);
  readonly game = $derived.by(() => {
    const { question } = this;
    if (!question) return null;
    return new PositionGame(
      question.point,
      question.judgement.candidates.map(({ action }) => action),
      (action) => void this.answer(action),
    );
  });
  readonly best = $derived.by(() => this.question?.judgement.candidates[0] ?? null);
  readonly isRight = $derived.by(() => this.given !== null && isRight(this.given));
  /** What to expect of the answers. */
  readonly told = $derived.by((): readonly Candidate[] => {
    const all = this.question?.judgement.candidates ?? [];
    return all.filter((each, index) => index < MOST || each === this.given || each.action === this.question?.judgement.action);
  });
  /** Why the mistake of the match was one, where it was made again. */
  readonly reason = $derived.by(() => {
    const { given, question } = this;
    if (!given || !question || this.isRight || given.action !== question.judgement.action) return null;
    return question.judgement.reason ?? null;
  });
  readonly said = $derived.by(() => {
    const { given, best, question } = this;
    if (!given || !best || !question) return "";
    if (given === best) return t("web.learn.best");
    if (this.isRight) return t("web.learn.right", { best: actionInWords(best.action) });
    const params = { loss: decimal(given.loss), own: percent(given.made), best: actionInWords(best.action), made: percent(best.made) };
    // Where the target is made about as often, something else goes wrong; a reason says it with counts.
    return best.made - given.made >= CLEAR && !this.reason ? t("web.learn.wrong", params) : t("web.learn.wrong-points", params);
  });
  /** What happened in the match. */
  readonly then = $derived.by(() => {
    const { given, question } = this;
    if (!given || !question) return "";
    const { action, loss } = question.judgement;
    const params = { action: actionInWords(action ?? ""), loss: decimal(loss) };
    return question.fine ? t("web.learn.then-fine", params) : t("web.learn.then", params);
  });

  next(): void {
    this.at += 1;
    this.given = null;
    this.tried = false;
  }

  /** The same question once more; only the first answer counts. */
  again(): void {
    this.given = null;
    const { game } = this;
    if (game) [game.open, game.glowing] = [true, []];
  }

  private async answer(action: string): Promise<void> {
    const { question, game } = this;
    const given = question?.judgement.candidates.find((each) => each.action === action);
    if (!question || !game || !given) return;
    this.given = given;
    game.open = false;
    game.glowing = [pieceOf(question.judgement.best)];
    announce(this.said);
    if (this.tried) return;
    this.tried = true;
    if (this.isRight) this.right += 1;
    // A private window keeps nothing.
    await keepQuestion(answered(question, this.isRight, Date.now())).catch(() => undefined);
  }
}
