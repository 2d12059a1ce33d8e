/** A table's settings in a line. */
import { mark, plural, t } from "../i18n/texts.svelte";
import { colourName } from "../i18n/words";
import type { TableSettings } from "../types";

export const EDITION: Record<string, string> = {
  first: mark("web.edition.first"),
  roger: mark("web.edition.roger"),
  second: mark("web.edition.second"),
  manual: mark("web.edition.manual"),
  hungarian: mark("web.edition.hungarian"),
};
export const PACE: Record<string, string> = {
  live: mark("web.pace.live"),
  relaxed: mark("web.pace.relaxed"),
  days: mark("web.pace.days"),
};

export function editionName(edition: string): string {
  const id = EDITION[edition];
  return id ? t(id) : edition;
}

export function settingsInWords(settings: TableSettings): string {
  const facts = [
    plural("web.players", settings.players ?? 0),
    editionName(settings.edition ?? ""),
    settings.rounds ? plural("web.rounds", settings.rounds) : "",
    settings.removed_colour ? t("web.without-colour", { colour: colourName(settings.removed_colour) }) : "",
    t(PACE[settings.pace?.kind ?? "relaxed"] ?? ""),
    settings.last_trick_only ? t("web.last-trick-only") : "",
  ];
  return facts.filter(Boolean).join(" · ");
}
