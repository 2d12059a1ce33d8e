/**
 * What is on the screen, one update after the other. A full trick lies there for a moment before it is collected, though
 * the server's next view has it collected already. A round ends in steps: its last trick, the count, then what the server
 * sent with it, the result and the next deal. Whoever comes back after a while sees the newest position at once.
 */
import type { AnyEntry, TrickTaken, Update } from "../types";
import { motionWanted } from "../app/settings.svelte";
import { effectsOf } from "./effects";
import { roundEnd } from "./round-end";

export interface FinishedTrick {
  leader: number;
  plays: string[];
  winner: number;
}

const TRICK_MS = 1500;
const COUNT_MS = 900;
const STEP_MS = 120;
const BEHIND = 6;

/** What happened before a round was scored, and from then on. */
function split(entries: readonly AnyEntry[]): [before: AnyEntry[], after: AnyEntry[]] {
  const before: AnyEntry[] = [];
  const after: AnyEntry[] = [];
  for (const each of entries) {
    const scored = effectsOf([each]).findIndex((effect) => effect.type === "scored");
    if (each.kind === "moved" && scored >= 0) {
      before.push({ ...each, effects: each.effects.slice(0, scored) });
      after.push({ ...each, effects: each.effects.slice(scored) });
    } else (after.length ? after : before).push(each);
  }
  return [before, after];
}

export class Presenter {
  /** The update that is shown. */
  shown = $state.raw<Update | null>(null);
  /** A full trick that is still being looked at. */
  finished = $state.raw<FinishedTrick | null>(null);
  /** Whether the newest is shown. */
  current = $state(true);
  private queue: Update[] = [];
  private running = false;
  private skip: (() => void) | null = null;

  constructor(private readonly tell: (entries: AnyEntry[], update: Update) => void) {}

  push(update: Update, first: boolean): void {
    if (first || !this.shown) {
      this.shown = update;
      return;
    }
    this.queue.push(update);
    this.current = false;
    if (!this.running) void this.run();
  }

  /** Do not wait any longer. */
  hurry(): void {
    this.skip?.();
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let update = this.queue.shift(); update; update = this.queue.shift()) {
      const behind = this.queue.length > BEHIND || document.hidden;
      const effects = effectsOf(update.entries);
      const end = behind || !this.shown ? null : roundEnd(this.shown, effects);
      const trick = effects.findLast((effect): effect is TrickTaken => effect.type === "trick");
      // A trick that something followed on is no longer on the table.
      const lies = trick && (end || effects.at(-1) === trick);
      this.finished = lies ? { leader: trick.leader, plays: trick.plays, winner: trick.seat } : null;
      let entries = update.entries;
      if (end) {
        const [before, after] = split(entries);
        this.shown = end;
        this.tell(before, end);
        await this.pause(motionWanted() ? TRICK_MS : TRICK_MS * 0.8);
        this.finished = null;
        await this.pause(COUNT_MS);
        entries = after;
      }
      this.shown = update;
      this.current = this.queue.length === 0;
      this.tell(entries, update);
      if (this.finished && !behind) await this.pause(motionWanted() ? TRICK_MS : TRICK_MS * 0.8);
      else if (!behind && this.queue.length > 0) await this.pause(STEP_MS);
      this.finished = null;
    }
    this.running = false;
  }

  private async pause(ms: number): Promise<void> {
    await new Promise<void>((done) => {
      this.skip = done;
      setTimeout(done, ms);
    });
    this.skip = null;
  }
}
