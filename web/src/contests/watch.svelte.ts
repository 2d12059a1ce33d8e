/** A contest as the server has it, asked for again and again while the page is in sight; what one does there. */
import { word } from "../i18n/words";
import { ensurePerson } from "../people/me.svelte";
import type { Contest, TableRef } from "../types";
import { ApiError, get, post } from "../wire/api";

/** Why a request failed, in words. */
export const failure = (error: unknown): string => (error instanceof ApiError ? word(error.reason) : String(error));

export class ContestWatch {
  now = $state.raw<Contest | null>(null);
  /** Why there is nothing to show, or what was refused. */
  problem = $state("");
  /** The last question got no answer: what is shown may be old. */
  lost = $state(false);
  busy = $state(false);
  clock = $state(Date.now());
  private asked = 0;

  constructor(
    readonly id: string,
    private readonly every: number,
  ) {}

  /** Begin to look; the answer ends it. */
  start(): () => void {
    void this.look();
    const tick = setInterval(() => {
      this.clock = Date.now();
      if (!document.hidden && this.clock - this.asked >= this.every && this.now?.status !== "over") void this.look();
    }, 1_000);
    const seen = () => document.hidden || void this.look();
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearInterval(tick);
      document.removeEventListener("visibilitychange", seen);
    };
  }

  async look(): Promise<void> {
    this.asked = Date.now();
    try {
      const found = await get<Contest>(`/api/contests/${this.id}`);
      // What one did meanwhile is newer.
      if (!this.busy) this.now = found;
      this.lost = false;
    } catch (error) {
      if (this.now && error instanceof ApiError && error.status === 0) this.lost = true;
      else if (!this.now) this.problem = failure(error);
    }
  }

  /** Ask for something that changes the contest. */
  async act(what: "enter" | "withdraw" | "start" | "end", body: object = {}, name = ""): Promise<boolean> {
    this.busy = true;
    this.problem = "";
    try {
      await ensurePerson(name.trim());
      this.now = await post<Contest>(`/api/contests/${this.id}/${what}`, body);
      return true;
    } catch (error) {
      this.problem = failure(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** One's own table; made now, where people play alone. */
  async play(): Promise<string | null> {
    this.busy = true;
    this.problem = "";
    try {
      return (await post<TableRef>(`/api/contests/${this.id}/play`)).table;
    } catch (error) {
      this.problem = failure(error);
      return null;
    } finally {
      this.busy = false;
    }
  }
}
