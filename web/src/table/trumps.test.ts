import { expect, test } from "vitest";
import type { Help } from "../types";
import { bySuit, isTrump, onBoard } from "./trumps";

const help = { trumps: { dB4: "twin", dR4: "number", dB2: "colour", B7: "colour" } } as unknown as Help;

test("a trump is what the help calls one", () => {
  expect(isTrump(help, "B7")).toBe(true);
  expect(isTrump(help, "dR4")).toBe(true);
  expect(isTrump(help, "R7")).toBe(false);
  expect(isTrump(null, "B7")).toBe(false);
});

test("dice lie on the player board by what they share with the trump die", () => {
  expect(onBoard(help, ["dG5", "dB2", "dR4", "dB4", "dB2"])).toEqual([
    { place: "twin", dice: ["dB4"] },
    { place: "number", dice: ["dR4"] },
    { place: "colour", dice: ["dB2", "dB2"] },
    { place: "other", dice: ["dG5"] },
  ]);
  expect(onBoard(null, ["dG5"])).toEqual([{ place: "other", dice: ["dG5"] }]);
});

test("a hand is laid out by suit, trumps first, the strongest of them before the others", () => {
  const trumps = { ...help, trumps: { ...help.trumps, B4: "twin", R4: "number", G4: "number" } } as Help;
  expect(bySuit(trumps, ["R1", "B7", "R4", "Y6", "B4", "R6", "G4"])).toEqual([
    { suit: "trump", pieces: ["B4", "R4", "G4", "B7"] },
    { suit: "red", pieces: ["R6", "R1"] },
    { suit: "yellow", pieces: ["Y6"] },
  ]);
});
