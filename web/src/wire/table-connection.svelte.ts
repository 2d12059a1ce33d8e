/** What both kinds of connections share: commands that wait for their answers, and what is heard of a table. */
import type { Ack, AnyCommand, AnyFromTable, AskCoach, Coaching, DraftChances, Hint, Refusal } from "../generated/wire";
import { ApiError, randomId } from "./api";
import type { Command, Connection, ConnectionStatus, Listener } from "./connection";

interface Waiting {
  command: AnyCommand;
  answer: (result: Ack | Refusal) => void;
}

export abstract class TableConnection implements Connection {
  status = $state<ConnectionStatus>("connecting");
  unanswered = $state(0);
  protected seq = 0;
  protected heard = false;
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    protected readonly table: string,
    protected readonly listener: Listener,
  ) {}

  abstract open(): void;
  abstract close(): void;
  abstract reopen(): void;
  abstract hint(): Promise<Hint>;
  abstract chances(): Promise<DraftChances>;
  abstract coach(asked: AskCoach): Promise<Coaching>;
  /** Pass a command on, if there is a way now. */
  protected abstract dispatch(command: AnyCommand): void;

  send(command: Command): Promise<Ack | Refusal> {
    const whole = { ...command, client_id: randomId() } as AnyCommand;
    return new Promise((answer) => {
      this.waiting.set(whole.client_id, { command: whole, answer });
      this.unanswered = this.waiting.size;
      this.dispatch(whole);
    });
  }

  /** What was not answered, to be sent again with the same client ids: nothing is lost, and nothing is done twice. */
  protected get unansweredCommands(): AnyCommand[] {
    return [...this.waiting.values()].map(({ command }) => command);
  }

  protected giveUp(error: ApiError | null): void {
    this.status = "gone";
    this.listener.gone(error);
  }

  protected hear(message: AnyFromTable): void {
    switch (message.type) {
      case "update": {
        const first = !this.heard;
        this.heard = true;
        this.status = "open";
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
}
