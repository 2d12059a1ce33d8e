/**
 * What is on the screen, one update after the other. A full trick lies there for a moment before it is collected, though
 * the server's next view has it collected already. A round ends in steps: its last trick, every seat's kept die against
 * its tricks, the points, the result; the next deal follows when the result is closed. Nothing moves behind an open
 * dialog. A click or a key ends the wait; people who come back after a while see the newest position at once.
 */
import { motionWanted, tempo } from "../app/settings.svelte";
import type { AnyEffect, AnyEntry, RoundScored, ScoreLine, TrickTaken, Update } from "../types";
import { modalOpen, whenUncovered } from "../ui/modal";
import { sound } from "../ui/sounds";
import { effectsOf } from "./effects";
import { counted, countOrder, roundEnd, splitEntries } from "./round-end";

export interface FinishedTrick {
  leader: number;
  plays: string[];
  winner: number;
}

/** A round being counted: its seats in order, how many of them were turned, and whether the points are out. */
export interface Count {
  lines: ScoreLine[];
  order: number[];
  turned: number;
  points: boolean;
}

/** Moves pieces from where they are to where a change puts them. */
export interface Stage {
  /** `sweptTo`: the seat that the trick on the table goes to. */
  change(apply: () => void, effects: readonly AnyEffect[], sweptTo: number | null): void;
  finish(): void;
}

const TRICK_MS = 1500;
const SWEEP_MS = 450;
const TRUMP_MS = 2200;
const TURN_MS = 550;
const POINTS_MS = 700;
const COUNTED_MS = 1100;
const STEP_MS = 180;
const BEHIND = 6;

export class Presenter {
  /** The update that is shown. */
  shown = $state.raw<Update | null>(null);
  /** A full trick that is still being looked at. */
  finished = $state.raw<FinishedTrick | null>(null);
  /** The end of a round, while it is being counted. */
  count = $state.raw<Count | null>(null);
  /** The last die is left over, and becomes the trump die: a calm beat. */
  moment = $state(false);
  /** Whether the newest is shown. */
  current = $state(true);
  /** The newest update, shown or not. */
  newest = $state.raw<Update | null>(null);
  /** The table's own, once it is on the page. */
  stage: Stage | null = null;
  private queue: Update[] = [];
  private running = false;
  private stopped = false;
  private hurried = false;
  private skip: (() => void) | null = null;

  constructor(private readonly tell: (entries: AnyEntry[], update: Update) => void) {}

  push(update: Update, first: boolean): void {
    this.newest = update;
    if (first || !this.shown) {
      this.shown = update;
      return;
    }
    // What was undone before it was shown is not shown any more.
    if (update.entries.some((each) => each.kind === "taken_back")) {
      this.queue = [];
      this.hurry();
    }
    this.queue.push(update);
    this.current = false;
    if (!this.running) void this.run();
  }

  /** The table is left: show nothing more. */
  stop(): void {
    this.stopped = true;
    this.skip = null;
    this.queue = [];
  }

  /** Do not wait any longer for what is shown now. */
  hurry(): void {
    this.stage?.finish();
    if (!this.skip) return;
    this.hurried = true;
    this.skip();
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let update = this.queue.shift(); update; update = this.queue.shift()) {
      if (modalOpen()) await this.uncovered();
      await this.present(update);
    }
    this.running = false;
  }

  private async present(update: Update): Promise<void> {
    const behind = this.queue.length > BEHIND || document.hidden;
    this.hurried = false;
    let entries = update.entries;
    const end = behind || !this.shown ? null : roundEnd(this.shown, effectsOf(entries));
    if (end) {
      const [before, result, after] = splitEntries(entries);
      await this.endRound(end, before, result);
      entries = after;
      if (entries.length === 0) {
        // The match is over: there is nothing to come but the newest view.
        this.shown = update;
        this.current = this.queue.length === 0;
        return;
      }
      if (modalOpen()) await this.uncovered();
    }
    const effects = effectsOf(entries);
    const last = effects.at(-1);
    // A trick that something followed on is no longer on the table.
    const trick = last?.type === "trick" ? last : null;
    const trump = !behind && tempo() > 0 && !this.shown?.view?.trump && Boolean(update.view?.trump);
    this.change(effects, () => {
      this.shown = update;
      this.count = null;
      this.moment = trump;
      this.finished = trick && lying(trick);
      this.current = this.queue.length === 0;
    });
    this.tell(entries, update);
    if (behind) {
      this.finished = null;
      return;
    }
    if (trump) await this.beat();
    if (trick) await this.look(trick);
    if (this.queue.length > 0) await this.pause(STEP_MS);
  }

  /** The last trick whole, every seat's kept die against its tricks, the points; then the result. */
  private async endRound(end: Update, before: AnyEntry[], result: AnyEntry[]): Promise<void> {
    const effects = effectsOf(before);
    const trick = effects.findLast((effect): effect is TrickTaken => effect.type === "trick");
    this.change(effects, () => {
      this.shown = end;
      this.finished = trick ? lying(trick) : null;
    });
    this.tell(before, end);
    if (trick) await this.look(trick);
    await this.pause(SWEEP_MS);
    const scored = effectsOf(result).find((effect): effect is RoundScored => effect.type === "scored");
    if (scored && tempo() > 0) await this.countOut(scored.lines, countOrder(end));
    if (scored) this.shown = counted(end, scored);
    this.tell(result, end);
  }

  private async countOut(lines: ScoreLine[], order: number[]): Promise<void> {
    for (let turned = 1; turned <= order.length && motionWanted() && !this.hurried; turned += 1) {
      this.count = { lines, order, turned, points: false };
      await this.pause(TURN_MS);
    }
    this.count = { lines, order, turned: order.length, points: true };
    await this.pause(POINTS_MS + COUNTED_MS);
  }

  /** Let people see what is trump, and read it. */
  private async beat(): Promise<void> {
    sound("trump");
    await this.pause(TRUMP_MS);
    this.moment = false;
  }

  /** Let a full trick lie, then sweep it to its winner. */
  private async look(trick: TrickTaken): Promise<void> {
    await this.pause(TRICK_MS);
    sound("sweep");
    this.change([], () => (this.finished = null), trick.seat);
  }

  private change(effects: readonly AnyEffect[], apply: () => void, sweptTo: number | null = null): void {
    if (this.stage && motionWanted() && tempo() > 0 && !document.hidden) this.stage.change(apply, effects, sweptTo);
    else apply();
  }

  /** Wait while a dialog lies over the table; not for people who look elsewhere, who are told when it is their turn. */
  private async uncovered(): Promise<void> {
    if (document.hidden) return;
    await new Promise<void>((done) => {
      const unlessStopped = () => this.stopped || done();
      whenUncovered(unlessStopped);
      document.addEventListener("visibilitychange", unlessStopped, { once: true });
    });
  }

  private async pause(ms: number): Promise<void> {
    const wait = ms * tempo();
    if (wait === 0 || this.hurried) return;
    await new Promise<void>((done) => {
      this.skip = done;
      setTimeout(() => this.stopped || done(), wait);
    });
    this.skip = null;
  }
}

const lying = ({ leader, plays, seat }: TrickTaken): FinishedTrick => ({ leader, plays, winner: seat });
