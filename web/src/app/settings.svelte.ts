import { plainHost } from "./site";

export type Pace = "relaxed" | "normal" | "fast" | "instant";

/** What somebody likes, kept on this device alone. */
export interface Settings {
  language: string | null;
  theme: "auto" | "light" | "dark";
  palette: "standard" | "red-green" | "contrast";
  /** Numbers on dice instead of pips. */
  numerals: boolean;
  /** One's own dice by their places on the second edition's player board. */
  playerBoard: boolean;
  motion: boolean;
  /** How fast bots play, and how long things are shown. */
  pace: Pace;
  sounds: boolean;
  /** From 0 to 100. */
  volume: number;
  notify: boolean;
  /** Play a move for me when there is only one. */
  autoForced: boolean;
  /** Ask once before a die is given away that ends a target. */
  warnTarget: boolean;
  /** The match does not count any more once a hint or undo is used: this was said. */
  knowsAssists: boolean;
  /** Faster bots were offered. */
  paceOffered: boolean;
  /** U and H do something by themselves. */
  shortcuts: boolean;
  /** Show what bots say. */
  botReactions: boolean;
  name: string;
  face: string | null;
  level: string | null;
  /** A coach at tables against bots, and how often each of its ideas was got right or heard. */
  coach: boolean;
  ideas: Record<string, number>;
  players: number;
  edition: string | null;
  /** As many rounds as the edition says, or one for each player. */
  rounds: "edition" | "players";
  /** Who passed this device around last. */
  people: { name: string; face: string | null }[];
  /** Play against bots on this device rather than at the server. */
  device: boolean;
  /** The scene of the tutorial to go on with, and whether it was finished once. */
  tutorialAt: number;
  tutorialDone: boolean;
  /** The app was offered, and not wanted. */
  installDeclined: boolean;
}

const KEY = "nokosu.settings";
const DEFAULTS: Settings = {
  language: null,
  theme: "auto",
  palette: "standard",
  numerals: false,
  playerBoard: true,
  motion: true,
  pace: "normal",
  sounds: false,
  volume: 70,
  notify: false,
  autoForced: false,
  warnTarget: true,
  knowsAssists: false,
  paceOffered: false,
  shortcuts: true,
  botReactions: true,
  name: "",
  face: null,
  level: null,
  coach: false,
  ideas: {},
  players: 4,
  edition: null,
  rounds: "edition",
  people: [],
  device: true,
  tutorialAt: 0,
  tutorialDone: false,
  installDeclined: false,
};

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

// Without a server there is nothing to choose.
export const settings: Settings = $state({ ...DEFAULTS, ...kept(), ...(plainHost ? { device: true } : {}) });

/** Run in an effect: keeps the settings and shows them on the page. */
export function applySettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
  root.dataset.motion = settings.motion ? "on" : "off";
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A private window may refuse; then they hold until it is closed.
  }
}

/** Whether things may move on the screen. */
export function motionWanted(): boolean {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const TEMPO: Record<Pace, number> = { relaxed: 1.5, normal: 1, fast: 0.5, instant: 0 };

/** What every duration on the table is multiplied by; 0: nothing is waited for. */
export function tempo(): number {
  return TEMPO[settings.pace];
}
