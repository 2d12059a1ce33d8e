/** A scene of the tutorial as the table shows it: a prepared position, and what comes of each answer. */
import { motionWanted, settings, tempo } from "../app/settings.svelte";
import { plural, t } from "../i18n/texts.svelte";
import { pieceName, word } from "../i18n/words";
import { botName } from "../people/bots";
import { playedBy, spots } from "../table/places";
import type { Count, Stage } from "../table/presenter.svelte";
import { NO_ASSISTS, type ShownGame, type ShownSeat, type ShownTrick, trickOf } from "../table/shown";
import type { AnyEffect, Help, Reason, View } from "../types";
import { type Scene, WORDS } from "./scenes";

const OTHERS = ["hana", "lili", "bruno"];

export class SceneGame implements ShownGame {
  /** What was found or answered. */
  chosen = $state.raw<readonly string[]>([]);
  /** Answered this time; learners who come back may try again. */
  done = $state(false);
  said = $state("");
  tone = $state<"good" | "bad">("good");
  preview = $state<string | null>(null);
  /** Moves pieces from where they were; set while the table is on the page. */
  stage: Stage | null = null;
  readonly seat = 0;
  readonly players = 4;
  readonly spots = spots(4, 0);
  readonly hands: readonly null[] = [];
  readonly over = false;
  readonly sending = false;
  readonly reactions = {};
  readonly clock = {};
  readonly clockAt = 0;
  readonly thinking = null;
  readonly assists = NO_ASSISTS;

  constructor(
    readonly scene: Scene,
    private readonly finished: () => void,
  ) {}

  readonly seats: readonly ShownSeat[] = [
    { kind: "person", name: settings.name, face: settings.face },
    ...OTHERS.map((bot) => ({ kind: "bot" as const, bot })),
  ];
  readonly names = $derived.by(() => [t("web.you"), ...OTHERS.map(botName)]);
  private readonly change = $derived.by(() => (this.done ? this.scene.after?.[this.chosen[0] ?? ""] : undefined));
  readonly view = $derived.by((): View => ({ ...this.scene.view, ...this.change?.view }));
  readonly help = $derived.by((): Help => {
    const help = { ...this.scene.help, ...this.change?.help };
    if (this.scene.kind !== "mark") return help;
    // Crowns come as they are found.
    const found = Object.entries(help.trumps).filter(([piece]) => this.done || this.chosen.includes(piece));
    return { ...help, trumps: Object.fromEntries(found) };
  });
  readonly trick = $derived.by((): ShownTrick => {
    const trick = trickOf(this.view, this.help);
    return this.scene.kind === "winner" && !this.done ? { ...trick, winner: null, done: false } : trick;
  });
  readonly won = $derived.by(() => {
    const lying = this.scene.kind === "winner" || this.trick.done ? this.view.tricks.at(-1)?.winner : null;
    return this.view.won.map((won, seat) => (seat === lying ? won - 1 : won));
  });
  readonly legal = $derived.by((): readonly string[] => (this.done ? [] : (this.view.legal ?? [])));
  readonly myTurn = $derived.by(() => this.legal.length > 0);
  /** What is asked for, where it is not a move. */
  readonly news = $derived.by(() => (this.scene.kind === "mark" && !this.done ? t("web.tutorial.trump.task") : ""));
  /** A refusal is said where the table says it, unless the answer was given beside it. */
  readonly note = $derived.by(() => (this.tone === "bad" && !this.scene.options ? this.said : ""));
  readonly count = $derived.by((): Count | null => {
    const { lines, kind } = this.scene;
    return lines ? { lines, order: [0, 1, 2, 3], turned: lines.length, points: kind !== "look" && this.done } : null;
  });

  /** Those who sit around, where a text speaks of them. */
  readonly called = $derived.by(() => ({ hana: this.nameOf(1), lili: this.nameOf(2), bruno: this.nameOf(3) }));

  nameOf(seat: number): string {
    return this.names[seat] ?? "";
  }

  act(action: string): void {
    if (this.done) return;
    const words = WORDS[this.scene.name];
    if (this.scene.kind === "mark") this.mark(action.split(" ")[1] ?? "");
    else if (this.scene.after && action in this.scene.after) this.finish([action], action);
    else this.say(t(words?.poor ?? "web.tutorial.not-that", this.called), "bad");
  }

  /** One of the options beside the table. */
  answer(option: string): void {
    if (this.done) return;
    const words = WORDS[this.scene.name];
    if (this.scene.right?.includes(option)) this.finish([option]);
    else this.say(t(words?.poor ?? "web.tutorial.not-that", this.called), "bad");
  }

  /** Again, from the beginning. */
  reset(): void {
    [this.chosen, this.done, this.said] = [[], false, ""];
  }

  explain(reason: Reason): void {
    this.say(word(reason, this.names), "bad");
  }

  private mark(piece: string): void {
    const right = this.scene.right ?? [];
    if (!right.includes(piece)) return this.say(t("web.tutorial.no-trump", { piece: pieceName(piece) }), "bad");
    if (!this.chosen.includes(piece)) this.chosen = [...this.chosen, piece];
    const open = right.length - this.chosen.length;
    if (open === 0) this.finish(this.chosen);
    else this.say(plural("web.tutorial.more-trumps", open), "good");
  }

  private finish(chosen: readonly string[], action = ""): void {
    const apply = () => {
      this.chosen = chosen;
      this.done = true;
    };
    const effects = this.effectsOf(action);
    if (effects.length && this.stage && motionWanted() && tempo() > 0) this.stage.change(apply, effects, null);
    else apply();
    this.say(t(WORDS[this.scene.name]?.done ?? "", this.called), "good");
    this.finished();
  }

  private effectsOf(action: string): AnyEffect[] {
    const [verb, piece = ""] = action.split(" ");
    if (verb === "take") return [{ type: "taken", seat: 0, die: piece }];
    if (verb !== "play") return [];
    const trick = this.scene.after?.[action]?.view.tricks?.at(-1);
    if (!trick) return [];
    const lay = new Set(this.scene.view.trick?.plays);
    const fresh = playedBy(trick.leader, trick.plays, this.players).filter(({ piece }) => !lay.has(piece));
    return fresh.map(({ seat, piece }) => ({ type: "played", seat, piece }));
  }

  private say(text: string, tone: "good" | "bad"): void {
    this.said = text;
    this.tone = tone;
  }
}
