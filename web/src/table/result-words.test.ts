import { expect, test } from "vitest";
import type { ScoreLine } from "../types";
import { resultInWords, spokenResult, turningTrick } from "./result-words";

const line = (leftover: string | null, won: number): ScoreLine => {
  const made = won === (leftover ? Number(leftover.at(-1)) : 0);
  return { leftover, won, made, tricks: won, bonus: 0, zero_bonus: 0, points: won, total: won };
};

test("a result is said by what was kept and won", () => {
  expect(resultInWords(line("dR3", 3), null)).toBe("web.words.made.you");
  expect(resultInWords(line("dR3", 5), null)).toBe("web.words.over.you");
  expect(resultInWords(line("dR3", 1), "Hana")).toBe("web.words.under");
  expect(resultInWords(line(null, 0), "Hana")).toBe("web.words.zero-made");
  expect(resultInWords(line(null, 2), null)).toBe("web.words.zero-over.you");
});

test("everybody's result is spoken, with the points", () => {
  const said = spokenResult([line("dR3", 3), line(null, 2)], (seat) => (seat ? "Hana" : null));
  expect(said).toBe("web.words.made.you web.say.total web.words.zero-over web.say.total");
});

test("the trick that was one too many", () => {
  expect(turningTrick([0, 1, 0, 0, 1], 0, 2)).toEqual({ trick: 4, how: "passed" });
  expect(turningTrick([0], 0, 0)).toEqual({ trick: 1, how: "passed" });
});

test("the trick after which a target was out of reach", () => {
  expect(turningTrick([1, 1, 0, 1, 0], 0, 4)).toEqual({ trick: 2, how: "short" });
  expect(turningTrick([1, 1], 0, 1)).toEqual({ trick: 2, how: "short" });
});

test("who made the target had no such trick", () => {
  expect(turningTrick([0, 1, 0, 1], 0, 2)).toBeNull();
  expect(turningTrick([1, 1], 0, 0)).toBeNull();
});
