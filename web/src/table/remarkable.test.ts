import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { speak } from "../i18n/texts.svelte";
import type { ScoreLine } from "../types";
import { remarkable } from "./remarkable";

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("en");
});
afterAll(() => vi.unstubAllGlobals());

/** A match from points by round and seat; "+" made, "z" made a zero. */
function match(...rows: string[]) {
  const totals: number[] = [];
  const rounds = rows.map((row) =>
    row.split(" ").map((text, seat): ScoreLine => {
      const points = Number.parseInt(text, 10);
      totals[seat] = (totals[seat] ?? 0) + points;
      const zero = text.endsWith("z");
      const made = zero || text.endsWith("+");
      return { leftover: zero ? null : "dR1", won: 0, made, tricks: 0, bonus: 0, zero_bonus: zero ? 10 : 0, points, total: totals[seat] };
    }),
  );
  const most = Math.max(...totals);
  const winners = totals.flatMap((total, seat) => (total === most ? [seat] : []));
  return { rounds, winners, names: ["Anna", "Béla", "Chloé"], own: null };
}

test("someone who made every contract", () => {
  expect(remarkable(match("20+ 3 2", "15+ 12+ 1"))).toBe("Anna made every contract.");
});

test("a winner who was last in the middle of the match", () => {
  expect(remarkable(match("3 12+ 4", "2 4 20+", "40+ 3 2"))).toBe("Anna was last after round 2.");
});

test("zeros, in number or alone", () => {
  expect(remarkable(match("3 30z 4", "20z 3 2"))).toBe("2 zeros were made.");
  expect(remarkable(match("5 30z 4", "20+ 3 2"))).toBe("Béla made a zero in round 1.");
});

test("a narrow win; a shared one is not", () => {
  expect(remarkable(match("12+ 4 3", "2 11+ 3", "3 1 2"))).toBe("Only 1 point between first and second.");
  expect(remarkable(match("12+ 4 3", "2 10+ 3"))).toBe("Anna scored 12 points in round 1.");
});

test("a tie that the last dice decided", () => {
  expect(remarkable({ ...match("12+ 4 3", "2 10+ 3"), winners: [1] })).toBe(
    "A tie at 14 points: the higher die kept in the last round decided.",
  );
});

test("a lead that went to and fro", () => {
  expect(remarkable(match("5 4 3", "12+ 20+ 3", "20+ 4 3", "2 30+ 5"))).toBe("The lead changed 3 times.");
});

test("a round that nobody made, or else the best round", () => {
  expect(remarkable(match("6 4 3", "20+ 4 3"))).toBe("Nobody made a contract in round 1.");
  expect(remarkable(match("23+ 4 3", "2 12+ 3"))).toBe("Anna scored 23 points in round 1.");
});

test("a match that ended before its first round was scored", () => {
  expect(remarkable({ rounds: [], winners: [], names: [], own: null })).toBe("");
});

test("what is about the reader says so", () => {
  const said = ["20+ 3 2/15+ 12+ 1", "3 12+ 4/2 4 20+/40+ 3 2", "20z 4 3/5 3 2", "23+ 4 3/2 12+ 3"].map((rows) =>
    remarkable({ ...match(...rows.split("/")), own: 0 }),
  );
  expect(said).toEqual([
    "You made every contract.",
    "You were last after round 2.",
    "You made a zero in round 1.",
    "You scored 23 points in round 1.",
  ]);
});
