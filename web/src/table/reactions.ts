/** The small set of reactions that stands in for chat. */
import { mark } from "../i18n/texts.svelte";
import type { ReactionName } from "../types";

export const REACTIONS: Record<ReactionName, string> = {
  hello: mark("web.reaction.hello"),
  luck: mark("web.reaction.luck"),
  nice: mark("web.reaction.nice"),
  wow: mark("web.reaction.wow"),
  close: mark("web.reaction.close"),
  phew: mark("web.reaction.phew"),
  oops: mark("web.reaction.oops"),
  sorry: mark("web.reaction.sorry"),
  thinking: mark("web.reaction.thinking"),
  hurry: mark("web.reaction.hurry"),
  thanks: mark("web.reaction.thanks"),
  again: mark("web.reaction.again"),
  bye: mark("web.reaction.bye"),
};
