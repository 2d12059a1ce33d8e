/** Replaces this build with a newer one, once and at a quiet moment: a table reloads between two tricks, other pages wait. */
const LOADED = "nokosu.build";

/** The newer build, by the name of its first script. */
let newer = $state<string | null>(null);

/**
 * Whether this tab has not yet tried to load the newer build; from now on it has. Where two servers have different builds,
 * a tab would otherwise go back and forth.
 */
function firstTry(): boolean {
  try {
    if (!newer || sessionStorage.getItem(LOADED) === newer) return false;
    sessionStorage.setItem(LOADED, newer);
    return true;
  } catch {
    // Without storage, the button does it.
    return false;
  }
}

export const update = {
  /** Whether a newer build is here: a reload shows it. */
  get ready(): boolean {
    return newer !== null;
  },
  found(build: string): void {
    newer = build;
  },
  /** Load the newer build now, at this address. */
  reload(): void {
    if (firstTry()) location.reload();
  },
  /** Go to another page by loading it, and so the newer build; false where there is none. */
  leave(address: string, replace: boolean): boolean {
    if (!firstTry()) return false;
    location[replace ? "replace" : "assign"](address);
    return true;
  },
};
