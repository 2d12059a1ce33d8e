import { expect, test } from "vitest";
import { localTime, OVER_DAYS, scorings, settingsOf, usualWish } from "./form";

const NOON = new Date(2026, 10, 19, 12, 7).getTime();

test("a tournament has a clock, a duplicate evening the same deals", () => {
  expect(settingsOf(usualWish("tournament", NOON))).toMatchObject({
    form: "round-robin",
    same_deals: false,
    scoring: "places",
    pace: { kind: "live", bank_ms: 300_000, increment_ms: 10_000 },
    break_s: 60,
    starts: null,
    closes: null,
  });
  expect(settingsOf(usualWish("duplicate", NOON))).toMatchObject({ form: "together", same_deals: true, scoring: "matchpoints" });
});

test("where people play alone no clock runs, and only friends over days have an end", () => {
  const days = settingsOf({ ...usualWish("duplicate", NOON), form: "days", starts: "time" });
  expect(days).toMatchObject({ pace: null, break_s: 0, starts: null, closes: new Date(2026, 10, 26, 22).getTime() });
  expect(settingsOf({ ...usualWish("duplicate", NOON), form: "champion" })).toMatchObject({ pace: null, closes: null });
});

test("points are compared only where deals are the same", () => {
  const wish = { ...usualWish("tournament", NOON), scoring: "mean" as const };
  expect(scorings(wish)).toEqual(["places"]);
  expect(settingsOf(wish).scoring).toBe("places");
  expect(settingsOf({ ...wish, sameDeals: true }).scoring).toBe("mean");
});

test("times are the reader's own", () => {
  const wish = { ...usualWish("tournament", NOON), starts: "time" as const, clock: OVER_DAYS, days: 3 };
  expect(wish.startTime).toBe("2026-11-19T12:30");
  expect(localTime(new Date(2026, 0, 2, 3, 4))).toBe("2026-01-02T03:04");
  expect(settingsOf(wish)).toMatchObject({ starts: new Date(2026, 10, 19, 12, 30).getTime(), pace: { kind: "days", hours_a_move: 72 } });
});
