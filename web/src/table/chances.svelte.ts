/** What each die of the middle does for one's targets: on a key or a tap, and at a coach's table without asking. */
import { untrack } from "svelte";
import type { DieChances } from "../types";
import { ApiError } from "../wire/api";
import { decisionOf } from "./coach.svelte";
import type { Game } from "./game.svelte";

export class Chances {
  /** Wanted by the player; null: as this table has it. */
  private wanted = $state<boolean | null>(null);
  private found = $state.raw<{ decision: string; dice: ReadonlyMap<string, DieChances>; zero: number | null } | null>(null);
  private asked = "";

  constructor(private readonly game: Game) {}

  /** Whether this table shows them at all. */
  readonly possible = $derived.by(() => {
    const { assists, table, view } = this.game;
    return assists.mayHint && !table?.settings.last_trick_only && view?.phase === "draft";
  });
  readonly on = $derived.by(() => this.possible && (this.wanted ?? this.game.coach.here));
  private readonly now = $derived.by(() => {
    const { view } = this.game;
    return this.on && view && this.found?.decision === decisionOf(view) ? this.found : null;
  });
  /** The chance to make a zero that is taken now. */
  readonly zero = $derived.by(() => this.now?.zero ?? null);

  of(die: string): DieChances | null {
    return this.now?.dice.get(die) ?? null;
  }

  toggle(): void {
    if (!this.possible || (!this.on && this.game.assists.warn("chances"))) return;
    this.wanted = !this.on;
  }

  /** Run in an effect: ask when one's pick has come. */
  attend(): void {
    const { view, myTurn } = this.game;
    if (!this.on || !myTurn || !view || this.now) return;
    untrack(() => void this.ask(decisionOf(view)));
  }

  private async ask(decision: string): Promise<void> {
    if (this.asked === decision) return;
    this.asked = decision;
    try {
      const { dice, zero } = await this.game.connection.chances();
      this.found = { decision, dice: new Map(dice.map((each) => [each.die, each])), zero: zero ?? null };
    } catch (error) {
      this.asked = "";
      this.wanted = false;
      if (error instanceof ApiError) this.game.explain(error.reason);
    }
  }
}
