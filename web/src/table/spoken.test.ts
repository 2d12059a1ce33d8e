import { expect, test } from "vitest";
import type { AnyEffect, Help, View } from "../types";
import { Spoken } from "./spoken";

const names = ["Ann", "Bea", "Cem", "Dora"];
const help = { trumps: { dR1: "number" }, order: [{ suit: "trump", pieces: ["B7"] }, { suit: "red", pieces: ["R1"] }] } as unknown as Help;
const view = (more: object) =>
  ({ seat: 0, round: 0, rounds: 5, phase: "draft", trump: null, dice: [["dR1"], [], [], []], trick: null, ...more }) as unknown as View;
const played = (seat: number): AnyEffect => ({ type: "played", seat, piece: "R5" });

test("hand and dice are said once a round, the trump die once it is known", () => {
  const spoken = new Spoken();
  const hand = ["web.say.hand", "web.say.dice"];
  const trump = ["web.say.trump", "web.trump.is", "web.say.trumps"];
  expect(spoken.position(view({}), help, names, true)).toEqual(["web.round-of", ...hand]);
  expect(spoken.position(view({}), help, names, false)).toEqual([]);
  expect(spoken.position(view({ phase: "play", trump: "dB4" }), help, names, false)).toEqual(trump);
  expect(spoken.position(view({ phase: "play", trump: "dB4" }), help, names, false)).toEqual([]);
  // A last pick that is taken back may leave another die.
  expect(spoken.position(view({}), help, names, false)).toEqual([]);
  expect(spoken.position(view({ phase: "play", trump: "dB4" }), help, names, false)).toEqual(trump);
  expect(spoken.position(view({ phase: "over", trump: "dB4" }), help, names, false)).toEqual([]);
  expect(spoken.position(view({ round: 1 }), help, names, false)).toEqual(hand);
});

test("the first piece of a trick is led, the others are played", () => {
  const spoken = new Spoken();
  const said = [played(1), played(2), { type: "trick", seat: 2, leader: 1, plays: [] } as AnyEffect, played(0)].map((effect) =>
    spoken.effect(effect, names, 0),
  );
  expect(said).toEqual(["web.say.led", "tell.played", "tell.trick", "web.say.led.you"]);
});

test("who comes to a table hears the trick that lies there, and goes on from it", () => {
  const spoken = new Spoken();
  const trick = { leader: 2, plays: ["R5", "R6"] };
  const lines = spoken.position(view({ phase: "play", trump: "dB4", trick }), help, names, true);
  expect(lines.slice(-2)).toEqual(["web.say.led", "tell.played"]);
  expect(spoken.effect(played(0), names, 0)).toBe("tell.played.you");
});
