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

test("it is offered no bot that needs the kernel either", () => {
  const bots = (kernel: boolean) => offerHere(built as Offer, kernel).bots.map(({ name }) => name);
  expect(bots(true)).toEqual(built.bots.map(({ name }) => name));
  expect(bots(false)).toContain("otto");
  expect(bots(false)).not.toContain("vera");
});

test("an unknown level is not played on a device", () => {
  expect(playsHere("grandmaster", true)).toBe(false);
});
