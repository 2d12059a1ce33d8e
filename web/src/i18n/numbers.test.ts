import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decimal, percent, signed } from "./numbers";
import { plural, speak } from "./texts.svelte";

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["en", "12.5", "−0.3", "47%"],
  ["fr", "12,5", "−0,3", "47 %"],
  ["hu", "12,5", "−0,3", "47%"],
  ["ja", "12.5", "−0.3", "47%"],
])("numbers in %s", async (language, mean, margin, share) => {
  await speak(language);
  expect([decimal(12.5), signed(-0.3), percent(0.47).replace(/\s/, " ")]).toEqual([mean, margin, share]);
});

test("one point is not several, and in French none is not either", async () => {
  const points = () => [0, 1, 2].map((n) => plural("web.result.points", n));
  await speak("en");
  expect(points()).toEqual(["0 points", "1 point", "2 points"]);
  await speak("fr");
  expect(points()).toEqual(["0 point", "1 point", "2 points"]);
  await speak("ja");
  expect(points()).toEqual(["0点", "1点", "2点"]);
});
