import { expect, test } from "vitest";
import { BOOK, dailyId, dayOf, find, nextPuzzle } from "./book";
import { progress, rated, START } from "./progress.svelte";

const DAY_MS = 86_400_000;
const ANY = { kind: "all", theme: "all" } as const;

test("every day has a puzzle of the book, the next day another", () => {
  expect(dayOf(DAY_MS - 1)).toBe(0);
  for (let day = 21_000; day < 21_030; day++) {
    expect(find(dailyId(day))).toBeDefined();
    expect(dailyId(day)).not.toBe(dailyId(day + 1));
  }
});

test("the next puzzle is new, of the kind that is wanted, and about as hard as the player is good", () => {
  const next = nextPuzzle(() => false, 1400, { kind: "odds", theme: "all" }, 0);
  expect(next?.kind).toBe("odds");
  const nearest = Math.min(...BOOK.filter(({ kind }) => kind === "odds").map(({ rating }) => Math.abs(rating - 1400)));
  expect(Math.abs((next?.rating ?? 0) - 1400)).toBe(nearest);
  const first = nextPuzzle(() => false, 1400, ANY, 0)!;
  expect(nextPuzzle((id) => id === first.id, 1400, ANY, 0)?.id).not.toBe(first.id);
  // Where all are tried, they come again, but not the one on the table.
  expect(nextPuzzle(() => true, 1400, { ...ANY, not: first.id }, 0)?.id).not.toBe(first.id);
});

test("a rating follows the first answers, and only these", () => {
  expect(rated(1200, 1200, true, 0)).toBe(1224);
  expect(rated(1200, 1200, false, 50)).toBe(1188);
  expect(rated(1200, 2000, true, 0)).toBeGreaterThan(rated(1200, 800, true, 0));
  const { id } = BOOK[0]!;
  expect(progress.answered(id, 1500, false)).toBe(true);
  const after = progress.rating;
  expect(after).toBeLessThan(START);
  expect(progress.answered(id, 1500, true)).toBe(false);
  expect(progress.rating).toBe(after);
  expect([progress.first(id), progress.solved, progress.answers]).toEqual([false, 0, 1]);
});

test("a streak grows day by day and breaks when one is left out", () => {
  const at = (day: number) => day * DAY_MS + 5;
  const solve = (day: number) => progress.answered(dailyId(day), 1500, true, at(day));
  solve(21_100);
  solve(21_101);
  solve(21_101);
  expect([progress.streak(at(21_101)), progress.solvedToday(at(21_101))]).toEqual([2, true]);
  expect([progress.streak(at(21_102)), progress.solvedToday(at(21_102))]).toEqual([2, false]);
  expect(progress.streak(at(21_103))).toBe(0);
  // Another puzzle, or a wrong answer, does not count as a day.
  progress.answered(BOOK.find(({ id }) => id !== dailyId(21_102))!.id, 1500, true, at(21_102));
  expect(progress.solvedToday(at(21_102))).toBe(false);
  solve(21_103);
  expect(progress.streak(at(21_103))).toBe(1);
});

test("a report is kept once", () => {
  progress.report("abc234");
  progress.report("abc234");
  expect([progress.reported("abc234"), progress.reported("zzzzzz")]).toEqual([true, false]);
});
