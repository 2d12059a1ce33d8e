/** One position of a match as the table shows it to the seat that has to decide: as a picture, or as a question. */
import { settings } from "../app/settings.svelte";
import { t } from "../i18n/texts.svelte";
import { word } from "../i18n/words";
import { recordedNames } from "../table/names";
import { spots } from "../table/places";
import { type ShownGame, type ShownSeat, type ShownTrick, trickOf } from "../table/shown";
import { bySuit } from "../table/trumps";
import type { Help, Position, Reason, RecordSeat, View } from "../types";
import { announce } from "../ui/announce.svelte";

/** A decision, with all that is needed to show it later, wherever its match has gone. */
export interface Point {
  position: Position;
  seats: RecordSeat[];
}

/** What an action does with which piece: "take dR5" → "dR5". */
export const pieceOf = (action: string | null | undefined): string => (action ?? "").split(" ")[1] ?? "";

export class PositionGame implements ShownGame {
  /** Pieces that glow: those of a better answer. */
  glowing = $state.raw<readonly string[]>([]);
  open = $state(false);
  note = $state("");
  preview = $state<string | null>(null);
  readonly sending = false;
  readonly news = "";
  readonly over = false;
  readonly reactions = {};
  readonly clock = {};
  readonly clockAt = 0;
  readonly thinking = null;
  readonly seat: number;
  readonly players: number;
  readonly spots;
  readonly seats: readonly ShownSeat[];
  readonly hands: readonly null[] = [];
  readonly help: Help;
  readonly trick: ShownTrick;
  readonly assists: ShownGame["assists"] = {
    planned: null,
    glows: (piece) => this.glowing.includes(piece),
    plan: () => false,
    playPlanned: () => undefined,
  };

  /** `choose`: what may be done, and what happens then; without it nothing can be done. */
  constructor(
    readonly point: Point,
    private readonly actions: readonly string[] = [],
    private readonly choose: ((action: string) => void) | null = null,
  ) {
    const { position, seats } = point;
    this.seat = position.seat ?? 0;
    this.players = position.view.cards_left.length;
    this.spots = spots(this.players, this.seat);
    this.seats = seats.map(({ name, bot }, seat) => ({
      kind: bot ? "bot" : "person",
      name,
      bot: bot ?? null,
      face: seat === this.seat ? settings.face : null,
    }));
    this.help = { ...position.help, order: bySuit(position.help, position.hands[this.seat] ?? []) };
    const trick = trickOf(position.view, position.help);
    // Between two tricks, the last one has been swept.
    this.trick = trick.done ? { plays: [], winner: null, done: false } : trick;
    this.open = choose !== null;
  }

  readonly names = $derived.by(() => recordedNames(this.point.seats));
  readonly view = $derived.by(
    (): View => ({ ...this.point.position.view, seat: this.seat, hand: this.point.position.hands[this.seat] ?? [], legal: [...this.legal] }),
  );
  readonly won = $derived.by(() => this.point.position.view.won);
  readonly legal = $derived.by((): readonly string[] => (this.open ? this.actions : []));
  readonly myTurn = $derived.by(() => this.open);
  readonly settled = $derived.by(() => this.choose !== null && !this.open);

  nameOf(seat: number): string {
    return seat === this.seat ? t("web.you") : (this.names[seat] ?? "");
  }

  act(action: string): void {
    if (this.open) this.choose?.(action);
  }

  explain(reason: Reason): void {
    this.note = word(reason, this.names);
    announce(this.note);
  }
}
