/**
 * A finished match, stepped through. The server replays, or this device (source.ts); this shows one position after the other and hides what was not
 * asked for: no hands, no later rounds, no results before they come.
 */
import { at } from "../app/site";
import { t } from "../i18n/texts.svelte";
import { word } from "../i18n/words";
import { recordedNames } from "../table/names";
import type { Position, RecordAdvice, RecordSummary, ReplayRound } from "../types";
import { ApiError } from "../wire/api";
import { adviceOnPosition, sharedPosition, type Source, sourceOf } from "./source";

/** Whose cards are open: nobody's, everybody's, or those of one seat. */
export type Eyes = "nobody" | "all" | number;
export interface Jump {
  step: number;
  /** A trick's number from 1, or a phase. */
  to: number | "draft" | "declare" | "end";
}

/** Where the parts of a round begin. */
export function jumps(positions: readonly Position[]): Jump[] {
  const found: Jump[] = [];
  positions.forEach(({ view, action }, step) => {
    const before = positions[step - 1]?.view;
    if (action === null || action === undefined) found.push({ step, to: "end" });
    else if (view.phase === "play") {
      const opens = before?.phase !== "play" || before.tricks.length !== view.tricks.length;
      if (opens) found.push({ step, to: view.tricks.length + 1 });
    } else if (view.phase !== "over" && before?.phase !== view.phase) found.push({ step, to: view.phase });
  });
  return found;
}

/** "2", "all" or nothing in a link, as whose eyes. */
export function eyesFrom(text: string | null, players: number): Eyes {
  if (text === "all") return "all";
  const seat = text === null || text === "" ? NaN : Number(text);
  return Number.isInteger(seat) && seat >= 0 && seat < players ? seat : "nobody";
}

export class Replay {
  summary = $state.raw<Pick<RecordSummary, "ruleset" | "seats" | "rounds" | "fair" | "imported" | "assists"> | null>(null);
  problem = $state("");
  round = $state(0);
  step = $state(0);
  eyes = $state<Eyes>("nobody");
  /** The seat that is shown first: one's own, where one comes from one's table. */
  from = $state<number | null>(null);
  playing = $state(false);
  loading = $state(true);
  private readonly source: Source;
  private rounds = $state.raw<ReadonlyMap<number, ReplayRound>>(new Map());

  /** A record by its id, or a position in one line (docs/notation.md). */
  constructor(
    readonly id: string,
    readonly position = "",
  ) {
    this.source = sourceOf(id);
  }

  readonly names = $derived.by(() => recordedNames(this.summary?.seats ?? []));
  /** All seats, clockwise from the first one shown. */
  readonly order = $derived.by(() => this.names.map((_, index) => (index + (this.from ?? 0)) % this.names.length));
  readonly data = $derived.by(() => this.rounds.get(this.round) ?? null);
  readonly positions = $derived.by(() => this.data?.positions ?? []);
  readonly now = $derived.by(() => this.positions[this.step] ?? null);
  readonly before = $derived.by(() => this.positions[this.step - 1] ?? null);
  readonly jumps = $derived.by(() => jumps(this.positions));
  readonly atEnd = $derived.by(() => this.positions.length > 0 && this.step === this.positions.length - 1);
  readonly over = $derived.by(() => this.now?.view.phase === "over");
  /** A bot can be asked about every decision of a record, and about the point that a position is. */
  readonly canAsk = $derived.by(() => (this.position ? this.atEnd && !this.over : !this.atEnd));

  async open(search: string): Promise<void> {
    const asked = new URLSearchParams(search);
    await this.guard(async () => {
      if (this.position) {
        await this.openPosition(asked);
        return;
      }
      const summary = await this.source.summary();
      this.summary = summary;
      this.eyes = eyesFrom(asked.get("seat"), summary.seats.length);
      const from = eyesFrom(asked.get("from"), summary.seats.length);
      this.from = typeof from === "number" ? from : null;
      const round = Math.max(1, Math.min(summary.rounds, Number(asked.get("round")) || 1));
      await this.turnTo(round - 1, Number(asked.get("step")) || 0);
    });
  }

  private async openPosition(asked: URLSearchParams): Promise<void> {
    const { ruleset, seat, open, round } = await sharedPosition(this.position);
    const seats = (round.positions[0]?.hands ?? []).map((_, index) => ({ name: t("web.replay.seat", { seat: index }) }));
    this.summary = { ruleset, seats, rounds: 1, fair: false, imported: false, assists: [] };
    this.eyes = asked.has("seat") ? eyesFrom(asked.get("seat"), seats.length) : open ? "all" : (seat ?? "nobody");
    this.rounds = new Map([[0, round]]);
    const step = asked.get("step");
    this.go(step === null ? round.positions.length : Number(step) || 0);
  }

  /** What a bot makes of the position on the screen. */
  advice(): Promise<RecordAdvice> {
    if (this.position) return adviceOnPosition(this.position);
    return this.source.advice(this.round, this.now?.decision ?? 0);
  }

  /** Open a round at one of its steps. */
  async turnTo(round: number, step = 0): Promise<void> {
    this.playing = false;
    await this.guard(async () => {
      if (!this.rounds.has(round)) {
        const data = await this.source.round(round);
        this.rounds = new Map([...this.rounds, [round, data]]);
      }
      this.round = round;
      this.go(step);
    });
  }

  go(step: number): void {
    this.step = Math.max(0, Math.min(this.positions.length - 1, Math.trunc(step)));
    if (this.atEnd) this.playing = false;
  }

  /** The link to what is on the screen. */
  link(): string {
    const where = new URLSearchParams({ round: String(this.round + 1), step: String(this.step) });
    if (this.position) where.set("position", this.position);
    if (this.eyes !== "nobody" || this.position) where.set("seat", String(this.eyes));
    if (this.from !== null) where.set("from", String(this.from));
    return at(`/replay${this.id ? `/${this.id}` : ""}?${where.toString()}`);
  }

  /** Whether a hand is open. A position may not know it; then only its size is shown. */
  sees(seat: number): boolean {
    const known = (this.now?.hands[seat]?.length ?? 0) > 0 || this.now?.view.cards_left[seat] === 0;
    return known && (this.eyes === "all" || this.eyes === seat);
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    this.loading = true;
    try {
      await work();
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof ApiError ? word(error.reason) : String(error);
    } finally {
      this.loading = false;
    }
  }
}
