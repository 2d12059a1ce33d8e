/** Help with one's own decisions: undo against bots, hints, and a piece that is chosen before one's turn. */
import { untrack } from "svelte";
import { settings } from "../app/settings.svelte";
import { percent } from "../i18n/numbers";
import { loadGroup, t } from "../i18n/texts.svelte";
import { pieceName, word } from "../i18n/words";
import type { AnyEntry } from "../types";
import { announce } from "../ui/announce.svelte";
import { ApiError } from "../wire/api";
import { actionInWords } from "./actions";
import type { Game } from "./game.svelte";

export type Assist = "undo" | "hint" | "chances";

export class Assists {
  /** The piece that is played when one's turn comes. */
  planned = $state<string | null>(null);
  /** The action that was advised for the decision on the table. */
  advised = $state<string | null>(null);
  /** What waits until it is known that the match will not count. */
  warned = $state<Assist | null>(null);
  private asking = false;

  constructor(private readonly game: Game) {}

  /** Whether one person plays, and this is theirs. */
  readonly alone = $derived.by(() => {
    const people = this.game.table?.seats.filter((each) => each.kind === "person").length;
    return people === 1 && this.game.seat !== null;
  });
  /** One's own action that can be undone now. */
  readonly undoable = $derived.by(() => this.game.presenter.newest?.undo ?? null);
  readonly mayHint = $derived.by(() => this.game.table?.settings.hints === true && this.game.seat !== null);

  /** Back to one's own last decision. */
  async undo(): Promise<void> {
    const action = this.undoable;
    if (action === null || this.warn("undo")) return;
    this.planned = null;
    this.game.presenter.hurry();
    await this.game.command({ type: "undo", action_seq: action });
  }

  /** What to do now, and why. */
  async hint(): Promise<void> {
    if (!this.mayHint || !this.game.myTurn || this.asking || this.warn("hint")) return;
    this.asking = true;
    const position = this.game.view;
    try {
      const [given] = await Promise.all([this.game.connection.hint(), loadGroup("table")]);
      if (position?.legal?.join() !== this.game.view?.legal?.join()) return;
      this.advised = given.action;
      const why = word(given.reason, this.game.names);
      this.say(t("web.assist.hint.is", { action: actionInWords(given.action), why, chance: percent(given.chance) }));
    } catch (error) {
      if (error instanceof ApiError) this.game.explain(error.reason);
    } finally {
      this.asking = false;
    }
  }

  /** Say once that the match will not count, before the first hint or undo; true: what was asked for waits. */
  warn(asked: Assist): boolean {
    // A table with a coach says so where it is made.
    if (settings.knowsAssists || this.game.table?.settings.coach) return false;
    this.warned = asked;
    return true;
  }

  /** Go on with what waited. */
  async goOnUncounted(): Promise<void> {
    const asked = this.warned;
    this.warned = null;
    settings.knowsAssists = true;
    if (asked === "undo") await this.undo();
    else if (asked === "hint") await this.hint();
    else if (asked === "chances") this.game.chances.toggle();
  }

  /** Whether the hint is about this piece: one's own, or one of the middle. */
  glows(piece: string, place: "own" | "middle"): boolean {
    const [verb, about] = this.advised?.split(" ") ?? [];
    const middle = verb === "take" || (verb === "zero" && this.game.view?.phase === "draft");
    return about === piece && middle === (place === "middle");
  }

  /** Choose a piece for one's next turn, or no longer; false where it is not the time for that. */
  plan(piece: string): boolean {
    const { game } = this;
    if (game.myTurn || game.view?.phase !== "play" || game.table?.status !== "playing") return false;
    if (game.sending) return true;
    if (this.planned === piece) this.cancel();
    else {
      this.planned = piece;
      this.say(t("web.assist.planned", { piece: pieceName(piece) }));
    }
    return true;
  }

  cancel(): void {
    if (this.planned === null) return;
    this.planned = null;
    this.say(t("web.assist.cancelled"));
  }

  /** Run in an effect: play the chosen piece when one's turn has come, or say that it cannot be played. */
  playPlanned(choose: (piece: string) => void): void {
    const { game, planned } = this;
    if (planned === null || (!game.myTurn && game.view?.phase === "play")) return;
    this.planned = null;
    if (!game.myTurn) return;
    if (!game.legal.includes(`play ${planned}`)) this.say(t("web.assist.dropped", { piece: pieceName(planned) }));
    else {
      game.note = "";
      untrack(() => choose(planned));
    }
  }

  /** Run in an effect: the bots of a person alone keep the pace that this device is set to. */
  setPace(): void {
    const wanted = settings.pace;
    if (!this.alone || this.game.table?.status !== "playing") return;
    untrack(() => {
      if (this.game.table?.bot_pace !== wanted) void this.game.command({ type: "set_bot_pace", bot_pace: wanted });
    });
  }

  /** Run in an effect: the bots that wait begin the next round when its deal is on the table and nothing covers it. */
  goOn(): void {
    const waits = this.game.table?.between_rounds === true && this.alone;
    if (waits && this.game.result === null && this.game.presenter.current) void this.game.command({ type: "continue" });
  }

  /** Something happened at the table: what was said about the decision before no longer holds. */
  happened(entries: readonly AnyEntry[]): void {
    const back = entries.some((each) => each.kind === "taken_back");
    if (back) {
      this.planned = null;
      this.game.note = "";
    }
    if (back || entries.some((each) => each.kind === "moved")) this.advised = null;
  }

  private say(text: string): void {
    this.game.note = text;
    announce(text);
  }
}
