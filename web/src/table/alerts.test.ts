import { expect, test } from "vitest";
import type { AnyEntry } from "../types";
import { announced } from "../ui/announce.svelte";
import { Alerts } from "./alerts";

const happening = (kind: AnyEntry["kind"]) => ({ kind, seq: 1, at: 0, effects: [] }) as unknown as AnyEntry;
const said = () => announced.lines.map((line) => line.text);

function turns(...steps: [AnyEntry["kind"] | null, boolean, boolean][]): number {
  const before = announced.lines.at(-1)?.id ?? 0;
  const alerts = new Alerts();
  for (const [kind, mine, newest] of steps) alerts.turn(kind ? [happening(kind)] : [], mine, newest);
  expect(said().every((text) => text === "web.your-turn")).toBe(true);
  return (announced.lines.at(-1)?.id ?? 0) - before;
}

test("a turn is announced once, whatever else happens at the table meanwhile", () => {
  expect(turns(["moved", true, true], ["reacted", true, true], ["take_back_asked", true, true], [null, true, true])).toBe(1);
});

test("every new turn is announced, one right after one's own move too", () => {
  expect(turns(["moved", true, true], ["moved", false, true], ["moved", true, true], ["moved", true, true])).toBe(3);
  expect(turns(["moved", true, true], ["taken_back", true, true])).toBe(2);
  expect(turns(["moved", true, true], ["paused", false, true], ["resumed", true, true])).toBe(2);
});

test("a turn that newer messages may have ended is announced with the newest", () => {
  expect(turns(["moved", true, false], ["reacted", true, true])).toBe(1);
});
