/** The small set of reactions that stands in for chat. */
import { mark } from "../i18n/texts.svelte";
import type { ReactionName } from "../types";

export const REACTIONS: Record<ReactionName, { sign: string; label: string }> = {
  hello: { sign: "👋", label: mark("web.reaction.hello") },
  nice: { sign: "👍", label: mark("web.reaction.nice") },
  wow: { sign: "😮", label: mark("web.reaction.wow") },
  oops: { sign: "🙈", label: mark("web.reaction.oops") },
  thinking: { sign: "🤔", label: mark("web.reaction.thinking") },
  hurry: { sign: "⏳", label: mark("web.reaction.hurry") },
  thanks: { sign: "🙏", label: mark("web.reaction.thanks") },
  again: { sign: "🔁", label: mark("web.reaction.again") },
};
