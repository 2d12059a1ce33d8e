/** A table that belongs to a contest: the way back, and what is still sealed of it. */
import { t } from "../i18n/texts.svelte";
import type { EventRef, TableState } from "../types";

export const contestLink = ({ kind }: EventRef): string =>
  kind === "duplicate" ? t("web.end.to-duplicate") : t("web.end.to-tournament");

/** Whether others play the same deal, or may: no replay, review or proof of it yet. */
export function isSealed(table: TableState | null | undefined): boolean {
  const event = table?.event;
  return Boolean(event?.ranked && event.same_deal !== false);
}
