/**
 * A table's socket that looks after itself: it comes back when it is lost, resumes after the last entry it has seen, and
 * sends again, with the same client id, what was not answered. So nothing is lost and nothing is done twice.
 */
import type { Ack, AnyCommand, AnyFromTable, Refusal, Update } from "../generated/wire";
import { get, post, randomId, ApiError } from "./api";

type WithoutId<C> = C extends unknown ? Omit<C, "client_id"> : never;
export type Command = WithoutId<AnyCommand>;
export type Line = "connecting" | "open" | "lost" | "gone";

interface Waiting {
  command: AnyCommand;
  answer: (result: Ack | Refusal) => void;
}

/** Some chance in the pause, so that a restarted server is not met by everybody at once. */
export function pauseBefore(attempt: number, chance: number = Math.random()): number {
  return Math.min(3000, 400 * 2 ** Math.min(attempt, 5)) * (0.5 + chance / 2);
}

/** After so many sockets that never opened, ask over plain HTTP: some networks let no sockets through. */
const SOCKETS_BEFORE_HTTP = 4;
const POLL_SECONDS = 20;
const SILENCE_MS = 25_000;

export interface Listener {
  update(update: Update, first: boolean): void;
  presence(message: Extract<AnyFromTable, { type: "presence" }>): void;
  closing(message: Extract<AnyFromTable, { type: "closing" }>): void;
  /** The table is not there, or not for us. */
  gone(error: ApiError | null): void;
}

export class Connection {
  line = $state<Line>("connecting");
  /** Commands that the server has not answered yet. */
  unanswered = $state(0);
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private seq = 0;
  private heard = false;
  private attempt = 0;
  private neverOpened = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private lastHeard = 0;
  private stopped = false;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.connect();
    this.watch = setInterval(() => this.stayAwake(), 5_000);
    window.addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    window.removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  /** Come in again as whoever one is now: a socket belongs to the session that opened it. */
  reopen(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    clearTimeout(this.timer);
    this.connect();
  }

  /** Send a command; the promise holds the server's answer, however long the way there takes. */
  send(command: Command): Promise<Ack | Refusal> {
    const whole = { ...command, client_id: randomId() } as AnyCommand;
    return new Promise((answer) => {
      this.waiting.set(whole.client_id, { command: whole, answer });
      this.unanswered = this.waiting.size;
      this.dispatch(whole);
    });
  }

  private dispatch(command: AnyCommand): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
    else if (this.polling) void this.sendOverHttp(command);
  }

  private get polling(): boolean {
    return this.neverOpened >= SOCKETS_BEFORE_HTTP;
  }

  private connect(): void {
    if (this.stopped) return;
    if (this.polling) {
      void this.poll();
      return;
    }
    const address = new URL(`/api/tables/${this.table}/socket?after=${this.seq}`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.lastHeard = Date.now();
      this.neverOpened = 0;
      for (const { command } of this.waiting.values()) socket.send(JSON.stringify(command));
    };
    socket.onmessage = (event) => {
      this.lastHeard = Date.now();
      this.hear(JSON.parse(String(event.data)) as AnyFromTable);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      if (!opened) this.neverOpened += 1;
      this.socket = null;
      void this.again(opened);
    };
  }

  /** Lost: find out whether the table is still for us, then try again, a little later each time. */
  private async again(wasOpen: boolean): Promise<void> {
    if (this.stopped || this.line === "gone") return;
    this.line = "lost";
    if (!wasOpen && !this.heard) {
      try {
        await get(`/api/tables/${this.table}`);
      } catch (error) {
        if (error instanceof ApiError && [403, 404].includes(error.status)) return this.giveUp(error);
      }
    }
    const pause = pauseBefore(this.attempt);
    this.attempt += 1;
    this.timer = setTimeout(() => this.connect(), pause);
  }

  private giveUp(error: ApiError | null): void {
    this.line = "gone";
    this.listener.gone(error);
  }

  private hear(message: AnyFromTable): void {
    switch (message.type) {
      case "update": {
        const first = !this.heard;
        this.heard = true;
        this.attempt = 0;
        this.line = "open";
        if (message.seq < this.seq) return;
        this.seq = message.seq;
        this.listener.update(message, first);
        return;
      }
      case "presence":
        this.listener.presence(message);
        return;
      case "ack":
      case "refusal": {
        if (message.client_id === null) return;
        const waiting = this.waiting.get(message.client_id);
        this.waiting.delete(message.client_id);
        this.unanswered = this.waiting.size;
        waiting?.answer(message);
        return;
      }
      case "closing":
        this.listener.closing(message);
        if (!message.again) this.giveUp(new ApiError(403, message.reason));
        return;
    }
  }

  /** A half-dead connection never says so: a quiet one is asked, and one that does not answer is replaced. */
  private stayAwake(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const quiet = Date.now() - this.lastHeard;
    if (quiet > SILENCE_MS + 10_000) this.socket.close();
    else if (quiet > SILENCE_MS) void this.send({ type: "ping" });
  }

  private hurry = (): void => {
    if (document.visibilityState === "hidden" || this.line !== "lost") return;
    clearTimeout(this.timer);
    this.attempt = 0;
    if (!this.socket) this.connect();
  };

  private async poll(): Promise<void> {
    while (!this.stopped && this.polling) {
      try {
        for (const { command } of [...this.waiting.values()]) await this.sendOverHttp(command);
        const wait = this.heard ? POLL_SECONDS : 0;
        this.hear(await get<Update>(`/api/tables/${this.table}/events?after=${this.seq}&wait=${wait}`));
      } catch (error) {
        if (error instanceof ApiError && [403, 404].includes(error.status)) return this.giveUp(error);
        // Not the sockets alone: the server is away. Then sockets are as good a way back as any.
        this.neverOpened = 0;
      }
    }
    void this.again(true);
  }

  private async sendOverHttp(command: AnyCommand): Promise<void> {
    try {
      this.hear(await post<Ack>(`/api/tables/${this.table}/commands`, command));
    } catch (error) {
      // A refusal has status 409 and a body of its own; anything else is tried again with the next poll.
      if (!(error instanceof ApiError) || error.status !== 409) return;
      this.hear({ type: "refusal", client_id: command.client_id, seq: this.seq, reason: error.reason, stale: false });
    }
  }
}
