import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Update } from "../types";
import { pauseBefore, ServerConnection } from "./server-connection.svelte";

/** Nothing arrives any more, not even the end of a connection. */
let frozen: boolean;

/** A socket whose other end is this test. */
class Wire {
  static readonly CONNECTING = 0;
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
    this.readyState = frozen ? 2 : 3;
    if (!frozen) this.onclose?.();
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
  ({ type: "update", seq, after: 0, entries: [], seat: 0, view: null, help: null, clock: {}, presence: { here: [] } }) as Update;
const latest = () => Wire.all.at(-1) as Wire;
let heard: number[];

function connect(): ServerConnection {
  heard = [];
  const connection = new ServerConnection("t", {
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
  frozen = false;
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("location", { href: "http://here/", origin: "http://here" });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible", hidden: false }));
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
  expect(connection.status).toBe("lost");
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

test("a connection that freezes is given up within ten seconds, without its closing handshake", () => {
  const connection = connect();
  latest().accept();
  latest().say(update(5));
  frozen = true;
  vi.advanceTimersByTime(10_000);
  expect(connection.status).toBe("lost");
  // Sockets that cannot be opened are given up as well, until one can.
  vi.advanceTimersByTime(5_000);
  const hanging = latest();
  vi.advanceTimersByTime(12_000);
  expect(latest()).not.toBe(hanging);
  latest().accept();
  latest().say(update(6));
  expect(connection.status).toBe("open");
  expect(heard).toEqual([5, 6]);
});

test("a quiet connection that answers stays", () => {
  const connection = connect();
  latest().accept();
  latest().say(update(5));
  for (let second = 0; second < 60; second += 1) {
    vi.advanceTimersByTime(1000);
    for (const { type, client_id } of latest().sent.splice(0)) {
      expect(type).toBe("ping");
      latest().say({ type: "ack", client_id, seq: 5 });
    }
  }
  expect(connection.status).toBe("open");
  expect(Wire.all).toHaveLength(1);
});

test("without a network the connection is lost at once, and comes back with it", () => {
  const connection = connect();
  latest().accept();
  latest().say(update(5));
  frozen = true;
  window.dispatchEvent(new Event("offline"));
  expect(connection.status).toBe("lost");
  vi.advanceTimersByTime(5000);
  const before = Wire.all.length;
  frozen = false;
  window.dispatchEvent(new Event("online"));
  expect(Wire.all).toHaveLength(before + 1);
  latest().accept();
  latest().say(update(6));
  expect(connection.status).toBe("open");
});

test("an update that comes late is not shown over a newer one", () => {
  connect();
  latest().accept();
  latest().say(update(7));
  latest().say(update(6));
  expect(heard).toEqual([7]);
});

test("what comes after the page has gone is not heard", () => {
  const connection = connect();
  latest().accept();
  latest().say(update(5));
  frozen = true;
  connection.close();
  latest().say(update(6));
  expect(heard).toEqual([5]);
});

test("the pauses grow, with some chance in them, and have an end", () => {
  expect(pauseBefore(0, 1)).toBe(400);
  expect(pauseBefore(2, 1)).toBe(1600);
  expect(pauseBefore(50, 1)).toBe(3000);
  expect(pauseBefore(50, 0)).toBe(1500);
});
