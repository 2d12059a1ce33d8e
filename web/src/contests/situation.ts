/** Where somebody is in a contest, and what they can do next: one answer from all that the server says. */
import type { Contest } from "../types";
import { alone } from "./words";

export type Situation =
  /** One's own table is waiting. */
  | "play"
  /** Enter, for the first time or again. */
  | "enter"
  /** Entered, and the first round has not begun. */
  | "entered"
  /** Entered while a round was being played: one's first table comes with the next round. */
  | "next-round"
  /** One's own table is over, and others are still being played. */
  | "others-play"
  /** All tables are over, and there is a break. */
  | "break"
  /** All own tables are over; the others', or the champion's, are not. */
  | "played"
  | "withdrawn"
  /** Not taking part, and too late for it. */
  | "watching"
  | "over";

export function situationOf(contest: Contest): Situation {
  if (contest.status === "over") return "over";
  if (contest.may.includes("play")) return "play";
  const mine = contest.standings.find(({ mine }) => mine);
  if (mine?.withdrawn) return "withdrawn";
  if (!mine) return contest.may.includes("enter") || mayStillEnter(contest) ? "enter" : "watching";
  if (alone(contest.settings.form)) return "played";
  if (contest.status === "open") return "entered";
  if ((contest.opened ?? 0) === (contest.round ?? 0)) return "break";
  const seated = contest.tables.some(({ seats }) => seats.some(({ entrant }) => entrant === contest.me));
  return seated ? "others-play" : "next-round";
}

/** For people whom the server does not know yet: they get a name, and enter. */
export function mayStillEnter({ status, settings, round = 0, me }: Contest): boolean {
  if (me !== null && me !== undefined) return false;
  if (settings.form === "champion" || status === "over") return false;
  if (status === "open") return true;
  return !alone(settings.form) && round < (settings.rounds ?? 3);
}

/** How many tables of the newest round are still being played. */
export const stillPlaying = ({ tables }: Contest): number => tables.filter(({ finished }) => !finished).length;

/** Those in the first place, once something has counted. */
export function winners(contest: Contest): string[] {
  const counted = contest.standings.filter(({ rounds = [] }) => rounds.some((score) => score !== null));
  return counted.filter(({ place }) => place === 1).map(({ name }) => name);
}
