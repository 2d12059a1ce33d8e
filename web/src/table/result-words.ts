/** The end of a round in words, made from its score lines and its tricks: "You kept a 3 and won 5: 2 too many." */
import { mark, plural, t } from "../i18n/texts.svelte";
import { numberName, parts } from "../i18n/words";
import type { ScoreLine } from "../types";

type Said = [other: string, you: string];
const MADE: Said = [mark("web.words.made"), mark("web.words.made.you")];
const OVER: Said = [mark("web.words.over"), mark("web.words.over.you")];
const UNDER: Said = [mark("web.words.under"), mark("web.words.under.you")];
const ZERO_MADE: Said = [mark("web.words.zero-made"), mark("web.words.zero-made.you")];
const ZERO_OVER: Said = [mark("web.words.zero-over"), mark("web.words.zero-over.you")];

/** The tricks that a kept die asks for; none without one. */
export const targetOf = ({ leftover }: Pick<ScoreLine, "leftover">): number => (leftover === null ? 0 : parts(leftover).number);

/** What a seat kept and won. `name` is null for the reader. */
export function resultInWords(line: Pick<ScoreLine, "leftover" | "won" | "made">, name: string | null): string {
  const off = line.won - targetOf(line);
  const zero = line.leftover === null;
  const said = line.made ? (zero ? ZERO_MADE : MADE) : zero ? ZERO_OVER : off > 0 ? OVER : UNDER;
  const params = { kept: numberName(targetOf(line)), won: line.won, n: Math.abs(off) };
  return name === null ? t(said[1], params) : t(said[0], { name, ...params });
}

/** The same with the points, for a screen reader. */
export function spokenResult(lines: readonly ScoreLine[], nameOf: (seat: number) => string | null): string {
  const said = lines.map((line, seat) => [resultInWords(line, nameOf(seat)), plural("web.say.total", line.points, { total: line.total })]);
  return said.flat().join(" ");
}

export interface Turning {
  /** The trick's number, from 1. */
  trick: number;
  how: "passed" | "short";
}

/** The trick with which a seat won more than its target, or after which too few were left; null where it did not miss. */
export function turningTrick(winners: readonly number[], seat: number, target: number): Turning | null {
  let won = 0;
  for (const [index, winner] of winners.entries()) {
    if (winner === seat) won += 1;
    if (won > target) return { trick: index + 1, how: "passed" };
    if (won + winners.length - index - 1 < target) return { trick: index + 1, how: "short" };
  }
  return null;
}
