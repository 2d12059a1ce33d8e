/** The time controls of rated tables (src/nokosu/table/rated.py). */
import { t } from "../i18n/texts.svelte";

const CLOCKS = [
  { minutes: 3, seconds: 5 },
  { minutes: 5, seconds: 10 },
  { minutes: 10, seconds: 20 },
] as const;

export const USUAL_CLOCK = 1;

export function clockOptions(): { value: number; label: string }[] {
  return CLOCKS.map((clock, value) => ({ value, label: t("web.rated.clock", clock) }));
}

export function clockPace(clock: number): { kind: "live"; bank_ms: number; increment_ms: number } {
  const { minutes, seconds } = CLOCKS[clock] ?? CLOCKS[USUAL_CLOCK];
  return { kind: "live", bank_ms: minutes * 60_000, increment_ms: seconds * 1000 };
}
