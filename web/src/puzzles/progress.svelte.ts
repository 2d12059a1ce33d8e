/** What somebody has solved, kept on this device alone: first answers, a rating, a streak of days, reports. */
import { dailyId, dayOf } from "./book";

interface Progress {
  /** First answers by puzzle: right or not. */
  first: Record<string, boolean>;
  rating: number;
  /** The last day whose puzzle was solved, and how many days in a row. */
  day: number;
  streak: number;
  reported: string[];
}

const KEY = "nokosu.puzzles";
export const START = 1200;
const FRESH: Progress = { first: {}, rating: START, day: 0, streak: 0, reported: [] };

function kept(): Partial<Progress> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>;
  } catch {
    return {};
  }
}

const state: Progress = $state({ ...FRESH, ...kept() });

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // A private window may refuse; then it holds until it is closed.
  }
}

/** The rating after a puzzle (Elo): large steps at first, smaller ones once there are answers behind it. */
export function rated(own: number, puzzle: number, right: boolean, answers: number): number {
  const likely = 1 / (1 + 10 ** ((puzzle - own) / 400));
  return Math.round(own + (answers < 20 ? 48 : 24) * (Number(right) - likely));
}

export const progress = {
  get rating(): number {
    return state.rating;
  },
  get answers(): number {
    return Object.keys(state.first).length;
  },
  get solved(): number {
    return Object.values(state.first).filter(Boolean).length;
  },
  /** Days in a row; a day that is not over yet breaks nothing. */
  streak(now = Date.now()): number {
    return state.day >= dayOf(now) - 1 ? state.streak : 0;
  },
  solvedToday: (now = Date.now()): boolean => state.day === dayOf(now),
  first: (id: string): boolean | undefined => state.first[id],
  reported: (id: string): boolean => state.reported.includes(id),
  /** Remember an answer; true if it was the first to this puzzle. */
  answered(id: string, puzzle: number, right: boolean, now = Date.now()): boolean {
    const fresh = !(id in state.first);
    if (fresh) {
      state.rating = rated(state.rating, puzzle, right, Object.keys(state.first).length);
      state.first[id] = right;
    }
    const day = dayOf(now);
    if (right && id === dailyId(day) && state.day !== day) {
      state.streak = state.day === day - 1 ? state.streak + 1 : 1;
      state.day = day;
    }
    keep();
    return fresh;
  },
  report(id: string): void {
    if (!state.reported.includes(id)) state.reported.push(id);
    keep();
  },
};
