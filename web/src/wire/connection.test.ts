import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Update } from "../types";
import { Connection, pauseBefore } from "./connection.svelte";

/** A socket whose other end is this test. */
class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  sent: { type: string; client_id: string }[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly address: string;
  constructor(address: URL) {
    this.address = address.href;
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const update = (seq: number) =>
  ({ type: "update", seq, after: 0, happenings: [], seat: 0, view: null, help: null, clock: {}, presence: { here: [] } }) as Update;
const latest = () => Wire.all.at(-1) as Wire;
let heard: number[];

function connect(): Connection {
  heard = [];
  const connection = new Connection("t", {
    update: (each) => heard.push(each.seq),
    presence: () => undefined,
    closing: () => undefined,
    gone: () => undefined,
  });
  connection.open();
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  const nowhere = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("location", { href: "http://here/", origin: "http://here" });
  vi.stubGlobal("window", nowhere);
  vi.stubGlobal("document", { ...nowhere, visibilityState: "visible" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what was not answered is sent again on the next socket with the same client id", async () => {
  const connection = connect();
  latest().accept();
  latest().say(update(5));
  const answer = connection.send({ type: "move", expected_seq: 5, action: "play R5" });
  const first = latest().sent[0];
  latest().close();
  expect(connection.line).toBe("lost");
  vi.advanceTimersByTime(10_000);
  expect(latest().address).toContain("after=5");
  latest().accept();
  expect(latest().sent).toEqual([first]);
  latest().say({ type: "ack", client_id: first?.client_id, seq: 6, repeated: true });
  await expect(answer).resolves.toMatchObject({ type: "ack", seq: 6 });
  expect(connection.unanswered).toBe(0);
});

test("what was answered is not sent again", () => {
  const connection = connect();
  latest().accept();
  latest().say(update(5));
  void connection.send({ type: "ping" });
  latest().say({ type: "ack", client_id: latest().sent[0]?.client_id, seq: 5 });
  latest().close();
  vi.advanceTimersByTime(10_000);
  latest().accept();
  expect(latest().sent).toEqual([]);
});

test("an update that comes late is not shown over a newer one", () => {
  connect();
  latest().accept();
  latest().say(update(7));
  latest().say(update(6));
  expect(heard).toEqual([7]);
});

test("the pauses grow, with some chance in them, and have an end", () => {
  expect(pauseBefore(0, 1)).toBe(400);
  expect(pauseBefore(2, 1)).toBe(1600);
  expect(pauseBefore(50, 1)).toBe(3000);
  expect(pauseBefore(50, 0)).toBe(1500);
});
