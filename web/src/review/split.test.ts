import { expect, test } from "vitest";
import type { RoundSplit } from "../types";
import { chain, inTenths, mainCause, sumUp } from "./split";

const part = (value: number, error = 0.3) => ({ value, error });
const round = (points: number, average: number, deal: number, decisions: number, hidden: number, others: number): RoundSplit => ({
  round: 0,
  points,
  average: part(average),
  deal: part(deal),
  decisions: part(decisions),
  hidden: part(hidden),
  others: part(others),
});

test("the parts of a match add up to its points", () => {
  const sum = sumUp([round(10, 6, 2, -1, 1, 2), round(0, 6, -3, -2, 0, -1)]);
  expect([sum.points, sum.average.value, sum.luck.value, sum.decisions.value, sum.others.value]).toEqual([10, 12, 0, -3, 1]);
  expect(sum.average.value + sum.luck.value + sum.decisions.value + sum.others.value).toBe(sum.points);
  expect(sum.luck.error).toBeCloseTo(0.6);
});

test("what is shown adds up to the points", () => {
  const parts = [11.24, -10.46, 0.24, -0.02];
  expect(inTenths(parts, 1)).toEqual([11.3, -10.5, 0.2, 0]);
  expect(inTenths([0.25, -0.25, 0], 0)).toEqual([0.3, -0.3, 0]);
});

test("what is named as the cause is larger than its own uncertainty", () => {
  const sum = (luck: number, decisions: number, others: number, error = 1) => ({
    points: 0,
    average: part(0),
    luck: part(luck, error),
    decisions: part(decisions, error),
    others: part(others, error),
  });
  expect(mainCause(sum(-9, -4, 20), false)).toBe("bad-luck");
  expect(mainCause(sum(9, -8, 2), false)).toBe("decisions");
  expect(mainCause(sum(1, -2, 6), true)).toBe("others");
  expect(mainCause(sum(7, -9, 6), true)).toBe("luck");
  expect(mainCause(sum(1, -2, -6), false)).toBe("against");
  expect(mainCause(sum(-9, -4, 2, 20), false)).toBe("none");
});

test("the bars of the picture follow each other, and the last one is the whole", () => {
  const bars = chain(30, [6, -10, 4]);
  expect(bars).toHaveLength(5);
  expect(bars[0]).toEqual({ from: 0, to: 30 / 36 });
  expect(bars[1]?.from).toBeCloseTo(bars[0]?.to ?? 0);
  expect(bars[2]?.to).toBeCloseTo(bars[1]?.to ?? 0);
  expect(bars[4]).toEqual({ from: 0, to: 30 / 36 });
  // Below nothing, the axis begins there.
  expect(chain(2, [-8]).map(({ from }) => from)).toEqual([0.75, 0, 0]);
});
