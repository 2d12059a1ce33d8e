/** The tutorial's scenes: positions prepared by core (tools/web_tutorial.py), words from the catalogue. */
import data from "../generated/data/tutorial.json";
import { mark } from "../i18n/texts.svelte";
import type { Reason } from "../types";

export interface ScoreLine {
  kept: string;
  won: number;
  made: boolean;
  tricks: number;
  bonus: number;
  zero_bonus: number;
  points: number;
}

export interface Scene {
  name: string;
  kind: "look" | "pick" | "mark" | "play" | "winner" | "score";
  trump?: string;
  trick?: string[];
  hand?: string[];
  dice?: string[];
  pool?: string[];
  /** Tricks won so far. */
  won?: number;
  /** A zero die was taken. */
  zero?: boolean;
  /** Every right answer. What is neither right nor barred may be played, but misses the target. */
  right?: string[];
  /** Why a piece may not be played. */
  why?: Record<string, Reason>;
  /** In the draft: taking this die leaves that one, and these pieces become trumps. */
  leaves?: Record<string, string>;
  trumps?: Record<string, string[]>;
  lines?: ScoreLine[];
  options?: number[];
}

interface Words {
  title: string;
  text: string;
  done: string;
  /** Allowed, but not what one wants here. */
  poor?: string;
}

export const SCENES = data.scenes as unknown as readonly Scene[];
export const WORDS: Record<string, Words> = {
  goal: { title: mark("web.tutorial.goal.title"), text: mark("web.tutorial.goal.text"), done: mark("web.tutorial.goal.done") },
  deal: { title: mark("web.tutorial.deal.title"), text: mark("web.tutorial.deal.text"), done: mark("web.tutorial.deal.done") },
  draft: { title: mark("web.tutorial.draft.title"), text: mark("web.tutorial.draft.text"), done: mark("web.tutorial.draft.done") },
  trump: { title: mark("web.tutorial.trump.title"), text: mark("web.tutorial.trump.text"), done: mark("web.tutorial.trump.done") },
  follow: { title: mark("web.tutorial.follow.title"), text: mark("web.tutorial.follow.text"), done: mark("web.tutorial.follow.done") },
  void: { title: mark("web.tutorial.void.title"), text: mark("web.tutorial.void.text"), done: mark("web.tutorial.void.done") },
  winner: { title: mark("web.tutorial.winner.title"), text: mark("web.tutorial.winner.text"), done: mark("web.tutorial.winner.done") },
  target: {
    title: mark("web.tutorial.target.title"),
    text: mark("web.tutorial.target.text"),
    done: mark("web.tutorial.target.done"),
    poor: mark("web.tutorial.target.poor"),
  },
  "last-die": { title: mark("web.tutorial.last.title"), text: mark("web.tutorial.last.text"), done: mark("web.tutorial.last.done") },
  zero: {
    title: mark("web.tutorial.zero.title"),
    text: mark("web.tutorial.zero.text"),
    done: mark("web.tutorial.zero.done"),
    poor: mark("web.tutorial.zero.poor"),
  },
  score: { title: mark("web.tutorial.score.title"), text: mark("web.tutorial.score.text"), done: mark("web.tutorial.score.done") },
};
