import { expect, test } from "vitest";
import type { AnyEntry } from "../types";
import { doneForYou } from "./effects";

let seq = 0;
const moved = (seat: number, by: string, piece: string) =>
  ({ kind: "moved", seq: ++seq, at: 0, seat, action: `play ${piece}`, by, effects: [{ type: "played", seat, piece }] }) as AnyEntry;

test("who opens the table anew is told what was played in their place since their own last move", () => {
  const mine = moved(0, "person", "R5");
  const others = [moved(1, "stand_in", "R1"), moved(2, "bot", "R2")];
  expect(doneForYou([mine, ...others], 0)).toBe("");
  const one = moved(0, "stand_in", "B2");
  expect(doneForYou([mine, ...others, one], 0)).toBe("web.news.played-for-you");
  expect(doneForYou([mine, one, moved(0, "stand_in", "B3")], 0)).toBe("web.news.moves-for-you");
  expect(doneForYou([mine, one, moved(0, "stand_in", "B3")], 0, true)).toBe("web.news.lowest-moves");
  // What was done before one's own move is known; spectators and others are told nothing.
  expect(doneForYou([one, moved(0, "person", "B4")], 0)).toBe("");
  expect(doneForYou([mine, one], 1)).toBe("");
  expect(doneForYou([mine, one], null)).toBe("");
});

test("what was played for somebody and then taken back is not told", () => {
  const one = moved(0, "stand_in", "B2");
  const back = { kind: "taken_back", seq: one.seq + 1, at: 0, seat: 0, action_seq: one.seq } as AnyEntry;
  expect(doneForYou([one, back], 0)).toBe("");
});
