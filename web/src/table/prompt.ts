/** What is asked of the player whose turn it is, in a sentence. */
import { mark, t } from "../i18n/texts.svelte";
import { suitObject } from "../i18n/words";
import type { Help, View } from "../types";

export function asked(view: View, help: Help): string {
  if (view.phase === "draft") return t("web.turn.draft", { pick: help.pick?.number ?? 1, picks: help.pick?.of ?? 1 });
  if (view.phase === "declare") return t("web.turn.declare");
  if (!help.led) return t("web.turn.lead");
  return t(help.must_follow ? mark("web.turn.follow") : mark("web.turn.free"), { suit: suitObject(help.led) });
}
