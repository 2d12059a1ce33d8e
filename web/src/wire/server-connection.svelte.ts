/**
 * A table's socket that looks after itself: it comes back when it is lost, resumes after the last entry it has seen, and
 * sends again, with the same client id, what was not answered. So nothing is lost and nothing is done twice.
 */
import type { Ack, AnyCommand, AnyFromTable, AskCoach, Coaching, DraftChances, Hint, Update } from "../generated/wire";
import { lookForUpdate } from "../update/look";
import { get, post, ApiError } from "./api";
import { ANSWER_MS, Heartbeat, OPEN_MS } from "./heartbeat";
import { TableConnection } from "./table-connection.svelte";

/** Some chance in the pause, so that a restarted server is not met by everybody at once. */
export function pauseBefore(attempt: number, chance: number = Math.random()): number {
  return Math.min(3000, 400 * 2 ** Math.min(attempt, 5)) * (0.5 + chance / 2);
}

/** After so many sockets that never opened, ask over plain HTTP: some networks let no sockets through. */
const SOCKETS_BEFORE_HTTP = 4;
const POLL_SECONDS = 5;

export class ServerConnection extends TableConnection {
  private socket: WebSocket | null = null;
  private readonly heartbeat = new Heartbeat(
    () => this.socket,
    () => this.lose(),
  );
  private attempt = 0;
  private neverOpened = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  open(): void {
    this.connect();
    this.heartbeat.start();
    window.addEventListener("online", this.hurry);
    window.addEventListener("offline", this.lose);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.heartbeat.stop();
    window.removeEventListener("online", this.hurry);
    window.removeEventListener("offline", this.lose);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  /** Reconnect as the current person: a socket belongs to the session that opened it. */
  reopen(): void {
    this.discard();
    clearTimeout(this.timer);
    this.connect();
  }

  /** Close the socket without waiting for the other side, which may never answer. */
  private discard(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  hint(): Promise<Hint> {
    return post<Hint>(`/api/tables/${this.table}/hint`);
  }

  chances(): Promise<DraftChances> {
    return post<DraftChances>(`/api/tables/${this.table}/chances`);
  }

  coach(asked: AskCoach): Promise<Coaching> {
    return post<Coaching>(`/api/tables/${this.table}/coach`, asked);
  }

  protected dispatch(command: AnyCommand): void {
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
    this.heartbeat.heard();
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.heartbeat.heard();
      this.neverOpened = 0;
      for (const command of this.unansweredCommands) socket.send(JSON.stringify(command));
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heartbeat.heard();
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
    if (this.stopped || this.status === "gone") return;
    this.status = "lost";
    if (!wasOpen && !this.heard) {
      try {
        await get(`/api/tables/${this.table}`, OPEN_MS);
      } catch (error) {
        if (error instanceof ApiError && [403, 404].includes(error.status)) return this.giveUp(error);
      }
    }
    const pause = pauseBefore(this.attempt);
    this.attempt += 1;
    this.timer = setTimeout(() => this.socket || this.connect(), pause);
  }

  protected override hear(message: AnyFromTable): void {
    // A poll or a socket that ends late: the page has gone.
    if (this.stopped) return;
    if (message.type === "update") {
      this.attempt = 0;
      // The server that is back may be a newer one.
      if (this.status === "lost") void lookForUpdate();
    }
    super.hear(message);
  }

  /** Say at once that the connection is lost, and look for another. */
  private lose = (): void => {
    if (this.stopped || this.status === "gone") return;
    if (this.polling) {
      // The poll under way will find out as well, and goes on from there.
      this.status = "lost";
      return;
    }
    clearTimeout(this.timer);
    const wasOpen = this.socket?.readyState === WebSocket.OPEN;
    if (this.socket?.readyState === WebSocket.CONNECTING) this.neverOpened += 1;
    this.discard();
    void this.again(wasOpen);
  };

  private hurry = (): void => {
    // A poll that is under way goes on by itself.
    if (document.visibilityState === "hidden" || this.status !== "lost" || this.polling) return;
    clearTimeout(this.timer);
    this.attempt = 0;
    // A socket that began to open without a network may take long to find out that there is one.
    if (this.socket?.readyState === WebSocket.CONNECTING) this.discard();
    if (!this.socket) this.connect();
  };

  private async poll(): Promise<void> {
    while (!this.stopped && this.polling) {
      try {
        for (const command of this.unansweredCommands) await this.sendOverHttp(command);
        const wait = this.heard ? POLL_SECONDS : 0;
        const path = `/api/tables/${this.table}/events?after=${this.seq}&wait=${wait}`;
        this.hear(await get<Update>(path, wait * 1000 + ANSWER_MS));
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
      this.hear(await post<Ack>(`/api/tables/${this.table}/commands`, command, OPEN_MS));
    } catch (error) {
      // A refusal has status 409 and its own body; anything else is tried again with the next poll.
      if (!(error instanceof ApiError) || error.status !== 409) return;
      this.hear({ type: "refusal", client_id: command.client_id, seq: this.seq, reason: error.reason, stale: false });
    }
  }
}
