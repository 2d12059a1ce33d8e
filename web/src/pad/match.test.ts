import { expect, test } from "vitest";
import { dealerOf, emptyDraft, FORMAT, fromFile, isDraft, toFile, totals, winnersOf, type PadMatch } from "./match";

const match: PadMatch = {
  format: FORMAT,
  id: "a",
  edition: "second",
  players: ["Ann", "Bea", "Cem", "Dora"],
  dealer: 3,
  length: 1,
  rounds: [{ won: [3, 0, 4, 7], kept: [3, 0, 5, 2] }],
  started: 1_700_000_000_000,
};

test("the example of docs/rules.md", () => {
  expect(totals(match)).toEqual([23, 30, 4, 7]);
  expect(winnersOf(match)).toEqual([1]);
  expect(winnersOf({ ...match, length: 2 })).toEqual([]);
  expect(dealerOf(match, 1)).toBe(0);
});

test("a file is read as it was written", () => {
  expect(fromFile(toFile(match))).toEqual(match);
});

test.each([
  ["no JSON", "{"],
  ["another file", "{}"],
  ["nothing", "null"],
  ["another edition", toFile({ ...match }).replace('"second"', '"third"')],
  ["five players in an edition for four", toFile({ ...match, edition: "first", players: ["a", "b", "c", "d", "e"] })],
  ["tricks that do not sum up", toFile({ ...match, rounds: [{ won: [3, 0, 4, 6], kept: [3, 0, 5, 2] }] })],
  ["a die of seven", toFile({ ...match, rounds: [{ won: [3, 0, 4, 7], kept: [3, 0, 5, 7] }] })],
  ["more rounds than there are", toFile({ ...match, rounds: [...match.rounds, ...match.rounds] })],
])("a file that cannot be is refused: %s", (_, text) => {
  expect(fromFile(text)).toBeNull();
});

test("house rules are counted by and kept in the file", () => {
  const house: NonNullable<PadMatch["house"]> = {
    revision: 1, zero_rule: "black-dice", zero_dice: 2, tie_rule: "shared", trick_points: 1, bonus: 7, zero_bonus: 10,
    number_trumps: "always", removed_colour: "P", removed_colour_free: true, rounds: 4, removes_colour: false,
    highest_card: 7, cards_each: 10, dice_per_colour: 5, drawn_each: 2, pool_size: 13, picks_each: 3,
  };
  const own: PadMatch = { ...match, edition: "our-club", house };
  expect(totals(own)).toEqual([17, 24, 4, 7]);
  expect(fromFile(toFile(own))).toEqual(own);
  expect(fromFile(toFile({ ...own, house: { ...house, bonus: -1 } }))).toBeNull();
});

test("a half-entered round fits its match or is not taken", () => {
  expect(isDraft(match, emptyDraft(match))).toBe(true);
  expect(isDraft(match, { won: [3, null, 14, 0], kept: [null, 0, 6, 1] })).toBe(true);
  for (const bad of [
    undefined,
    null,
    {},
    { won: [3, null, 4], kept: [null, 0, 6] },
    { won: [15, null, null, null], kept: [null, null, null, null] },
    { won: [null, null, null, null], kept: [7, null, null, null] },
    { won: ["3", null, null, null], kept: [null, null, null, null] },
  ]) {
    expect(isDraft(match, bad)).toBe(false);
  }
});
