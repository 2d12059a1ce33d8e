/** How levels and the bots that come along are called (src/nokosu/bots/levels.py); others by their own name. */
import ids from "../generated/data/bots.json";
import { t } from "../i18n/texts.svelte";

const IDS: Record<string, string> = ids;

export function botName(name: string): string {
  const id = IDS[name];
  return id ? t(id) : name;
}

/** Whether this is what programs call one of them. */
export function isBot(name: string): boolean {
  return name in IDS;
}
