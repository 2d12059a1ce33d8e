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
const ABOUT: Record<string, string> = {
  first: mark("web.edition.first.about"),
  roger: mark("web.edition.roger.about"),
  second: mark("web.edition.second.about"),
  manual: mark("web.edition.manual.about"),
  hungarian: mark("web.edition.hungarian.about"),
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

/** What is special about an edition, in one sentence. */
export function editionAbout(edition: string): string {
  const id = ABOUT[edition];
  return id ? t(id) : "";
}

/** How fast a table plays, with the time there is for a move. */
export function paceInWords(pace: TableSettings["pace"]): string {
  if (pace?.kind === "days") {
    const hours = pace.hours_a_move ?? 72;
    return hours % 24 ? plural("web.pace.days.each", hours) : plural("web.pace.days.each-day", hours / 24);
  }
  if (pace?.kind !== "live") return t("web.pace.relaxed");
  const minutes = Math.round((pace.bank_ms ?? 0) / 60_000);
  return t("web.pace.live.each", { minutes, seconds: Math.round((pace.increment_ms ?? 0) / 1000) });
}

/** What happens when somebody's time runs out, or when they are away. */
function absenceInWords(settings: TableSettings): string {
  if (settings.rated) return t("web.rated.missed");
  const { kind, on_timeout, missed_moves } = settings.pace ?? {};
  if (kind === "days" || kind === "live")
    return on_timeout === "wait" ? t("web.pace.timeout-waits") : plural("web.pace.missed", missed_moves ?? 3);
  return settings.public ? t("web.pace.away-bot") : t("web.pace.waits");
}

/** Everything that a guest wants to know before sitting down. `usual`: the edition's rounds, where they are known. */
export function settingsList(settings: TableSettings, usual: number | null): string[] {
  const rounds = settings.rounds ?? usual;
  const edition = settings.edition ?? "";
  const facts = [
    settings.rated ? `${t("web.rated.mark")} – ${t("web.rated.about")}` : "",
    [editionName(edition), editionAbout(edition)].filter(Boolean).join(" – "),
    rounds ? plural("web.rounds", rounds) : "",
    settings.removed_colour ? t("web.without-colour", { colour: colourName(settings.removed_colour) }) : "",
    paceInWords(settings.pace),
    absenceInWords(settings),
    settings.rated ? t("web.rated.leaving") : "",
    settings.hints ? t("web.table.hints") : t("web.table.no-hints"),
    settings.coach ? t("web.new.coach") : "",
    settings.take_backs ? t("web.table.take-backs") : t("web.table.no-take-backs"),
    settings.last_trick_only ? t("web.last-trick-only") : "",
  ];
  return facts.filter(Boolean);
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
