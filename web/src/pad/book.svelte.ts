/** The matches of the score pad, kept on this device. */
import type { HouseNumbers } from "../types";
import { randomId } from "../wire/api";
import { emptyDraft, FORMAT, fromFile, isDraft, toFile, type Draft, type PadMatch, type PadRound } from "./match";

const KEY = "nokosu.pad";
/** Half-entered rounds by match. */
const DRAFTS = "nokosu.pad.drafts";
/** Which match this tab shows. */
const OPEN = "nokosu.pad.open";

function stored<T>(storage: () => Storage, key: string, otherwise: T): T {
  try {
    return (JSON.parse(storage().getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function kept(): PadMatch[] {
  const all = stored<unknown>(() => localStorage, KEY, []);
  return Array.isArray(all) ? all.flatMap((each) => fromFile(JSON.stringify(each)) ?? []) : [];
}

class Book {
  matches = $state<PadMatch[]>(kept());
  private drafts = $state.raw(stored<Record<string, unknown>>(() => localStorage, DRAFTS, {}));
  private shownId = $state(stored<string | null>(() => sessionStorage, OPEN, null));
  /** A private window, or a full device: what is written down is lost with the page. */
  unkept = $state(false);

  readonly open = $derived.by(() => this.matches.find((match) => match.id === this.openId) ?? null);

  get openId(): string | null {
    return this.shownId;
  }

  set openId(id: string | null) {
    this.shownId = id;
    this.store(() => sessionStorage.setItem(OPEN, JSON.stringify(id)));
  }

  /** The match that was begun last: its players may want to play again. */
  readonly newest = $derived.by(() => this.matches.toSorted((one, other) => other.started - one.started)[0] ?? null);

  begin(wish: { edition: string; house?: HouseNumbers; players: string[]; dealer: number; length: number }): void {
    const match: PadMatch = { format: FORMAT, id: randomId(), ...wish, rounds: [], started: Date.now() };
    this.matches = [match, ...this.matches];
    this.openId = match.id;
    this.keep();
  }

  /** Write a round down: the next one, or a correction of an earlier one. */
  write(index: number, round: PadRound): void {
    const next = this.open?.rounds.length === index;
    this.change((match) => ({ ...match, rounds: [...match.rounds.slice(0, index), round, ...match.rounds.slice(index + 1)] }));
    if (next) this.setDraft(null);
  }

  /** Take the last round off the pad again, to be entered once more. */
  undo(): void {
    const last = this.open?.rounds.at(-1);
    if (!last) return;
    this.change((match) => ({ ...match, rounds: match.rounds.slice(0, -1) }));
    this.setDraft(last);
  }

  /** What has been entered of the open match's next round. */
  draft(): Draft {
    const match = this.open;
    if (!match) return { won: [], kept: [] };
    const data = this.drafts[match.id];
    return isDraft(match, data) ? { won: [...data.won], kept: [...data.kept] } : emptyDraft(match);
  }

  setDraft(draft: Draft | null): void {
    const { [this.openId ?? ""]: _old, ...others } = this.drafts;
    this.drafts = draft && this.openId ? { ...others, [this.openId]: draft } : others;
    this.keep();
  }

  drop(id: string): void {
    this.matches = this.matches.filter((match) => match.id !== id);
    const { [id]: _gone, ...others } = this.drafts;
    this.drafts = others;
    if (this.openId === id) this.openId = null;
    this.keep();
  }

  /** A match from a file; one that is here already is replaced. False where the file is none of ours. */
  read(text: string): boolean {
    const match = fromFile(text);
    if (!match) return false;
    this.matches = [match, ...this.matches.filter((other) => other.id !== match.id)];
    this.openId = match.id;
    this.keep();
    return true;
  }

  private change(how: (match: PadMatch) => PadMatch): void {
    this.matches = this.matches.map((match) => (match.id === this.openId ? how(match) : match));
    this.keep();
  }

  private keep(): void {
    this.store(() => {
      localStorage.setItem(KEY, JSON.stringify(this.matches.map((match) => JSON.parse(toFile(match)) as unknown)));
      localStorage.setItem(DRAFTS, JSON.stringify(this.drafts));
    });
  }

  private store(write: () => void): void {
    try {
      write();
      this.unkept = false;
    } catch {
      this.unkept = true;
    }
  }
}

export const book = new Book();
