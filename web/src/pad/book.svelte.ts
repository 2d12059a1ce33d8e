/** The matches of the score pad, kept on this device. */
import { randomId } from "../wire/api";
import { FORMAT, fromFile, toFile, type PadMatch, type PadRound } from "./match";

const KEY = "nokosu.pad";

function kept(): PadMatch[] {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown[];
    return all.flatMap((each) => fromFile(JSON.stringify(each)) ?? []);
  } catch {
    return [];
  }
}

class Book {
  matches = $state<PadMatch[]>(kept());
  openId = $state<string | null>(null);
  /** A private window, or a full device: what is written down is lost with the page. */
  unkept = $state(false);

  readonly open = $derived.by(() => this.matches.find((match) => match.id === this.openId) ?? null);

  begin(wish: { edition: string; players: string[]; dealer: number; length: number }): void {
    const match: PadMatch = { format: FORMAT, id: randomId(), ...wish, rounds: [], started: Date.now() };
    this.matches = [match, ...this.matches];
    this.openId = match.id;
    this.keep();
  }

  add(round: PadRound): void {
    this.change((match) => ({ ...match, rounds: [...match.rounds, round] }));
  }

  /** Take the last round off the pad again. */
  undo(): PadRound | null {
    const last = this.open?.rounds.at(-1) ?? null;
    this.change((match) => ({ ...match, rounds: match.rounds.slice(0, -1) }));
    return last;
  }

  drop(id: string): void {
    this.matches = this.matches.filter((match) => match.id !== id);
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
    try {
      localStorage.setItem(KEY, JSON.stringify(this.matches.map((match) => JSON.parse(toFile(match)) as unknown)));
      this.unkept = false;
    } catch {
      this.unkept = true;
    }
  }
}

export const book = new Book();
