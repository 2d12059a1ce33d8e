/** The one thing to tell about a finished match, which the server has found (table/highlight.py), in words. */
import { mark, t, type TextParams } from "../i18n/texts.svelte";
import type { Highlight } from "../types";

/** Highlights about a seat, and how they are worded for the person who sits there. */
const YOURS: Record<string, string> = {
  "highlight.best-round": mark("highlight.best-round.you"),
  "highlight.from-last": mark("highlight.from-last.you"),
  "highlight.no-contract": mark("highlight.no-contract.you"),
  "highlight.perfect": mark("highlight.perfect.you"),
  "highlight.run": mark("highlight.run.you"),
  "highlight.solo": mark("highlight.solo.you"),
  "highlight.streak": mark("highlight.streak.you"),
  "highlight.zero": mark("highlight.zero.you"),
};

/** A sentence for the player in seat `own`; for everybody where that is null. */
export function remarkInWords({ message, seat, round, n }: Highlight, names: readonly string[], own: number | null): string {
  const yours = own !== null && seat === own ? YOURS[message] : undefined;
  const params: TextParams = {};
  if (typeof seat === "number") params.name = names[seat] ?? "";
  if (typeof round === "number") params.round = round + 1;
  if (typeof n === "number") params.n = n;
  return t(yours ?? message, params);
}
