import { expect, test } from "vitest";
import { dayOf, dayText, streak, weeks } from "./days";

test("days are counted from 1970 in UTC", () => {
  expect(dayOf("1970-01-01")).toBe(0);
  expect(dayText(dayOf("2028-02-29"))).toBe("2028-02-29");
});

test("a streak ends today or yesterday", () => {
  const today = dayOf("2026-11-18");
  expect(streak(["2026-11-16", "2026-11-17"], today)).toBe(2);
  expect(streak(["2026-11-16", "2026-11-17", "2026-11-18"], today)).toBe(3);
  expect(streak(["2026-11-14", "2026-11-15", "2026-11-18"], today)).toBe(1);
  expect(streak(["2026-11-16"], today)).toBe(0);
});

test("the calendar begins with the first week that was played, and has two weeks to six", () => {
  const today = dayOf("2026-11-18");
  expect(weeks(today, [])).toHaveLength(2);
  expect(weeks(today, [dayOf("2026-11-16")])).toHaveLength(2);
  expect(dayText(weeks(today, [dayOf("2026-11-01"), today])[0]?.[0] ?? 0)).toBe("2026-10-26");
});

test("six weeks from Monday to Sunday end with this one", () => {
  const found = weeks(dayOf("2026-11-18"), [dayOf("2026-09-01")]);
  expect(found).toHaveLength(6);
  expect(dayText(found[5]?.[0] ?? 0)).toBe("2026-11-16");
  expect(dayText(found[5]?.[6] ?? 0)).toBe("2026-11-22");
  expect(dayText(found[0]?.[0] ?? 0)).toBe("2026-10-12");
});
