import { expect, test } from "vitest";
import { draftSlots } from "./draft-slots";

const ROLLED = ["dR1", "dR4", "dR4", "dB2", "dR4"];

test("what is left stays where it was rolled", () => {
  expect(draftSlots(ROLLED, ROLLED, ROLLED)).toEqual(ROLLED);
  expect(draftSlots(ROLLED, ROLLED, ["dR4", "dR4", "dB2", "dR4"])).toEqual([null, "dR4", "dR4", "dB2", "dR4"]);
});

test("of equal dice the one that was pressed is gone", () => {
  expect(draftSlots(ROLLED, ROLLED, ["dR1", "dR4", "dB2", "dR4"], 1)).toEqual(["dR1", null, "dR4", "dB2", "dR4"]);
});

test("of equal dice that others took the last is gone, and an earlier one does not come back", () => {
  const once = draftSlots(ROLLED, ROLLED, ["dR1", "dR4", "dB2", "dR4"]);
  expect(once).toEqual(["dR1", "dR4", "dR4", "dB2", null]);
  expect(draftSlots(once, ROLLED, ["dR1", "dR4", "dB2", "dR4"], 1)).toEqual(once);
  expect(draftSlots(once, ROLLED, ["dR1", "dR4", "dB2"], 1)).toEqual(["dR1", null, "dR4", "dB2", null]);
});

test("a die that was taken back is there again", () => {
  expect(draftSlots(["dR1", null, "dR4", "dB2", null], ROLLED, ROLLED)).toEqual(ROLLED);
});
