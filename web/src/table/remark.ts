/** The one thing to tell about a finished match, which the server has found (table/remark.py), in words. */
import { mark, t, type TextParams } from "../i18n/texts.svelte";
import type { Remark } from "../types";

/** Remarks about a seat, and how they are worded for the person who sits there. */
const YOURS: Record<string, string> = {
  "remark.best-round": mark("remark.best-round.you"),
  "remark.from-last": mark("remark.from-last.you"),
  "remark.no-contract": mark("remark.no-contract.you"),
  "remark.perfect": mark("remark.perfect.you"),
  "remark.run": mark("remark.run.you"),
  "remark.solo": mark("remark.solo.you"),
  "remark.zero": mark("remark.zero.you"),
};

/** A sentence for the player in seat `own`; for everybody where that is null. */
export function remarkInWords({ message, seat, round, n }: Remark, names: readonly string[], own: number | null): string {
  const yours = own !== null && seat === own ? YOURS[message] : undefined;
  const params: TextParams = {};
  if (typeof seat === "number") params.name = names[seat] ?? "";
  if (typeof round === "number") params.round = round + 1;
  if (typeof n === "number") params.n = n;
  return t(yours ?? message, params);
}
