/** How levels and the bots that come along are called; others by their own name. */
import { mark, t } from "../i18n/texts.svelte";

const NAMES: Record<string, string> = {
  beginner: mark("web.bot.beginner"),
  club: mark("web.bot.club"),
  expert: mark("web.bot.expert"),
  champion: mark("web.bot.champion"),
  random: mark("web.bot.random"),
  greedy: mark("web.bot.greedy"),
};

export function botName(name: string): string {
  const id = NAMES[name];
  return id ? t(id) : name;
}

/** Whether this is what programs call one of them. */
export function isBot(name: string): boolean {
  return name in NAMES;
}
