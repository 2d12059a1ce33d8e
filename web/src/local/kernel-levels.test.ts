import { expect, test } from "vitest";
import built from "../generated/data/offer.json";
import type { Offer } from "../types";
import { offerHere, playsHere } from "./kernel-levels";

const names = (kernel: boolean) => offerHere(built as Offer, kernel).levels.map(({ name }) => name);

test("a browser without SIMD is offered the levels that need no kernel", () => {
  expect(names(true)).toEqual(built.levels.map(({ name }) => name));
  expect(names(false)).toEqual(["beginner", "club"]);
  expect(playsHere("expert", false)).toBe(false);
  expect(names(false)).toContain(built.default_level);
});

test("an unknown level is not played on a device", () => {
  expect(playsHere("grandmaster", true)).toBe(false);
});
