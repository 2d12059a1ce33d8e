/** The coach of a table: asked before each own decision and after each own move; quiet on what its player knows. */
import { untrack } from "svelte";
import { settings } from "../app/settings.svelte";
import { loadGroup } from "../i18n/texts.svelte";
import { word } from "../i18n/words";
import type { AnyEntry, Coaching, View } from "../types";
import { announce } from "../ui/announce.svelte";
import type { Game } from "./game.svelte";

/** An idea that was got right, or a fact that was heard, this often is known. */
export const KNOWN = 3;

/** The ideas that a player knows, of all that were counted. */
export function knownIdeas(counts: Readonly<Record<string, number>>): string[] {
  return Object.keys(counts).filter((idea) => (counts[idea] ?? 0) >= KNOWN);
}

/** A decision of the round: the same until somebody moves. */
export function decisionOf({ round, draft, declarations, tricks, trick }: View): string {
  return [round, draft.length, declarations.length, tricks.length, trick?.plays.length ?? 0].join();
}

export class Coach {
  /** The sentence on the screen, and whether it offers to take a move back; null while the coach is quiet. */
  said = $state.raw<{ text: string; slip: boolean } | null>(null);
  /** The player wants no coach at this table any more. */
  away = $state(false);
  /** One question after the other, so that nothing is said twice. */
  private turn: Promise<void> = Promise.resolve();
  /** The newest own move that the coach has spoken about. */
  private heard: number | null = null;
  private decision = "";

  constructor(private readonly game: Game) {}

  readonly here = $derived.by(() => {
    const { table, assists } = this.game;
    const { coach, last_trick_only } = table?.settings ?? {};
    return coach === true && !last_trick_only && assists.alone && !this.away;
  });

  /** Run in an effect: when one's turn has come, ask for something that helps. */
  attend(): void {
    const { view, myTurn, result } = this.game;
    if (!this.here || !myTurn || !view || result !== null) return;
    untrack(() => {
      const decision = decisionOf(view);
      if (decision === this.decision) return;
      this.decision = decision;
      this.ask(true);
    });
  }

  /** Something happened at the table. */
  happened(entries: readonly AnyEntry[]): void {
    if (!this.here) return;
    const back = entries.some((each) => each.kind === "taken_back");
    const moved = entries.some((each) => each.kind === "moved" && each.seat === this.game.seat);
    if (back) [this.said, this.decision] = [null, ""];
    else if (moved) {
      this.said = null;
      this.ask(false);
    }
  }

  /** Back to the move that was a slip. */
  async takeBack(): Promise<void> {
    this.said = null;
    await this.game.assists.undo();
  }

  sendAway(): void {
    [this.away, this.said] = [true, null];
  }

  private ask(ahead: boolean): void {
    this.turn = this.turn.then(() => this.listen(ahead)).catch(() => undefined);
  }

  private async listen(ahead: boolean): Promise<void> {
    // An offer to take something back stays until it is taken, or the next move is made.
    if (this.said?.slip || this.away) return;
    const quiet = knownIdeas(settings.ideas);
    const asked = { quiet, ahead, heard: this.heard };
    const [heard] = await Promise.all([this.game.connection.coach(asked), loadGroup("table")]);
    this.hear(heard);
  }

  private hear({ remark, action_seq, practised, slip }: Coaching): void {
    for (const [idea, right] of Object.entries(practised)) if (right) this.count(idea);
    this.heard = action_seq;
    const told = slip ?? remark;
    if (!told || this.game.over) return;
    if (!slip && remark?.fact) this.count(remark.idea);
    this.said = { text: word(told.reason, this.game.names), slip: slip !== null };
    announce(this.said.text);
  }

  private count(idea: string): void {
    settings.ideas = { ...settings.ideas, [idea]: (settings.ideas[idea] ?? 0) + 1 };
  }
}
