/** Finds out whether a socket still works: a connection may freeze, and then it never says so itself. */
import type { AnyCommand } from "../generated/wire";
import { randomId } from "./api";

/** A socket that is quiet for so long is asked whether it still works, … */
const QUIET_MS = 4_000;
/** … rarely where nobody looks at the page. */
const QUIET_HIDDEN_MS = 25_000;
/** One that does not answer for so long is given up, … */
export const ANSWER_MS = 4_000;
/** … as is one that takes so long to open. */
export const OPEN_MS = 10_000;
const CHECK_MS = 1_000;

export class Heartbeat {
  /** When the socket was made or last said something. */
  private last = 0;
  /** When it was asked, if it has been silent since. */
  private asked: number | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** `lost` is called when `socket` has not opened or answered in time. */
  constructor(
    private readonly socket: () => WebSocket | null,
    private readonly lost: () => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.check(), CHECK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The socket was made, has opened or has said something. */
  heard(): void {
    this.last = Date.now();
    this.asked = null;
  }

  private check(): void {
    const socket = this.socket();
    const now = Date.now();
    const quiet = now - this.last;
    if (socket?.readyState === WebSocket.CONNECTING) {
      if (quiet >= OPEN_MS) this.lost();
    } else if (socket?.readyState === WebSocket.OPEN) {
      if (this.asked !== null && now - this.asked >= ANSWER_MS) this.lost();
      else if (this.asked === null && quiet >= (document.hidden ? QUIET_HIDDEN_MS : QUIET_MS)) {
        this.asked = now;
        const ping: AnyCommand = { type: "ping", client_id: randomId() };
        socket.send(JSON.stringify(ping));
      }
    }
  }
}
