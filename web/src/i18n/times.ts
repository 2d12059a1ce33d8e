/** Spans of time as the reader's language says them, in the largest unit that fits. */
import { language } from "./texts.svelte";

const MINUTE = 60_000;
const UNITS = [
  { unit: "day", ms: 24 * 60 * MINUTE },
  { unit: "hour", ms: 60 * MINUTE },
  { unit: "minute", ms: MINUTE },
] as const;

function largest(ms: number): { unit: "day" | "hour" | "minute"; count: number } {
  const { unit, ms: size } = UNITS.find((each) => ms >= each.ms) ?? UNITS[2];
  return { unit, count: Math.floor(ms / size) };
}

/** "3 hours" */
export function span(ms: number): string {
  const { unit, count } = largest(Math.max(ms, MINUTE));
  return new Intl.NumberFormat(language.code, { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/** "3 hours ago" */
export function ago(ms: number): string {
  const { unit, count } = largest(Math.max(ms, 0));
  return new Intl.RelativeTimeFormat(language.code, { numeric: "auto" }).format(-count, unit);
}

/** A moment as a date: "Wed, 19 Nov, 18:00". */
export function moment(at: number): string {
  return new Intl.DateTimeFormat(language.code, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(at);
}
