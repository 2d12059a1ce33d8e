import { expect, test } from "vitest";
import type { ScoreLine } from "../types";
import { remarkable } from "./remarkable";

/** A match from points by round and seat; "+" made, "0" made a zero. */
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
  return { rounds, winners: totals.flatMap((total, seat) => (total === most ? [seat] : [])) };
}

test("someone who made every contract", () => {
  expect(remarkable(match("20+ 3 2", "15+ 12+ 1"))).toEqual({ id: "web.end.perfect", seat: 0 });
});

test("a winner who was last in the middle of the match", () => {
  expect(remarkable(match("3 12+ 4", "2 4 20+", "40+ 3 2"))).toEqual({ id: "web.end.from-last", seat: 0, round: 2 });
});

test("zeros, in number or alone", () => {
  expect(remarkable(match("3 30z 4", "20z 3 2"))).toEqual({ id: "web.end.zeros", n: 2 });
  expect(remarkable(match("5 30z 4", "20+ 3 2"))).toEqual({ id: "web.end.zero", seat: 1, round: 1 });
});

test("a narrow win; a shared one is not", () => {
  expect(remarkable(match("12+ 4 3", "2 11+ 3", "3 1 2"))).toEqual({ id: "web.end.close", n: 1 });
  expect(remarkable(match("12+ 4 3", "2 10+ 3"))?.id).not.toBe("web.end.close");
});

test("a lead that went to and fro", () => {
  expect(remarkable(match("5 4 3", "12+ 20+ 3", "20+ 4 3", "2 30+ 5"))).toEqual({ id: "web.end.leads", n: 3 });
});

test("a round that nobody made, or else the best round", () => {
  expect(remarkable(match("6 4 3", "20+ 4 3"))).toEqual({ id: "web.end.nobody", round: 1 });
  expect(remarkable(match("23+ 4 3", "2 12+ 3"))).toEqual({ id: "web.end.best-round", n: 23, seat: 0, round: 1 });
});

test("a match that ended before its first round was scored", () => {
  expect(remarkable({ rounds: [], winners: [] })).toBeNull();
});
