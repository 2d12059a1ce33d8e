/**
 * A finished match, stepped through. The server replays, or this device (source.ts); this shows one position after the other and hides what was not
 * asked for: no hands, no later rounds, no results before they come.
 */
import { motionWanted, settings, tempo } from "../app/settings.svelte";
import { at } from "../app/site";
import { t } from "../i18n/texts.svelte";
import { word } from "../i18n/words";
import type { Start } from "../local/play-on";
import { tell } from "../table/effects";
import { recordedNames } from "../table/names";
import { spots } from "../table/places";
import type { Count, Stage } from "../table/presenter.svelte";
import { NO_ASSISTS, type ShownGame, type ShownSeat, type ShownTrick, trickOf } from "../table/shown";
import { bySuit } from "../table/trumps";
import type { AnyEffect, Position, Reason, RecordAdvice, RecordSummary, ReplayRound, ScoreLine } from "../types";
import { announce } from "../ui/announce.svelte";
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

/** What was done at a position, as the table's log has it. */
export function effectAt({ seat, action, view }: Position): AnyEffect | null {
  if (seat === null || seat === undefined || !action) return null;
  const [verb, piece = ""] = action.split(" ");
  if (verb === "play") return { type: "played", seat, piece };
  if (verb === "take") return { type: "taken", seat, die: piece };
  if (verb === "zero" && view.phase === "draft") return { type: "zero-taken", seat, discard: piece };
  return { type: "declared", seat, zero: verb === "zero", return: piece || null };
}

export class Replay implements ShownGame {
  summary = $state.raw<Pick<RecordSummary, "ruleset" | "seats" | "rounds" | "fair" | "imported" | "assists"> | null>(null);
  problem = $state("");
  round = $state(0);
  step = $state(0);
  eyes = $state<Eyes>("nobody");
  /** The seat that is shown first: one's own, where one comes from one's table. */
  from = $state<number | null>(null);
  /** Who is at the foot of the table where all hands are open: the last one whose hand alone was. */
  foot = $state(0);
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
  readonly data = $derived.by(() => this.rounds.get(this.round) ?? null);
  readonly positions = $derived.by(() => this.data?.positions ?? []);
  readonly now = $derived.by(() => this.positions[this.step] ?? null);
  readonly before = $derived.by(() => this.positions[this.step - 1] ?? null);
  readonly jumps = $derived.by(() => jumps(this.positions));
  /** The trick or phase on the table. */
  readonly part = $derived.by(() => this.jumps.findLast(({ step, to }) => step < this.step + Number(to === "end" || !this.trick.done)) ?? null);
  readonly atEnd = $derived.by(() => this.positions.length > 0 && this.step === this.positions.length - 1);
  readonly over = $derived.by(() => this.now?.view.phase === "over");
  // What the table shows.
  readonly view = $derived.by(() => this.now?.view ?? null);
  readonly players = $derived.by(() => this.view?.cards_left.length ?? 4);
  /** Somebody whose hand is open is at the foot; where none is, everybody sits around. */
  readonly seat = $derived.by(() => {
    if (this.eyes === "nobody") return null;
    return typeof this.eyes === "number" ? this.eyes : (this.from ?? this.foot);
  });
  readonly spots = $derived.by(() => spots(this.players, this.seat));
  readonly seats = $derived.by((): ShownSeat[] =>
    (this.summary?.seats ?? []).map(({ name, bot }, seat) => ({
      kind: bot ? "bot" : "person",
      name,
      bot: bot ?? null,
      face: seat === this.from ? settings.face : null,
    })),
  );
  readonly hands = $derived.by(() => (this.now?.hands ?? []).map((hand, seat) => (this.sees(seat) ? hand : null)));
  readonly help = $derived.by(() => {
    const { now, seat } = this;
    if (!now) return null;
    const own = seat === null ? null : this.hands[seat];
    return { ...now.help, order: bySuit(now.help, own ?? []), unplayable: seat === now.seat ? now.help.unplayable : {} };
  });
  readonly trick = $derived.by((): ShownTrick => {
    const trick = this.now ? trickOf(this.now.view, this.now.help) : null;
    return trick && !(trick.done && this.swept) ? trick : { plays: [], winner: null, done: false };
  });
  readonly won = $derived.by(() => {
    const lying = this.trick.done && !this.over ? this.trick.winner : null;
    return (this.view?.won ?? []).map((won, seat) => (seat === lying ? won - 1 : won));
  });
  /** Score lines by round, as far as they have come. */
  readonly lines = $derived.by(() => {
    const known = [...this.rounds].filter(([round]) => round < this.round || (round === this.round && this.over));
    return new Map<number, ScoreLine[]>(known.map(([round, data]) => [round, data.lines]));
  });
  readonly count = $derived.by((): Count | null => {
    const lines = this.over ? (this.data?.lines ?? []) : [];
    const order = lines.map((_, index) => ((this.view?.dealer ?? 0) + 1 + index) % lines.length);
    return lines.length ? { lines, order, turned: lines.length, points: true } : null;
  });
  /** What was just done, in words. */
  readonly said = $derived.by(() => {
    const effect = this.before && effectAt(this.before);
    if (!effect) return t("web.replay.dealt");
    const taken = effect.type === "played" && !this.view?.trick?.plays.length ? this.view?.tricks.at(-1) : undefined;
    const trick: AnyEffect[] = taken ? [{ type: "trick", seat: taken.winner, leader: taken.leader, plays: taken.plays }] : [];
    return [effect, ...trick].map((each) => tell(each, this.names, this.from)).join(" ");
  });
  readonly thinking = null;
  readonly legal: readonly string[] = [];
  readonly myTurn = false;
  readonly sending = false;
  readonly news = "";
  readonly reactions = {};
  readonly clock = {};
  readonly clockAt = 0;
  readonly assists = NO_ASSISTS;
  /** Why a piece could not be played here. */
  note = $state("");
  /** Readers who jump to a trick do not see the one before it lying there. */
  swept = $state(false);
  preview = $state<string | null>(null);
  /** Moves pieces from where they were; set while the table is on the page. */
  stage: Stage | null = null;
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
    this.foot = seat ?? 0;
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

  /** Show a step; `swept`: without the trick that was whole then. */
  go(step: number, swept = false): void {
    const to = Math.max(0, Math.min(this.positions.length - 1, Math.trunc(step)));
    const effect = to === this.step + 1 && this.now ? effectAt(this.now) : null;
    const taker = this.trick.done ? this.trick.winner : null;
    const apply = () => {
      this.step = to;
      this.swept = swept;
      this.note = "";
    };
    this.stage?.finish();
    if (effect && this.stage && motionWanted() && tempo() > 0) this.stage.change(apply, [effect], taker);
    else apply();
    if (this.atEnd) this.playing = false;
  }

  /** To the beginning of the trick or phase before or after. */
  skip(by: -1 | 1): void {
    const steps = this.jumps.map((jump) => jump.step);
    const to = by > 0 ? steps.find((step) => step > this.step) : steps.findLast((step) => step < this.step);
    this.go(to ?? (by > 0 ? this.positions.length : 0), true);
  }

  nameOf(seat: number): string {
    return seat === this.from ? t("web.you") : (this.names[seat] ?? "");
  }

  /** Nothing can be done about it any more. */
  act(): void {}

  explain(reason: Reason): void {
    this.note = word(reason, this.names);
    announce(this.note);
  }

  /** What playing on from here starts from; null where nothing is left to play. */
  readonly start = $derived.by((): Start | null => {
    if (this.over || !this.now) return null;
    if (this.position) return this.atEnd ? { position: this.position, seat: this.seat } : null;
    return { record: this.id, round: this.round, decision: this.now.decision, seat: this.from ?? this.seat };
  });

  /** The review of this match: from one's own seat, or from the one whose cards are open. */
  readonly reviewLink = $derived.by(
    () => `/review/${this.id}?seat=${this.from ?? this.seat ?? 0}${this.from === null ? "&other" : ""}`,
  );

  /** The link to what is on the screen. */
  link(): string {
    const where = new URLSearchParams({ round: String(this.round + 1), step: String(this.step) });
    if (this.position) where.set("position", this.position);
    if (this.eyes !== "nobody" || this.position) where.set("seat", String(this.eyes));
    if (this.from !== null) where.set("from", String(this.from));
    return at(`/replay${this.id ? `/${this.id}` : ""}?${where.toString()}`);
  }

  /** The link to what is on the screen for the analysis board: no cards but those that are open here, or those of the seat to act. */
  readonly analysis = $derived.by(() => {
    if (this.position) return `/analysis?${new URLSearchParams({ position: this.position }).toString()}`;
    const seat = typeof this.eyes === "number" ? this.eyes : this.eyes === "all" ? null : (this.now?.seat ?? null);
    const where = new URLSearchParams({ record: this.id, round: String(this.round), decision: String(this.now?.decision ?? 0) });
    if (seat !== null) where.set("seat", String(seat));
    return this.over ? null : `/analysis?${where.toString()}`;
  });

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
