/** A contest in words: what is played, how it is scored, where it is. */
import { decimal, signed } from "../i18n/numbers";
import { language, mark, plural, t } from "../i18n/texts.svelte";
import { moment } from "../i18n/times";
import { editionName, paceInWords } from "../table/settings-words";
import type { Contest, ContestSettings, ContestSummary } from "../types";

export type Kind = ContestSettings["kind"];
export type Form = ContestSettings["form"];
export type Scoring = NonNullable<ContestSettings["scoring"]>;

const KIND: Record<Kind, string> = {
  tournament: mark("web.contests.tournament"),
  duplicate: mark("web.contests.duplicate"),
};
const FORM: Record<Form, { name: string; about: string }> = {
  "round-robin": { name: mark("web.contests.round-robin"), about: mark("web.contests.round-robin.about") },
  swiss: { name: mark("web.contests.swiss"), about: mark("web.contests.swiss.about") },
  together: { name: mark("web.contests.together"), about: mark("web.contests.together.about") },
  days: { name: mark("web.contests.days"), about: mark("web.contests.days.about") },
  champion: { name: mark("web.contests.champion"), about: mark("web.contests.champion.about") },
};
const SCORING: Record<Scoring, { name: string; about: string }> = {
  places: { name: mark("web.contests.places"), about: mark("web.contests.places.about") },
  matchpoints: { name: mark("web.contests.matchpoints"), about: mark("web.contests.matchpoints.about") },
  mean: { name: mark("web.contests.mean"), about: mark("web.contests.mean.about") },
};
const STATUS: Record<Contest["status"], string> = {
  open: mark("web.contests.status.open"),
  playing: mark("web.contests.status.playing"),
  over: mark("web.contests.status.over"),
};

export const kindName = (kind: Kind): string => t(KIND[kind]);
export const formName = (form: Form): string => t(FORM[form].name);
export const formAbout = (form: Form): string => t(FORM[form].about);
export const scoringName = (scoring: Scoring): string => t(SCORING[scoring].name);
export const scoringAbout = (scoring: Scoring): string => t(SCORING[scoring].about);
export const statusName = (status: Contest["status"]): string => t(STATUS[status]);
/** "Ann, Bea and Cem". */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(language.code).format(names);

/** Each person plays against bots, without a clock and without others at the table. */
export const alone = (form: Form): boolean => form === "days" || form === "champion";

/** How a score is written: places and matchpoints as they are, points over the mean with their sign. */
export function scoreText(score: number | null | undefined, scoring: Scoring): string {
  if (score === null || score === undefined) return "–";
  if (scoring === "mean") return signed(score);
  return Number.isInteger(score) ? String(score) : decimal(score);
}

/** What a contest plays, in short facts. */
export function factsOf(settings: ContestSettings): string[] {
  const { form, rounds = 3, deals = 4, players = 4, pace, same_deals } = settings;
  const lone = alone(form);
  return [
    formName(form),
    lone ? plural("web.contests.tables-each", rounds) : plural("web.contests.rounds", rounds),
    plural("web.contests.deals-each", deals),
    plural("web.contests.players-each", players),
    same_deals && settings.kind === "tournament" ? t("web.contests.same-deals") : "",
    lone ? "" : paceInWords(pace ?? USUAL_PACE),
    editionName(settings.edition ?? ""),
    scoringName(settings.scoring ?? "places"),
  ].filter(Boolean);
}

/** 5 minutes and 10 seconds a move (src/nokosu/table/rated.py). */
const USUAL_PACE = { kind: "live", bank_ms: 300_000, increment_ms: 10_000 } as const;

/** A contest in a list, in one line. */
export function summaryFacts({ form, status, round, rounds, people }: ContestSummary): string {
  const begun = status === "playing" && round > 0;
  return [
    formName(form),
    begun ? t("web.contests.round-of", { round, rounds }) : "",
    plural("web.contests.people", people),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Today at a time of day, another day with its date. */
export function timeOf(at: number, now = Date.now()): string {
  const [day, today] = [new Date(at).toDateString(), new Date(now).toDateString()];
  if (day !== today) return moment(at);
  return new Date(at).toLocaleTimeString(language.code, { hour: "2-digit", minute: "2-digit" });
}

/** "4:05" or "1:02:00" */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
