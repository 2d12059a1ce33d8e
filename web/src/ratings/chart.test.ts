import { describe, expect, it } from "vitest";
import type { RatedResult } from "../types";
import { changeBy, scaleOf } from "./chart";

const result = (rating: number, off: number): RatedResult => ({
  table: "t",
  ended: 0,
  place: 1,
  rating,
  low: rating - off,
  high: rating + off,
});

describe("the scale of a chart", () => {
  it("holds all figures and the newest interval between round numbers", () => {
    expect(scaleOf([result(1500, 600), result(1610, 90)])).toEqual({ low: 1500, high: 1700, lines: [1500, 1550, 1600, 1650, 1700] });
  });
  it("has room for one match", () => {
    const { low, high, lines } = scaleOf([result(1562, 400)]);
    expect([low, high]).toEqual([1000, 2000]);
    expect(lines.length).toBeGreaterThan(2);
  });
});

describe("a change", () => {
  const results = [result(1562, 300), result(1540, 280)];
  it("is from the match before, or from where everybody starts", () => {
    expect(changeBy(results, 1, 2)).toBe(-22);
    expect(changeBy(results, 0, 2)).toBe(62);
  });
  it("is not known where older matches are not listed", () => {
    expect(changeBy(results, 0, 9)).toBeNull();
    expect(changeBy(results, 5, 9)).toBeNull();
  });
});
