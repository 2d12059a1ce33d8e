/** Who gets a device that people pass around, and what happened since they last had it. From public facts alone. */
import type { AnyEffect, AnyEntry, TableState } from "../types";
import { effectsOf } from "../table/effects";

/** The seat of the person who is asked next: the first from the seat to act on. */
export function nextPerson(table: TableState, toAct: number | null): number | null {
  if (toAct === null || table.status !== "playing") return null;
  const around = table.seats.map((_, step) => (toAct + step) % table.seats.length);
  return around.find((seat) => table.seats[seat]?.kind === "person" && !table.seats[seat]?.stand_in) ?? null;
}

/** What happened in this round after a seat's last move, one step after the other. */
export function sinceLastTurn(entries: readonly AnyEntry[], seat: number): AnyEffect[] {
  const last = entries.findLastIndex((each) => each.kind === "moved" && each.seat === seat);
  const effects = effectsOf(entries.slice(last + 1));
  const dealt = effects.findLastIndex((effect) => effect.type === "dealt");
  return effects.slice(dealt + 1).filter((effect) => effect.type !== "scored" && effect.type !== "ended");
}
