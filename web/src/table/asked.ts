/** What is asked of the player whose turn it is, in a sentence. */
import { mark, t } from "../i18n/texts.svelte";
import { suitObject } from "../i18n/words";
import type { Help, View } from "../types";

/** Whether the led suit must be followed; null where the help beside the view does not say. */
function mustFollow(help: Help): boolean | null {
  const refused = Object.values(help.unplayable).some((why) => why.message === "why.follow");
  if (refused || help.order.some(({ suit }) => suit === help.led)) return true;
  // Without cards, and with nothing refused, the dice may be all of the led suit or none of it.
  return help.order.length > 0 ? false : null;
}

export function asked(view: View, help: Help): string {
  if (view.phase === "draft") return t("web.turn.draft");
  if (view.phase === "declare") return t("web.turn.declare");
  if (!help.led) return t("web.turn.lead");
  const must = mustFollow(help);
  if (must === null) return t("web.your-turn");
  return t(must ? mark("web.turn.follow") : mark("web.turn.free"), { suit: suitObject(help.led) });
}
