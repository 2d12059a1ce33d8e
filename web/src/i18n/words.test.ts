import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../app/settings.svelte";
import type { Reason } from "../generated/wire";
import { speak, t } from "./texts.svelte";
import { colourName, numberName, pieceName, pieceObject, suitName, suitObject, trumpRule, word } from "./words";

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["en", "red 5", "the red 5", "blue 6 die", "the blue 6 die"],
  ["fr", "5 rouge", "le 5 rouge", "dé bleu 6", "le dé bleu 6"],
  ["hu", "piros 5-ös", "a piros 5-öst", "kék 6-os kocka", "a kék 6-os kockát"],
  ["ja", "赤の5", "赤の5", "青のダイス6", "青のダイス6"],
])("pieces in %s", async (language, card, playedCard, die, takenDie) => {
  await speak(language);
  expect([pieceName("R5"), pieceObject("R5"), pieceName("dB6"), pieceObject("dB6")]).toEqual([card, playedCard, die, takenDie]);
});

test("Hungarian numbers are nouns, and suits take their ending", async () => {
  await speak("hu");
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(numberName).join(" ")).toBe("0-s 1-es 2-es 3-as 4-es 5-ös 6-os 7-es");
  expect(["red", "blue", "green", "yellow", "purple", "trump"].map(suitObject).join(" ")).toBe("pirosat kéket zöldet sárgát lilát adut");
});

test("a reason words its pieces, suits, numbers and seats", async () => {
  await speak("fr");
  const why = (message: string, params: Record<string, string>) => ({ message, params }) as Reason;
  expect(word(why("why.follow", { piece: "R3", suit: "trump" }))).toBe(t("why.follow", { piece: "3 rouge", suit: "de l’atout" }));
  await speak("hu");
  expect(word(why("why.not-held", { piece: "dG1" }))).toBe("Nincs nálad zöld 1-es kocka.");
});

test.each([
  ["en", "all blue, every 4", "all blue, no number", "blue die"],
  ["fr", "tout le bleu, tous les 4", "tout le bleu, aucun nombre", "dé bleu"],
  ["hu", "minden kék, minden 4-es", "minden kék, a szám nem", "kék kocka"],
  ["ja", "青すべて、4すべて", "青すべて（数はなし）", "青のダイス"],
])("T3 in %s: a blank trump die makes only its colour trump", async (language, both, colour, die) => {
  await speak(language);
  expect([trumpRule("dB4", "rule"), trumpRule("dB-", "rule"), pieceName("dB-")]).toEqual([both, colour, die]);
});

test("colours are called what the palette shows", () => {
  settings.palette = "red-green";
  expect([colourName("R"), suitName("red"), suitObject("red")]).toEqual([t("suit.orange"), t("suit.orange"), t("suit.orange.object")]);
  expect(colourName("B")).toBe(t("suit.blue"));
  settings.palette = "standard";
  expect(colourName("R")).toBe(t("suit.red"));
});
