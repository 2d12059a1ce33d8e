/** The page's side of the worker that runs tables on this device: whether it can, how far it is, and asking it. */
import { whenQuiet } from "../app/quiet";
import { settings } from "../app/settings.svelte";
import type { AnyFromTable, Reason } from "../generated/wire";
import { mark } from "../i18n/texts.svelte";
import { ApiError } from "../wire/api";
import type { Asked, Found, FromWorker, Verb } from "./messages";

/** Python needs about 100 MB; a device that says it has less than this many GB is left to the server. */
const LEAST_MEMORY = 2;

type Ear = (heard: { messages: AnyFromTable[] } | { lost: Reason | null }) => void;
interface Waiting {
  answer: (value: never) => void;
  refuse: (error: ApiError) => void;
}

class LocalHost {
  state = $state<"off" | "loading" | "ready" | "failed">("off");
  /** How much of Python is here, from 0 to 1. */
  progress = $state(0);
  /** Whether somebody waits for it. */
  waited = $state(false);
  private worker: Worker | null = null;
  private asked = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly ears = new Map<number, Ear>();
  private readonly reviews = new Map<number, (found: Found) => void>();

  /** Whether this browser can play without a server at all. */
  get possible(): boolean {
    const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? LEAST_MEMORY;
    const able = typeof WebAssembly === "object" && typeof Worker === "function" && "indexedDB" in globalThis;
    return able && memory >= LEAST_MEMORY && this.state !== "failed";
  }

  /** Whether the connection asks to save data. */
  get saving(): boolean {
    return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  }

  /** Load it when the page has nothing else to do; not where the connection asks to save data. */
  startWhenQuiet(): void {
    if (settings.device && !this.saving && this.possible) whenQuiet(() => this.start());
  }

  /** Load it now. */
  start(): void {
    if (this.worker || !this.possible) return;
    this.state = "loading";
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
    this.worker.onerror = () => this.fail();
  }

  /** Ask the worker; an ApiError where it says no. */
  ask<V extends Verb>(verb: V, about: Omit<Asked[V], "answer">): Promise<Asked[V]["answer"]> {
    this.start();
    this.waited = this.state === "loading";
    const id = ++this.asked;
    return new Promise((answer, refuse) => {
      if (!this.worker) refuse(UNABLE);
      this.waiting.set(id, { answer, refuse });
      this.worker?.postMessage({ id, verb, about });
    });
  }

  /** Begin a visit to a table, and hear what it says until the visit ends. */
  listen(ear: Ear): number {
    const visit = ++this.asked;
    this.ears.set(visit, ear);
    return visit;
  }

  unlisten(visit: number): void {
    this.ears.delete(visit);
  }

  /** Begin a review, and hear what it finds until it is stopped. */
  hearReview(ear: (found: Found) => void): number {
    const job = ++this.asked;
    this.reviews.set(job, ear);
    return job;
  }

  stopReview(job: number): void {
    if (this.reviews.delete(job)) this.ask("stopReview", { job }).catch(() => undefined);
  }

  private hear(message: FromWorker): void {
    switch (message.type) {
      case "progress":
        this.progress = message.done;
        return;
      case "network":
        this.progress = message.done;
        this.waited = message.done < 1;
        if (message.done === 1) keepOffline(__NETWORK__);
        return;
      case "ready":
        this.state = "ready";
        keepOffline(__PYTHON__);
        return;
      case "failed":
        console.warn(message.error);
        this.fail();
        return;
      case "said":
        this.ears.get(message.visit)?.({ messages: message.messages });
        return;
      case "lost":
        this.ears.get(message.visit)?.({ lost: message.reason });
        return;
      case "review":
        this.reviews.get(message.job)?.(message);
        return;
      case "answer":
        this.waiting.get(message.id)?.answer(message.answer as never);
        break;
      case "refused":
        this.waiting.get(message.id)?.refuse(new ApiError(409, message.reason));
        break;
    }
    this.waiting.delete(message.id);
  }

  private fail(): void {
    this.state = "failed";
    this.worker?.terminate();
    this.worker = null;
    for (const { refuse } of this.waiting.values()) refuse(UNABLE);
    this.waiting.clear();
  }
}

/** From now on, these files are there without a network. */
export function keepOffline(files: typeof __PYTHON__): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: files }));
}

const UNABLE = new ApiError(0, { message: mark("web.local.failed"), params: {} });

export const localHost = new LocalHost();
