/** Days in UTC: as numbers since 1970, and as texts, 2026-11-18. */
export const DAY_MS = 86_400_000;

export const dayOf = (text: string): number => Math.floor(Date.parse(`${text}T00:00:00Z`) / DAY_MS);
export const dayText = (day: number): string => new Date(Math.floor(day) * DAY_MS).toISOString().slice(0, 10);

/** How many days in a row were played, up to today or yesterday. */
export function streak(played: readonly string[], today: number): number {
  const days = new Set(played.map(dayOf));
  const last = days.has(today) ? today : today - 1;
  let count = 0;
  while (days.has(last - count)) count += 1;
  return count;
}

const [FEWEST_WEEKS, MOST_WEEKS] = [2, 6];

/** The weeks since the first day that was played, up to the end of this one, from Monday to Sunday: two to six. */
export function weeks(today: number, played: readonly number[]): number[][] {
  const monday = mondayOf(today);
  const since = (monday - mondayOf(Math.min(today, ...played))) / 7 + 1;
  const count = Math.min(MOST_WEEKS, Math.max(FEWEST_WEEKS, since));
  return Array.from({ length: count }, (_, week) => Array.from({ length: 7 }, (_, day) => monday + 7 * (week + 1 - count) + day));
}

/** Day 0, a Thursday, is the fourth of its week. */
const mondayOf = (day: number): number => day - ((day + 3) % 7);
