/** A puzzle as the table shows it: the position, then how the round ends after an answer, with all cards open. */
import { motionWanted, settings, tempo } from "../app/settings.svelte";
import { t } from "../i18n/texts.svelte";
import { word } from "../i18n/words";
import { botName } from "../people/bots";
import { effectAt } from "../replay/replay.svelte";
import { tell } from "../table/effects";
import { spots } from "../table/places";
import type { Count, Stage } from "../table/presenter.svelte";
import { NO_ASSISTS, type ShownGame, type ShownSeat, type ShownTrick, trickOf } from "../table/shown";
import { bySuit } from "../table/trumps";
import type { AnyEffect, Help, Puzzle, PuzzleLine, PuzzleOption, Reason, View } from "../types";
import { announce } from "../ui/announce.svelte";

const OTHERS = ["hana", "lili", "bruno", "otto"];

export class PuzzleGame implements ShownGame {
  /** What was answered. */
  chosen = $state.raw<PuzzleOption | null>(null);
  /** The line on the table, and how far it has come. */
  line = $state.raw<PuzzleLine | null>(null);
  step = $state(0);
  playing = $state(false);
  note = $state("");
  preview = $state<string | null>(null);
  /** Moves pieces from where they were; set while the table is on the page. */
  stage: Stage | null = null;
  readonly seat: number;
  readonly players: number;
  readonly spots;
  readonly sending = false;
  readonly news = "";
  readonly reactions = {};
  readonly clock = {};
  readonly clockAt = 0;
  readonly thinking = null;
  readonly assists = NO_ASSISTS;

  constructor(
    readonly puzzle: Puzzle,
    private readonly answered: (option: PuzzleOption) => void,
  ) {
    this.seat = puzzle.seat;
    this.players = puzzle.position.hands.length;
    this.spots = spots(this.players, this.seat);
  }

  readonly seats = $derived.by((): ShownSeat[] =>
    Array.from({ length: this.players }, (_, seat) =>
      seat === this.seat
        ? { kind: "person", name: settings.name, face: settings.face }
        : { kind: "bot", bot: this.botAt(seat) },
    ),
  );
  readonly names = $derived.by(() =>
    Array.from({ length: this.players }, (_, seat) => (seat === this.seat ? t("web.you") : botName(this.botAt(seat)))),
  );
  private readonly now = $derived.by(() => this.line?.positions[this.step] ?? this.puzzle.position);
  readonly view = $derived.by((): View => this.now.view);
  readonly over = $derived.by(() => this.view.phase === "over");
  readonly atEnd = $derived.by(() => this.line === null || this.step === this.line.positions.length - 1);
  readonly hands = $derived.by(() => this.now.hands.map((hand, seat) => (this.line || seat === this.seat ? hand : null)));
  readonly help = $derived.by((): Help => {
    const { help, seat, hands } = this.now;
    const order = bySuit(help, hands[this.seat] ?? []);
    // What a die gives up is for the player to find out.
    return { ...help, order, gives_up: {}, unplayable: seat === this.seat ? help.unplayable : {} };
  });
  readonly trick = $derived.by((): ShownTrick => {
    const trick = trickOf(this.view, this.now.help);
    // A puzzle begins with the question, not with the trick before it.
    return trick.done && this.step === 0 ? { plays: [], winner: null, done: false } : trick;
  });
  readonly won = $derived.by(() => {
    const lying = this.trick.done && !this.over ? this.trick.winner : null;
    return this.view.won.map((won, seat) => (seat === lying ? won - 1 : won));
  });
  readonly legal = $derived.by((): readonly string[] => (this.chosen ? [] : this.puzzle.options.map(({ action }) => action)));
  readonly myTurn = $derived.by(() => this.chosen === null);
  readonly settled = $derived.by(() => !this.myTurn);
  readonly count = $derived.by((): Count | null => {
    const lines = this.over ? (this.line?.lines ?? []) : [];
    const order = lines.map((_, index) => (this.view.dealer + 1 + index) % lines.length);
    return lines.length ? { lines, order, turned: lines.length, points: true } : null;
  });
  readonly answer = $derived.by(() => this.puzzle.options.find(({ right }) => right));

  private botAt(seat: number): string {
    return OTHERS[((seat - this.seat + this.players) % this.players) - 1] ?? "";
  }

  nameOf(seat: number): string {
    return this.names[seat] ?? "";
  }

  act(action: string): void {
    const option = this.puzzle.options.find((each) => each.action === action);
    if (this.chosen || !option) return;
    this.chosen = option;
    this.note = "";
    this.answered(option);
  }

  /** Again, from the question. */
  reset(): void {
    this.stage?.finish();
    [this.chosen, this.line, this.step, this.playing] = [null, null, 0, false];
  }

  /** Open the cards and play a line from the question on. */
  show(line: PuzzleLine): void {
    if (line.positions.length === 0) return;
    this.stage?.finish();
    [this.line, this.step, this.playing] = [line, 0, true];
  }

  go(step: number): void {
    const positions = this.line?.positions ?? [];
    const to = Math.max(0, Math.min(positions.length - 1, step));
    const effect = to === this.step + 1 ? effectAt(this.now) : null;
    const taker = this.trick.done ? this.trick.winner : null;
    const apply = () => {
      this.step = to;
    };
    this.stage?.finish();
    if (effect && this.stage && motionWanted() && tempo() > 0) this.stage.change(apply, [effect], taker);
    else apply();
    if (effect) announce(this.told(effect));
    if (this.atEnd) this.playing = false;
  }

  private told(effect: AnyEffect): string {
    const taken = this.view.trick?.plays.length ? undefined : this.view.tricks.at(-1);
    const trick: AnyEffect[] = taken ? [{ type: "trick", seat: taken.winner, leader: taken.leader, plays: taken.plays }] : [];
    return [effect, ...trick].map((each) => tell(each, this.names, this.seat)).join(" ");
  }

  explain(reason: Reason): void {
    this.note = word(reason, this.names);
    announce(this.note);
  }
}
