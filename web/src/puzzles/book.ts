/** The puzzles that ship, without their positions: which there are, how hard they are, which is today's (tools/web_data.py). */
import data from "../generated/data/puzzles.json";
import { mark } from "../i18n/texts.svelte";
import type { Puzzle } from "../types";

export type Kind = Puzzle["kind"];
export type Theme = Puzzle["theme"];
export interface Entry {
  id: string;
  kind: Kind;
  theme: Theme;
  rating: number;
}

export const BOOK: readonly Entry[] = (data.puzzles as unknown as [string, Kind, Theme, number][]).map(
  ([id, kind, theme, rating]) => ({ id, kind, theme, rating }),
);
export const THEMES = ["make", "zero", "break", "keep", "take", "lead"] as const;
export const THEME_WORD: Record<Theme, string> = {
  make: mark("web.puzzles.theme.make"),
  zero: mark("web.puzzles.theme.zero"),
  break: mark("web.puzzles.theme.break"),
  keep: mark("web.puzzles.theme.keep"),
  take: mark("web.puzzles.theme.take"),
  lead: mark("web.puzzles.theme.lead"),
};
export const KIND_WORD: Record<Kind, string> = { certain: mark("web.puzzles.certain"), odds: mark("web.puzzles.odds") };

const DAY_MS = 86_400_000;
/** Days since 1970, the same everywhere on Earth. */
export const dayOf = (now: number): number => Math.floor(now / DAY_MS);
/** The puzzle of a day, as nokosu.puzzles.book has it. */
export const dailyId = (day: number): string => data.daily[day % data.daily.length] ?? "";
export const find = (id: string): Entry | undefined => BOOK.find((each) => each.id === id);

/** A puzzle to go on with: not tried yet, as hard as the player is good; each time another among the nearest. */
export function nextPuzzle(
  tried: (id: string) => boolean,
  rating: number,
  wanted: { kind: Kind | "all"; theme: Theme | "all"; not?: string },
  chance = Math.random(),
): Entry | undefined {
  const fits = BOOK.filter(
    ({ id, kind, theme }) =>
      id !== wanted.not && (wanted.kind === "all" || kind === wanted.kind) && (wanted.theme === "all" || theme === wanted.theme),
  );
  const fresh = fits.filter(({ id }) => !tried(id));
  const near = [...(fresh.length ? fresh : fits)].sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating)).slice(0, 8);
  return near[Math.floor(chance * near.length)];
}
