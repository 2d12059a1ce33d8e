/** Which tab plays a match: the one that holds its lock. The browser lets go of it where a tab is closed or crashes. */

/** A page that is being reloaded may need this long to let go. */
const PATIENCE_MS = 1500;
const held = new Map<string, () => void>();
const lockOf = (table: string) => `nokosu-table-${table}`;

/**
 * Take a table for this tab; false where another one has it. `insist`: take it from that one. `taken` is called when
 * another tab takes it from here. Without locks (a page without HTTPS) the store decides: the first entry counts.
 */
export function hold(table: string, insist: boolean, taken: () => void): Promise<boolean> {
  if (held.has(table) || !navigator.locks) return Promise.resolve(true);
  return new Promise((got) => {
    const how = insist ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE_MS) };
    const keep = () => {
      got(true);
      return new Promise<void>((letGo) => held.set(table, letGo));
    };
    navigator.locks.request(lockOf(table), how, keep).catch(() => {
      got(false);
      if (held.delete(table)) taken();
    });
  });
}

export function release(table: string): void {
  held.get(table)?.();
  held.delete(table);
}

/** Do something with a table that no tab plays; false where one does. */
export async function whileUnused(table: string, job: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) {
    await job();
    return true;
  }
  return navigator.locks.request(lockOf(table), { ifAvailable: true }, async (lock) => {
    if (lock) await job();
    return lock !== null;
  });
}
