/** A connection to a table on this device: the same messages as over the server's socket, from the worker next door. */
import { myName } from "../people/me.svelte";
import type { AnyCommand, AskCoach, Coaching, DraftChances, Hint } from "../generated/wire";
import { ApiError } from "../wire/api";
import type { Listener } from "../wire/connection";
import { TableConnection } from "../wire/table-connection.svelte";
import { localHost } from "./host.svelte";

export class LocalConnection extends TableConnection {
  private visit = 0;

  /** `seat`: its person holds the device, where people pass it around. */
  constructor(
    table: string,
    listener: Listener,
    private readonly seat: number | null,
  ) {
    super(table, listener);
  }

  open(): void {
    this.visit = localHost.listen((heard) => {
      if ("messages" in heard) for (const message of heard.messages) this.hear(message);
      else if (heard.lost) this.giveUp(new ApiError(409, heard.lost));
      else this.reopen();
    });
    this.reopen();
  }

  close(): void {
    localHost.unlisten(this.visit);
    localHost.ask("leave", { table: this.table }).catch(() => undefined);
  }

  reopen(): void {
    const { table, seq, seat, visit } = this;
    // After it was given up, the player wants it here.
    const insist = this.status === "gone";
    localHost.ask("enter", { table, after: seq, name: myName(), insist, visit, seat }).then(
      () => {
        for (const command of this.unansweredCommands) this.dispatch(command);
      },
      (error: unknown) => this.giveUp(error instanceof ApiError ? error : null),
    );
  }

  hint(): Promise<Hint> {
    return localHost.ask("hint", { table: this.table });
  }

  chances(): Promise<DraftChances> {
    return localHost.ask("chances", { table: this.table });
  }

  coach(asked: AskCoach): Promise<Coaching> {
    return localHost.ask("coach", { table: this.table, asked });
  }

  protected dispatch(command: AnyCommand): void {
    // What could not be stored is heard of as well ("lost"): then the table is opened again.
    localHost.ask("command", { table: this.table, command }).catch(() => undefined);
  }
}
