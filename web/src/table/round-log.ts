/** The tricks of the rounds that were heard of, with the step of the replay at which each begins. */
import type { AnyEntry, TrickTaken } from "../types";
import { standing } from "./standing";

interface Move {
  seq: number;
  round: number;
  trick: TrickTaken | null;
}

export interface LoggedTrick extends TrickTaken {
  step: number;
}

export class RoundLog {
  private moves: readonly Move[] = [];
  private round = -1;

  happened(entries: readonly AnyEntry[]): void {
    const fresh: Move[] = [];
    for (const each of entries) {
      if (each.kind !== "moved" && each.kind !== "started") continue;
      // A move's own effects come before the deal that follows it.
      if (each.kind === "moved") {
        const trick = each.effects.find((effect): effect is TrickTaken => effect.type === "trick") ?? null;
        fresh.push({ seq: each.seq, round: this.round, trick });
      }
      for (const effect of each.effects) if (effect.type === "dealt") this.round = effect.round;
    }
    this.moves = standing([...this.moves, ...fresh], entries);
  }

  tricks(round: number): LoggedTrick[] {
    const moves = this.moves.filter((move) => move.round === round);
    return moves.flatMap(({ trick }, step) => (trick ? [{ ...trick, step: step + 1 - trick.plays.length }] : []));
  }
}
