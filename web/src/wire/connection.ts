/** How a page talks to one table: to the server's through a socket, or to one on this device. */
import type { Ack, AnyCommand, AnyFromTable, AskCoach, Coaching, DraftChances, Hint, Refusal, Update } from "../generated/wire";
import type { ApiError } from "./api";

type WithoutId<C> = C extends unknown ? Omit<C, "client_id"> : never;
export type Command = WithoutId<AnyCommand>;
export type ConnectionStatus = "connecting" | "open" | "lost" | "gone";

/** What is heard of a table. */
export interface Listener {
  update(update: Update, first: boolean): void;
  presence(message: Extract<AnyFromTable, { type: "presence" }>): void;
  closing(message: Extract<AnyFromTable, { type: "closing" }>): void;
  /** The table is not there, or not for us. */
  gone(error: ApiError | null): void;
}

export interface Connection {
  readonly status: ConnectionStatus;
  /** Commands that the table has not answered yet. */
  readonly unanswered: number;
  open(): void;
  close(): void;
  /** Connect again, as the person that one is now. */
  reopen(): void;
  /** Send a command; the promise holds the table's answer, however long the way there takes. */
  send(command: Command): Promise<Ack | Refusal>;
  /** What to do now, and why; an ApiError where the table gives no hint. */
  hint(): Promise<Hint>;
  /** What the dice of the middle promise; an ApiError where the table gives no hints. */
  chances(): Promise<DraftChances>;
  /** What the coach says now; an ApiError where there is none. */
  coach(asked: AskCoach): Promise<Coaching>;
}
