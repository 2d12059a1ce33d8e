/** Entries that still hold. */
import type { AnyEntry } from "../types";

/** The entries without the actions that were taken back: each undoes an action and those between it and itself. */
export function standing<T extends { seq: number }>(log: readonly T[], entries: readonly AnyEntry[]): T[] {
  const undone = entries.filter((each) => each.kind === "taken_back");
  return log.filter(({ seq }) => !undone.some((each) => each.action_seq <= seq && seq < each.seq));
}
