/** What somebody fills in to set up a contest, and the settings that follow from it. */
import { clockPace, USUAL_CLOCK } from "../ratings/clocks";
import type { ContestSettings } from "../types";
import { alone, type Form, type Kind, type Scoring } from "./words";

/** The last of the choices of time: moves are made over days. */
export const OVER_DAYS = 3;

export interface Wish {
  kind: Kind;
  form: Form;
  edition: string;
  players: number;
  rounds: number;
  deals: number;
  sameDeals: boolean;
  scoring: Scoring;
  clock: number;
  days: number;
  breakMinutes: number;
  starts: "host" | "time";
  /** In the reader's own time, as an input gives them. */
  startTime: string;
  closeTime: string;
}

const DAY_MS = 86_400_000;

export function usualWish(kind: Kind, now: number): Wish {
  const close = new Date(now + 7 * DAY_MS);
  close.setHours(22, 0, 0, 0);
  const start = new Date(now);
  start.setMinutes(start.getMinutes() + 30 - (start.getMinutes() % 15), 0, 0);
  return {
    kind,
    form: kind === "tournament" ? "round-robin" : "together",
    edition: "",
    players: 4,
    rounds: kind === "tournament" ? 3 : 2,
    deals: 4,
    sameDeals: kind === "duplicate",
    scoring: kind === "tournament" ? "places" : "matchpoints",
    clock: USUAL_CLOCK,
    days: 2,
    breakMinutes: 1,
    starts: "host",
    startTime: localTime(start),
    closeTime: localTime(close),
  };
}

/** A moment as an input of the kind datetime-local has it. */
export function localTime(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** How results can be scored: points compared with others' need the same deals. */
export function scorings({ kind, sameDeals }: Wish): Scoring[] {
  if (kind === "duplicate") return ["matchpoints", "mean"];
  return sameDeals ? ["places", "matchpoints", "mean"] : ["places"];
}

export function settingsOf(wish: Wish): ContestSettings {
  const lone = alone(wish.form);
  const possible = scorings(wish);
  const overDays = wish.clock === OVER_DAYS;
  return {
    kind: wish.kind,
    form: wish.form,
    edition: wish.edition,
    players: wish.players,
    rounds: wish.rounds,
    deals: wish.deals,
    same_deals: wish.kind === "duplicate" || wish.sameDeals,
    scoring: possible.includes(wish.scoring) ? wish.scoring : (possible[0] ?? "places"),
    pace: lone ? null : overDays ? { kind: "days", hours_a_move: wish.days * 24 } : clockPace(wish.clock),
    break_s: lone ? 0 : wish.breakMinutes * 60,
    starts: lone || wish.starts === "host" ? null : new Date(wish.startTime).getTime(),
    closes: wish.form === "days" ? new Date(wish.closeTime).getTime() : null,
  };
}
