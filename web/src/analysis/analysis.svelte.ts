/**
 * The analysis board: a position of a round, and whatever is tried from it, as a tree. This device knows the rules
 * (nokosu.local.analyst); a node is the position's one line, so that every point can be shared as a link.
 */
import { motionWanted, tempo } from "../app/settings.svelte";
import { at } from "../app/site";
import { t } from "../i18n/texts.svelte";
import { word } from "../i18n/words";
import { localHost } from "../local/host.svelte";
import { effectAt } from "../replay/replay.svelte";
import { tell } from "../table/effects";
import { spots } from "../table/places";
import type { Count, Stage } from "../table/presenter.svelte";
import { NO_ASSISTS, type ShownGame, type ShownSeat, type ShownTrick, trickOf } from "../table/shown";
import { bySuit } from "../table/trumps";
import type { AnalysedPosition, Position, Reason } from "../types";
import { announce } from "../ui/announce.svelte";
import { ApiError } from "../wire/api";

/** A point of the tree: what led to it, and what was tried from it; the first child is the main line. */
export interface Point {
  readonly id: number;
  readonly parent: Point | null;
  readonly action: string | null;
  readonly position: Position;
  readonly children: Point[];
  /** Its one line and what can be done; fetched when it is first visited. */
  data: AnalysedPosition | null;
}

export class Analysis implements ShownGame {
  problem = $state("");
  /** Whose place is at the foot. */
  foot = $state(0);
  sending = $state(false);
  note = $state("");
  preview = $state<string | null>(null);
  current = $state.raw<Point | null>(null);
  /** Grows with the tree, whose points are plain objects. */
  size = $state(0);
  root: Point | null = null;
  stage: Stage | null = null;
  private text = "";
  private numbers = 0;

  readonly data = $derived.by(() => (this.size >= 0 ? (this.current?.data ?? null) : null));
  readonly view = $derived.by(() => this.current?.position.view ?? null);
  readonly players = $derived.by(() => this.view?.cards_left.length ?? 4);
  readonly seat = $derived.by(() => this.foot);
  readonly spots = $derived.by(() => spots(this.players, this.foot));
  readonly names = $derived.by(() =>
    Array.from({ length: this.players }, (_, seat) =>
      seat === this.foot ? t("web.you") : t("web.analysis.player", { number: ((seat - this.foot + this.players) % this.players) + 1 }),
    ),
  );
  readonly seats = $derived.by((): ShownSeat[] => this.names.map((name) => ({ kind: "person", name, bot: null, face: null })));
  readonly hands = $derived.by(() => (this.current?.position.hands ?? []).map((hand, seat) => (this.knows(seat) ? hand : null)));
  readonly help = $derived.by(() => {
    const { current, foot } = this;
    if (!current) return null;
    const { help, seat, hands } = current.position;
    return { ...help, gives_up: {}, order: bySuit(help, hands[foot] ?? []), unplayable: seat === foot ? help.unplayable : {} };
  });
  readonly toAct = $derived.by(() => this.view?.to_act ?? null);
  /** The seat to act plays a card of a hand that is not at the foot of the table. */
  readonly elsewhere = $derived.by(() => this.view?.phase === "play" && this.toAct !== null && this.toAct !== this.foot);
  readonly actions = $derived.by((): readonly string[] => (this.sending ? [] : (this.data?.actions ?? [])));
  readonly legal = $derived.by((): readonly string[] => (this.elsewhere ? [] : this.actions));
  readonly myTurn = $derived.by(() => this.legal.length > 0);
  readonly news = $derived.by(() => {
    const { toAct } = this;
    return toAct === null || toAct === this.foot ? "" : t("web.analysis.to-act", { name: this.names[toAct] ?? "" });
  });
  readonly over = $derived.by(() => this.view?.phase === "over");
  readonly trick = $derived.by((): ShownTrick => {
    const trick = this.current ? trickOf(this.current.position.view, this.current.position.help) : null;
    return trick ?? { plays: [], winner: null, done: false };
  });
  readonly won = $derived.by(() => {
    const lying = this.trick.done && !this.over ? this.trick.winner : null;
    return (this.view?.won ?? []).map((won, seat) => (seat === lying ? won - 1 : won));
  });
  readonly count: Count | null = null;
  /** What was just done, in words. */
  readonly said = $derived.by(() => {
    const { current } = this;
    const effect = current?.parent ? effectAt({ ...current.parent.position, action: current.action }) : null;
    return effect ? tell(effect, this.names, this.foot) : t("web.replay.dealt");
  });
  readonly reactions = {};
  readonly clock = {};
  readonly clockAt = 0;
  readonly thinking = null;
  readonly assists = NO_ASSISTS;

  /** Begin with a position in one line; with its round up to there. */
  async open(text: string): Promise<void> {
    await this.guard(async () => this.load(await localHost.ask("analyse", { text })));
  }

  load(data: AnalysedPosition): void {
    const { positions } = data.shared.round;
    const { seat } = data.shared;
    [this.text, this.problem] = [data.text, ""];
    this.foot = seat ?? data.to_act ?? 0;
    let point: Point | null = null;
    for (const position of positions) {
      const action: string | null = point?.position.action ?? null;
      point = this.grow(point, action, position, position === positions.at(-1) ? data : null);
    }
    this.show(point);
  }

  /** Try an action here; one that was tried before is shown again. */
  async act(action: string): Promise<void> {
    const { current, data } = this;
    if (!current || !data || this.sending) return;
    const known = current.children.find((each) => each.action === action);
    if (known) return this.go(known);
    this.sending = true;
    await this.guard(async () => {
      const next = await localHost.ask("analysisMove", { text: data.text, action });
      const position = next.shared.round.positions.at(-1);
      if (position) this.show(this.grow(current, action, position, next));
    });
    this.sending = false;
  }

  /** Show a point of the tree. */
  async go(point: Point | null | undefined): Promise<void> {
    if (!point) return;
    this.show(point);
    if (point.data) return;
    await this.guard(async () => {
      point.data = await localHost.ask("analyse", { text: this.text, decisions: point.position.decision });
      this.size += 1;
    });
  }

  back(): void {
    void this.go(this.current?.parent);
  }
  forward(): void {
    void this.go(this.current?.children[0]);
  }
  /** To the beginning, or to the end of this line. */
  toEnd(end: -1 | 1): void {
    let point = this.current;
    for (let next = point; next; next = end < 0 ? next.parent : (next.children[0] ?? null)) point = next;
    void this.go(point);
  }

  /** Forget what was tried here and everything after it. */
  prune(): void {
    const { current } = this;
    if (!current?.parent) return;
    const { children } = current.parent;
    children.splice(children.indexOf(current), 1);
    this.size += 1;
    void this.go(current.parent);
  }

  /** Sit down at another side of the table; only a hand that is known is open there. */
  turn(seat: number): void {
    this.foot = seat;
  }

  /** The link to what is on the board: the position itself. */
  link(): string {
    return at(`/analysis?${new URLSearchParams({ position: this.data?.text ?? this.text }).toString()}`);
  }

  knows(seat: number): boolean {
    const { current } = this;
    return (current?.position.hands[seat]?.length ?? 0) > 0 || current?.position.view.cards_left[seat] === 0;
  }

  nameOf(seat: number): string {
    return this.names[seat] ?? "";
  }

  explain(reason: Reason): void {
    this.note = word(reason, this.names);
    announce(this.note);
  }

  private grow(parent: Point | null, action: string | null, position: Position, data: AnalysedPosition | null): Point {
    const point: Point = { id: ++this.numbers, parent, action, position, children: [], data };
    if (parent) parent.children.push(point);
    else this.root = point;
    this.size += 1;
    return point;
  }

  private show(point: Point | null): void {
    if (!point) return;
    const next = point.parent === this.current && this.current !== null;
    const effect = next && this.current ? effectAt({ ...this.current.position, action: point.action }) : null;
    const taker = this.trick.done ? this.trick.winner : null;
    const apply = () => {
      this.current = point;
      this.note = "";
    };
    this.stage?.finish();
    if (effect && this.stage && motionWanted() && tempo() > 0) this.stage.change(apply, [effect], taker);
    else apply();
    announce(this.said);
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.problem = "";
    } catch (error) {
      const said = error instanceof ApiError ? refusal(error.reason, this.names) : String(error);
      if (this.current) {
        this.note = said;
        announce(said);
      } else this.problem = said;
    }
  }
}

/** Why a position cannot be, and where in its line. */
export function refusal(reason: Reason, names: readonly string[] = []): string {
  const column = reason.params?.column;
  const why = word(reason, names);
  return column && reason.message.startsWith("position.") ? t("web.analysis.column", { column, why }) : why;
}
