import { expect, test } from "vitest";
import type { AnyHappening } from "../types";
import { announced } from "../ui/announce.svelte";
import { Alerts } from "./alerts";

const happening = (kind: AnyHappening["kind"]) => ({ kind, seq: 1, at: 0, effects: [] }) as unknown as AnyHappening;
const said = () => announced.lines.map((line) => line.text);

function turns(...steps: [AnyHappening["kind"] | null, boolean, boolean][]): number {
  const before = announced.lines.at(-1)?.id ?? 0;
  const alerts = new Alerts();
  for (const [kind, mine, newest] of steps) alerts.turn(kind ? [happening(kind)] : [], mine, newest);
  expect(said().every((text) => text === "web.your-turn")).toBe(true);
  return (announced.lines.at(-1)?.id ?? 0) - before;
}

test("a turn is announced once, whatever else happens at the table meanwhile", () => {
  expect(turns(["acted", true, true], ["reacted", true, true], ["take_back_asked", true, true], [null, true, true])).toBe(1);
});

test("every new turn is announced, one right after one's own move too", () => {
  expect(turns(["acted", true, true], ["acted", false, true], ["acted", true, true], ["acted", true, true])).toBe(3);
  expect(turns(["acted", true, true], ["taken_back", true, true])).toBe(2);
  expect(turns(["acted", true, true], ["paused", false, true], ["unpaused", true, true])).toBe(2);
});

test("a turn that newer messages may have ended is announced with the newest", () => {
  expect(turns(["acted", true, false], ["reacted", true, true])).toBe(1);
});
