import { expect, test } from "vitest";
import type { Position } from "../types";
import { effectAt, eyesFrom, jumps } from "./replay.svelte";

function position(phase: string, tricks: number, plays: number, action: string | null): Position {
  const trick = phase === "play" ? { leader: 0, plays: Array<string>(plays).fill("R1") } : null;
  return { view: { phase, tricks: Array(tricks).fill({}), trick }, action } as unknown as Position;
}

test("one can jump to the draft, to every trick and to the end", () => {
  const steps = [
    position("draft", 0, 0, "take dR1"),
    position("draft", 0, 0, "take dR2"),
    position("declare", 0, 0, "pass"),
    position("play", 0, 0, "play R1"),
    position("play", 0, 1, "play R2"),
    position("play", 1, 0, "play R3"),
    position("over", 2, 0, null),
  ];
  expect(jumps(steps)).toEqual([
    { step: 0, to: "draft" },
    { step: 2, to: "declare" },
    { step: 3, to: 1 },
    { step: 5, to: 2 },
    { step: 6, to: "end" },
  ]);
});

test("a link that says nothing about hands shows none", () => {
  expect(eyesFrom(null, 4)).toBe("nobody");
  expect(eyesFrom("", 4)).toBe("nobody");
  expect(eyesFrom("7", 4)).toBe("nobody");
  expect(eyesFrom("2", 4)).toBe(2);
  expect(eyesFrom("all", 4)).toBe("all");
});

test("a move is told as the table's log tells it", () => {
  const draft = { view: { phase: "draft" }, seat: 1 };
  expect(effectAt({ ...draft, action: "take dR5" } as Position)).toEqual({ type: "taken", seat: 1, die: "dR5" });
  expect(effectAt({ ...draft, action: "zero dR5" } as Position)).toEqual({ type: "zero-taken", seat: 1, discard: "dR5" });
  const declare = { view: { phase: "declare" }, seat: 2 };
  expect(effectAt({ ...declare, action: "pass" } as Position)).toMatchObject({ type: "declared", zero: false });
  expect(effectAt({ ...declare, action: "zero dB2" } as Position)).toMatchObject({ zero: true, return: "dB2" });
  expect(effectAt({ view: { phase: "over" }, action: null } as Position)).toBeNull();
});
