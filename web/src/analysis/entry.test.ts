import { expect, test } from "vitest";
import { deviation } from "./advice.svelte";
import { Entry, places } from "./entry.svelte";

const NUMBERS = { deck: [], dice: [], cards_each: 10, drawn_each: 2, dice_each: 5, pool: 13 };

test("each place leads on to the next, and a table is entered with one tap for each piece", () => {
  const entry = new Entry();
  entry.begin(places(NUMBERS, 4, "draft", []));
  let taps = 0;
  while (!entry.full) {
    entry.tap(entry.place?.key === "hand" ? `R${taps}` : "dR1");
    taps += 1;
  }
  // A phone: 31 taps for the pieces, at less than four seconds each in two minutes.
  expect(taps).toBe(10 + 4 * 2 + 13);
  const setup = entry.setup({ edition: "second", players: 4, dealer: 1, phase: "draft", zero: [] });
  expect(setup.hand).toHaveLength(10);
  expect(setup.dice.map((each) => each.length)).toEqual([2, 2, 2, 2]);
  expect(setup.pool).toHaveLength(13);
});

test("a card that is tapped again leaves, a die is added again", () => {
  const entry = new Entry();
  entry.begin(places(NUMBERS, 3, "play", [true]));
  entry.tap("R5");
  entry.tap("R5");
  expect(entry.place?.pieces).toEqual([]);
  entry.at = 1;
  entry.tap("dR5");
  entry.tap("dR5");
  expect(entry.place?.pieces).toEqual(["dR5", "dR5"]);
  expect(entry.place?.size).toBe(4);
  entry.remove(1, 0);
  expect(entry.place?.pieces).toEqual(["dR5"]);
});

test("what was entered stays where it still fits", () => {
  const entry = new Entry();
  entry.begin(places(NUMBERS, 4, "play", []));
  entry.tap("R1");
  entry.begin(places(NUMBERS, 4, "draft", []));
  expect(entry.places[0]?.pieces).toEqual(["R1"]);
});

test("a share counted in more hands is known better", () => {
  expect(deviation(0.5, 100)).toBeCloseTo(0.05);
  expect(deviation(0.5, 400)).toBeCloseTo(0.025);
  expect(deviation(1, 10)).toBe(0);
});
