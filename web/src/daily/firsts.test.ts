import { expect, test } from "vitest";
import { firstPicks } from "./firsts";

const pick = (action: string, people: number, made = 0) => ({ action, people, made });

test("all who went for zero are one bar, whichever die they removed", () => {
  const { bars, others } = firstPicks([pick("take dR1", 5, 2), pick("zero dP2", 4, 1), pick("zero dR6", 3, 3)], "zero dR2");
  expect(bars).toEqual([
    { key: "zero", people: 7, made: 4, mine: true },
    { key: "dR1", people: 5, made: 2, mine: false },
  ]);
  expect(others).toBe(0);
});

test("one's own die is shown even if few took it, and the rest are counted", () => {
  const firsts = [1, 2, 3, 4, 5, 6].flatMap((number) => [pick(`take dR${number}`, 20), pick(`take dB${number}`, 9 - number)]);
  const { bars, others } = firstPicks(firsts, "take dB6");
  expect(bars).toHaveLength(11);
  expect(bars.at(-1)).toMatchObject({ key: "dB6", people: 3, mine: true });
  expect(others).toBe(4);
});
