/** A puzzle in words: what is asked, what came of an answer. Numbers are the puzzle's own. */
import { plural, t } from "../i18n/texts.svelte";
import { parts, pieceName } from "../i18n/words";
import type { Puzzle, PuzzleOption } from "../types";

/** What is asked, in one sentence. */
export function question(puzzle: Puzzle, name: (seat: number) => string): string {
  const [target = 0, ...more] = puzzle.targets;
  if (puzzle.theme === "take") return t("web.puzzles.ask.take");
  const certain = puzzle.kind === "certain";
  if (puzzle.theme === "zero") return certain ? t("web.puzzles.ask.zero") : t("web.puzzles.ask.zero-odds");
  if (puzzle.goal !== puzzle.seat) return t("web.puzzles.ask.break", { name: name(puzzle.goal) });
  if (more.length) return certain ? t("web.puzzles.ask.make") : t("web.puzzles.ask.make-odds");
  return certain ? plural("web.puzzles.ask.exact", target) : plural("web.puzzles.ask.exact-odds", target);
}

/** What the kind means, in one sentence. */
export const kindLine = ({ kind }: Pick<Puzzle, "kind">): string =>
  kind === "certain" ? t("web.puzzles.certain.line") : t("web.puzzles.odds.line");

/** An action as its piece; a zero die with the die that goes. */
export function optionName(action: string): string {
  const [verb = "", piece = ""] = action.split(" ");
  return verb === "zero" ? t("web.puzzles.zero-without", { piece: pieceName(piece) }) : pieceName(piece);
}

/** Why an answer is right, or what goes wrong. */
export function verdict(puzzle: Puzzle, chosen: PuzzleOption): string {
  const { worlds } = puzzle;
  if (puzzle.kind === "certain") {
    if (chosen.right) return plural("web.puzzles.why.certain", worlds);
    const lost = worlds - chosen.count;
    return lost === worlds ? plural("web.puzzles.why.always", worlds) : plural("web.puzzles.why.fails", worlds, { lost });
  }
  // What is right is not named before it is found.
  if (!chosen.right) return t("web.puzzles.why.odds-wrong", { count: chosen.count });
  const others = puzzle.options.filter(({ right }) => !right);
  const second = others.reduce((most, each) => (each.count > most.count ? each : most), others[0] ?? chosen);
  const [piece, other] = [optionName(chosen.action), optionName(second.action)];
  return t("web.puzzles.why.odds", { piece, count: chosen.count, other, others: second.count });
}

/** The pieces of an action, to be drawn. */
export function pieceOf(action: string): string {
  const piece = action.split(" ")[1] ?? "";
  return parts(piece).kind === "die" || parts(piece).kind === "card" ? piece : "";
}
