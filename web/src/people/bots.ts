/** Bots for people: what they are called, how they play, what a level means (src/nokosu/bots/characters.py). */
import ids from "../generated/data/bots.json";
import { t } from "../i18n/texts.svelte";

const NAMES: Record<string, string> = ids.names;
const CHARACTERS: Record<string, { line: string; level: string }> = ids.characters;
const LEVELS: Record<string, string> = ids.levels;

/** A bot or a level in words; others by their own name. */
export function botName(name: string): string {
  const id = NAMES[name];
  return id ? t(id) : name;
}

/** How a character plays, in one line; empty for other bots. */
export function botLine(name: string): string {
  const character = CHARACTERS[name];
  return character ? t(character.line) : "";
}

/** The level that a character plays at; empty for other bots. */
export function levelOf(name: string): string {
  return CHARACTERS[name]?.level ?? "";
}

/** What a level means, in one sentence; empty for an operator's own bot. */
export function levelLine(level: string): string {
  const id = LEVELS[level];
  return id ? t(id) : "";
}

/** Whether this is what programs call one of them. */
export function isBot(name: string): boolean {
  return name in NAMES;
}
