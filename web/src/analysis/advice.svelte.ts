/** What the seat to act can do on the board, better and better while more possible hands are tried. */
import { untrack } from "svelte";
import { word } from "../i18n/words";
import { localHost } from "../local/host.svelte";
import { ApiError } from "../wire/api";
import type { Analysis } from "./analysis.svelte";

const EFFORTS = 3;

export interface Line {
  action: string;
  /** The chance to make a target, and its standard error; null where nobody knows. */
  made: number;
  error: number | null;
  margin: number;
}
interface Found {
  text: string;
  lines: Line[];
  /** In how many possible hands each was tried; 0: a club player was asked. */
  worlds: number;
  /** There is more to come. */
  more: boolean;
}

export class Advice {
  problem = $state("");
  private found = $state.raw<Found | null>(null);

  constructor(private readonly analysis: Analysis) {}

  readonly shown = $derived.by(() => (this.found?.text === this.analysis.data?.text ? this.found : null));

  /** Run in an effect: ask about whatever is on the board. */
  attend(): void {
    const { data } = this.analysis;
    if (data?.known && data.actions.length) untrack(() => void this.ask(data.text));
  }

  private async ask(text: string): Promise<void> {
    this.problem = "";
    if (this.found?.text === text && !this.found.more) return;
    try {
      for (let effort = 0; effort < EFFORTS && this.on(text); effort++) {
        const { candidates } = await localHost.ask("judge", { text, effort });
        // The best by the judges first; the others by points, also those that were looked at for a short time only.
        const [best, ...others] = candidates;
        const ordered = best ? [best, ...others.sort((a, b) => b.margin - a.margin)] : [];
        const lines = ordered.map(({ action, made, margin, worlds }) => ({ action, made, error: deviation(made, worlds), margin }));
        const worlds = Math.max(...candidates.map((each) => each.worlds));
        if (this.on(text)) this.found = { text, lines, worlds, more: effort + 1 < EFFORTS };
      }
    } catch (error) {
      if (this.on(text)) await this.askClub(text, error);
    }
  }

  /** Where the kernel does not run, a club player is asked. */
  private async askClub(text: string, why: unknown): Promise<void> {
    try {
      const { options } = await localHost.ask("positionAdvice", { text });
      const lines = options.map(({ action, chance, margin }) => ({ action, made: chance, error: null, margin }));
      if (this.on(text)) this.found = { text, lines, worlds: 0, more: false };
    } catch {
      this.problem = why instanceof ApiError ? word(why.reason) : String(why);
    }
  }

  private on(text: string): boolean {
    return this.analysis.data?.text === text;
  }
}

/** The standard error of a share that was counted in so many hands. */
export function deviation(share: number, worlds: number): number {
  return Math.sqrt((share * (1 - share)) / Math.max(1, worlds));
}
