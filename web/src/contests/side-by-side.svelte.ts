/** The same hand at two tables, stepped through together. */
import { Replay } from "../replay/replay.svelte";

/** A table, the deal's number there from 0, and the seat whose cards are open. */
export interface Shown {
  table: string;
  deal: number;
  seat: number;
}

export class SideBySide {
  readonly replays: readonly Replay[];
  step = $state(0);
  playing = $state(false);

  constructor(lines: readonly Shown[]) {
    this.replays = lines.map(({ table }) => new Replay(table));
    for (const [index, { deal, seat }] of lines.entries()) {
      void this.replays[index]?.open(`?round=${deal + 1}&seat=${seat}`);
    }
  }

  readonly ready = $derived.by(() => this.replays.every((each) => each.now !== null));
  readonly problem = $derived.by(() => this.replays.map((each) => each.problem).find(Boolean) ?? "");
  /** The last step of the longer one; where a line is over before, it stays at its end. */
  readonly last = $derived.by(() => Math.max(0, ...this.replays.map((each) => each.positions.length - 1)));
  readonly atEnd = $derived.by(() => this.step >= this.last);
  /** The parts of the round: picks, tricks, the end. */
  readonly jumps = $derived.by(() => this.replays[0]?.jumps ?? []);
  readonly part = $derived.by(() => this.jumps.findLast(({ step }) => step <= this.step) ?? null);

  /** The first step at which the tables did different things; null where they never did. */
  readonly parting = $derived.by(() => {
    const [one, two] = this.replays.map((each) => each.positions.map(({ action }) => action ?? ""));
    if (!one || !two) return null;
    const found = one.findIndex((action, step) => action !== two[step]);
    return found < 0 ? null : found;
  });

  go(step: number, swept = false): void {
    this.step = Math.max(0, Math.min(this.last, step));
    for (const each of this.replays) each.go(Math.min(this.step, each.positions.length - 1), swept);
    if (this.atEnd) this.playing = false;
  }

  skip(by: -1 | 1): void {
    const steps = this.jumps.map((jump) => jump.step);
    const to = by > 0 ? steps.find((step) => step > this.step) : steps.findLast((step) => step < this.step);
    this.go(to ?? (by > 0 ? this.last : 0), true);
  }
}
