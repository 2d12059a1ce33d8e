import { expect, test } from "vitest";
import { playedBy, spots } from "./places";

test("one's own seat is below, the next to play on the left", () => {
  expect(spots(4, 2)).toEqual(["top", "right", "bottom", "left"]);
  expect(spots(3, 0)).toEqual(["bottom", "left", "right"]);
});

test("a spectator sees every seat around the table", () => {
  for (const players of [3, 4, 5]) expect(new Set(spots(players, null)).size).toBe(players);
});

test("the plays of a trick go round from its leader", () => {
  expect(playedBy(3, ["R1", "dB2"], 4)).toEqual([
    { seat: 3, piece: "R1" },
    { seat: 0, piece: "dB2" },
  ]);
});
