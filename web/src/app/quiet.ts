/** Work for later visits and later matches. It must not slow down the visitor who presses play at once. */
import { plainHost } from "./site";

/** On a first visit everything has to be fetched, so the page waits this long for its visitor. */
const FIRST_VISIT_MS = 1500;

/** Do this when the page has nothing else to do; on a first visit to a server, whose table comes first, after a while. */
export function whenQuiet(work: () => void): void {
  const whenIdle = window.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 300));
  if (plainHost || navigator.serviceWorker?.controller) whenIdle(work);
  else setTimeout(() => whenIdle(work), FIRST_VISIT_MS);
}
