/** The tutorial's scenes: positions prepared by core (tools/web_tutorial.py), words from the catalogue. */
import data from "../generated/data/tutorial.json";
import { mark } from "../i18n/texts.svelte";
import type { Help, ScoreLine, View } from "../types";

export interface Scene {
  name: string;
  /** Look; do something at the table; find every trump; choose among seats or other options. */
  kind: "look" | "play" | "mark" | "winner" | "options";
  view: View;
  help: Help;
  /** The actions that are right, and the fields that change with each of them. */
  after?: Record<string, { view: Partial<View>; help: Partial<Help> }>;
  /** The pieces or options that are right. */
  right?: string[];
  options?: (string | number)[];
  /** A round that is over. */
  lines?: ScoreLine[];
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
  hand: {
    title: mark("web.tutorial.hand.title"),
    text: mark("web.tutorial.hand.text"),
    done: mark("web.tutorial.hand.done"),
    poor: mark("web.tutorial.hand.poor"),
  },
  trump: { title: mark("web.tutorial.trump.title"), text: mark("web.tutorial.trump.text"), done: mark("web.tutorial.trump.done") },
  follow: { title: mark("web.tutorial.follow.title"), text: mark("web.tutorial.follow.text"), done: mark("web.tutorial.follow.done") },
  void: { title: mark("web.tutorial.void.title"), text: mark("web.tutorial.void.text"), done: mark("web.tutorial.void.done") },
  equal: {
    title: mark("web.tutorial.equal.title"),
    text: mark("web.tutorial.equal.text"),
    done: mark("web.tutorial.equal.done"),
    poor: mark("web.tutorial.equal.poor"),
  },
  winner: { title: mark("web.tutorial.winner.title"), text: mark("web.tutorial.winner.text"), done: mark("web.tutorial.winner.done") },
  chips: {
    title: mark("web.tutorial.chips.title"),
    text: mark("web.tutorial.chips.text"),
    done: mark("web.tutorial.chips.done"),
    poor: mark("web.tutorial.chips.poor"),
  },
  target: {
    title: mark("web.tutorial.target.title"),
    text: mark("web.tutorial.target.text"),
    done: mark("web.tutorial.target.done"),
    poor: mark("web.tutorial.target.poor"),
  },
  "last-die": { title: mark("web.tutorial.last.title"), text: mark("web.tutorial.last.text"), done: mark("web.tutorial.last.done") },
  shed: {
    title: mark("web.tutorial.shed.title"),
    text: mark("web.tutorial.shed.text"),
    done: mark("web.tutorial.shed.done"),
    poor: mark("web.tutorial.shed.poor"),
  },
  estimate: {
    title: mark("web.tutorial.estimate.title"),
    text: mark("web.tutorial.estimate.text"),
    done: mark("web.tutorial.estimate.done"),
    poor: mark("web.tutorial.estimate.poor"),
  },
  choose: {
    title: mark("web.tutorial.choose.title"),
    text: mark("web.tutorial.choose.text"),
    done: mark("web.tutorial.choose.done"),
    poor: mark("web.tutorial.choose.poor"),
  },
  draft: {
    title: mark("web.tutorial.draft.title"),
    text: mark("web.tutorial.draft.text"),
    done: mark("web.tutorial.draft.done"),
    poor: mark("web.tutorial.draft.poor"),
  },
  zero: {
    title: mark("web.tutorial.zero.title"),
    text: mark("web.tutorial.zero.text"),
    done: mark("web.tutorial.zero.done"),
    poor: mark("web.tutorial.zero.poor"),
  },
  score: { title: mark("web.tutorial.score.title"), text: mark("web.tutorial.score.text"), done: mark("web.tutorial.score.done") },
};
