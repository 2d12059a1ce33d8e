import { expect, test } from "vitest";
import vectors from "../generated/data/vectors/own-level.json";
import type { DeviceMatch } from "../local/storage";
import { opponents, type Result, results, strength } from "./own-level";

const everybody = ["mochi", "lili", "bruno", "hana", "zora", "tofu", "otto", "vera", "hugo", "greta", "kame", "nori", "ryu"];
const played = (names: string[], totals: number[] | null, more: object = {}) =>
  ({ match: { names, totals, seat: 0, rounds: 5, status: "finished", ...more } }) as unknown as DeviceMatch;

test("strengths and opponents are those of the package", () => {
  expect(vectors.length).toBeGreaterThan(20);
  for (const each of vectors) {
    expect(strength(each.results)).toBeCloseTo(each.strength, 9);
    expect(opponents(each.results, each.count, each.among)).toEqual(each.opponents);
  }
});

test("matches against characters count, and no others", () => {
  const good = played(["Ann", "otto", "tofu", "zora"], [40, 10, 20, 30]);
  expect(results([good])).toEqual([{ opponents: ["otto", "tofu", "zora"], rounds: 5, margin: 20 }]);
  const others = [
    played(["Ann", "otto", "tofu", "Bea"], [40, 10, 20, 30]),
    played(["Ann", "otto", "tofu", "zora"], null, { status: "abandoned" }),
    played(["Ann", "otto", "tofu", "zora"], [40, 10, 20, 30], { seat: null }),
    { ...good, practice: true },
  ];
  expect(results(others)).toEqual([]);
});

test("who wins meets stronger opponents, who loses weaker ones, and the newest match counts most", () => {
  const match = (margin: number): Result => ({ opponents: ["otto", "tofu", "zora"], rounds: 5, margin });
  const place = (some: Result[]) => everybody.indexOf(opponents(some, 3, everybody)[0] ?? "");
  expect(place([match(40), match(40)])).toBeGreaterThan(place([]));
  expect(place([match(-60), match(-60)])).toBeLessThan(place([match(0), match(0)]));
  expect(strength([match(40), match(-40)])).toBeGreaterThan(strength([match(-40), match(40)]));
});
