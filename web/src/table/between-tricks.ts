/** When a table may be loaded again with nothing lost: no trick is in progress and no result is open. */
import type { Count, FinishedTrick } from "./presenter.svelte";

/** What of a table matters here. */
export interface Happening {
  connection: { unanswered: number };
  presenter: { finished: FinishedTrick | null; count: Count | null; moment: boolean };
  view: { phase: string; trick: { plays: readonly unknown[] } | null } | null;
  /** Which round's result lies open. */
  result: number | null;
  /** Whether the device is passed around, and whose seat this is then. */
  shared: boolean;
  seat: number | null;
  over: boolean;
}

export function betweenTricks({ connection, presenter, view, result, shared, seat, over }: Happening): boolean {
  // Bots may have led the next trick already: it is not on the screen yet. The end of a round is always seen whole.
  const settled = !presenter.finished && !presenter.count && !presenter.moment && view?.phase !== "over";
  const trick = view?.trick?.plays.length ?? 0;
  // The people around the device would have to say again whose turn it is.
  const held = shared && seat !== null;
  return settled && trick === 0 && connection.unanswered === 0 && result === null && !held && !over;
}
