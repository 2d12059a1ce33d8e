import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../app/settings.svelte";
import type { AnyEffect, Update } from "../types";
import { Presenter, type Stage } from "./presenter.svelte";

const line = (leftover: string | null, won: number) =>
  ({ leftover, won, made: false, tricks: won, bonus: 0, zero_bonus: 0, points: won, total: 10 + won });
const played: AnyEffect = { type: "played", seat: 0, piece: "R5" };
const trick: AnyEffect = { type: "trick", seat: 2, leader: 1, plays: ["R1", "dR7", "R5"] };
const scored: AnyEffect = { type: "scored", round: 0, lines: [line("dB3", 1), line(null, 2), line("dG1", 3)] };
const dealt = { type: "dealt", round: 1 } as AnyEffect;
const ended: AnyEffect = { type: "ended", totals: [11, 12, 13], winners: [2] };

function update(seq: number, view: object, effects: AnyEffect[]): Update {
  const help = { order: [], targets: [[], [], []], unplayable: {}, led: null, leading: null };
  return {
    seq,
    seat: 0,
    entries: effects.length ? [{ kind: "moved", seq, at: 0, seat: 0, action: "play R5", by: "person", effects }] : [],
    view: { seat: 0, scores: [], ...view },
    help: { ...help, ...((view as { help?: object }).help ?? {}) },
  } as unknown as Update;
}
const LAST = {
  phase: "play",
  round: 0,
  dealer: 1,
  hand: ["R5"],
  cards_left: [1, 0, 0],
  dice: [["dB3"], [], ["dG1"]],
  tricks: [],
  trick: { leader: 1, plays: ["R1", "dR7"] },
  won: [1, 2, 2],
  help: { order: [{ suit: "red", pieces: ["R5"] }], led: "red" },
};
const NEXT = { phase: "draft", round: 1, hand: ["B1", "B2"], cards_left: [9, 9, 9], won: [0, 0, 0], tricks: [], trick: null };

/** A page with a dialog that a test opens and closes. */
class FakePage extends EventTarget {
  hidden = false;
  dialog = false;
  querySelector = () => (this.dialog ? {} : null);
  close(): void {
    this.dialog = false;
    this.dispatchEvent(new Event("close"));
  }
}
let page: FakePage;
let reduced: boolean;
let told: string[];
let presenter: Presenter;
beforeEach(() => {
  vi.useFakeTimers();
  page = new FakePage();
  reduced = false;
  vi.stubGlobal("document", page);
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
  settings.pace = "normal";
  told = [];
  presenter = new Presenter((entries) => {
    const types = entries.flatMap((each) => (each.kind === "moved" ? each.effects.map((one) => one.type) : []));
    told.push(types.join(" "));
    // The result opens a dialog, as at the table.
    if (types.includes("scored")) page.dialog = true;
  });
  presenter.push(update(1, LAST, []), true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const END = [played, trick, scored, dealt];

test("the last pick is followed by a beat in which the trump die is shown, and nobody leads", async () => {
  const drafting = { ...NEXT, trump: null };
  presenter = new Presenter(() => undefined);
  presenter.push(update(1, drafting, []), true);
  presenter.push(update(2, { ...LAST, trump: "dB4", trick: { leader: 1, plays: [] } }, [{ type: "taken", seat: 0, die: "dR1" }]), false);
  presenter.push(update(3, { ...LAST, trump: "dB4" }, [played]), false);
  expect(presenter.moment).toBe(true);
  expect(presenter.shown?.seq).toBe(2);
  // A click does not wait for it.
  presenter.hurry();
  await vi.advanceTimersByTimeAsync(200);
  expect(presenter.moment).toBe(false);
  expect(presenter.shown?.seq).toBe(3);
});

test("a round ends with its last trick, every seat's count in turn, the result, and then the next deal", async () => {
  presenter.push(update(2, NEXT, END), false);
  // The whole trick; the card that was played has left the hand.
  expect(presenter.finished?.plays).toEqual(["R1", "dR7", "R5"]);
  expect(presenter.shown?.view).toMatchObject({ round: 0, phase: "over", hand: [], cards_left: [0, 0, 0] });
  expect(presenter.shown?.help?.order).toEqual([]);
  expect(told).toEqual(["played trick"]);

  await vi.advanceTimersByTimeAsync(1500);
  expect(presenter.finished).toBeNull();
  expect(presenter.count).toBeNull();
  expect(presenter.shown?.view).toMatchObject({ round: 0, won: [1, 2, 3], scores: [] });
  expect(presenter.shown?.help?.targets).toEqual([[3], [0], [1]]);

  await vi.advanceTimersByTimeAsync(450);
  // From the dealer's left, one after the other.
  expect(presenter.count).toMatchObject({ order: [2, 0, 1], turned: 1, points: false });
  await vi.advanceTimersByTimeAsync(550);
  expect(presenter.count).toMatchObject({ turned: 2, points: false });
  await vi.advanceTimersByTimeAsync(550);
  expect(presenter.count).toMatchObject({ turned: 3, points: false });
  await vi.advanceTimersByTimeAsync(550);
  expect(presenter.count).toMatchObject({ turned: 3, points: true });
  expect(told).toEqual(["played trick"]);
  // The sheet does not know before the count is over.
  expect(presenter.shown?.view?.scores).toEqual([]);

  await vi.advanceTimersByTimeAsync(1800);
  expect(told).toEqual(["played trick", "scored"]);
  expect(presenter.shown?.view).toMatchObject({ round: 0, phase: "over", scores: [[1, 2, 3]], totals: [11, 12, 13] });

  page.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(presenter.shown?.view).toMatchObject({ round: 1, hand: ["B1", "B2"] });
  expect(presenter.count).toBeNull();
  expect(told).toEqual(["played trick", "scored", "dealt"]);
  expect(presenter.current).toBe(true);
});

test("nothing moves behind an open dialog, however long it is open", async () => {
  presenter.push(update(2, NEXT, END), false);
  presenter.push(update(3, { ...NEXT, pool: ["dR1"] }, [{ type: "taken", seat: 1, die: "dR2" }]), false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(["played trick", "scored"]);
  expect(presenter.shown?.view?.round).toBe(0);
  expect(presenter.newest?.seq).toBe(3);
  page.close();
  await vi.advanceTimersByTimeAsync(200);
  expect(told.slice(2)).toEqual(["dealt", "taken"]);
});

test("people who look elsewhere are told of their turn though a dialog is open", async () => {
  presenter.push(update(2, NEXT, END), false);
  await vi.advanceTimersByTimeAsync(60_000);
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(["played trick", "scored", "dealt"]);
});

test("a click leads to the result, which is complete", async () => {
  presenter.push(update(2, NEXT, END), false);
  presenter.hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(["played trick", "scored"]);
  expect(presenter.count).toMatchObject({ turned: 3, points: true });
});

test("at the end of a match the newest view is shown behind its result", async () => {
  presenter.push(update(2, { ...LAST, phase: "over", trick: null }, [played, trick, scored, ended]), false);
  await vi.advanceTimersByTimeAsync(6000);
  expect(told).toEqual(["played trick", "scored ended"]);
  expect(presenter.shown?.seq).toBe(2);
  expect(presenter.current).toBe(true);
});

test("without motion a round is counted at once, and nothing is animated", async () => {
  reduced = true;
  presenter.stage = { change: () => expect.unreachable(), finish: () => undefined };
  presenter.push(update(2, NEXT, END), false);
  await vi.advanceTimersByTimeAsync(1500 + 450);
  expect(presenter.count).toMatchObject({ turned: 3, points: true });
  await vi.advanceTimersByTimeAsync(1800);
  expect(told).toEqual(["played trick", "scored"]);
});

test("the pace is that of every wait; instantly there is none", async () => {
  settings.pace = "fast";
  presenter.push(update(2, { ...LAST, trick: null }, [played, trick]), false);
  await vi.advanceTimersByTimeAsync(749);
  expect(presenter.finished).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(presenter.finished).toBeNull();
  settings.pace = "instant";
  presenter.push(update(3, LAST, []), false);
  presenter.push(update(4, NEXT, END), false);
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(told.slice(-2)).toEqual(["played trick", "scored"]);
});

test("changes go through the stage, with the seat that a trick is swept to", async () => {
  const seen: (string | number | null)[][] = [];
  const stage: Stage = {
    change: (apply, effects, sweptTo) => {
      apply();
      seen.push([...effects.map(({ type }) => type), sweptTo]);
    },
    finish: () => undefined,
  };
  presenter.stage = stage;
  presenter.push(update(2, { ...LAST, trick: null }, [played, trick]), false);
  await vi.advanceTimersByTimeAsync(1500);
  expect(seen).toEqual([["played", "trick", null], [2]]);
});

test("a table that was left shows nothing more", async () => {
  presenter.push(update(2, NEXT, END), false);
  await vi.advanceTimersByTimeAsync(60_000);
  presenter.stop();
  page.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(["played trick", "scored"]);
});

test("who comes back after more has happened sees no trick of the round before", () => {
  presenter = new Presenter(() => undefined);
  presenter.push(update(1, { ...LAST, phase: "draft" }, []), true);
  presenter.push(update(9, NEXT, [{ type: "taken", seat: 1, die: "dR1" }, ...END]), false);
  expect(presenter.finished).toBeNull();
  expect(presenter.shown?.seq).toBe(9);
});

test("what was undone before it was shown is not shown", async () => {
  const waiting = { ...LAST, trick: null };
  presenter.push(update(2, waiting, [played, trick]), false);
  presenter.push(update(3, waiting, [played]), false);
  const back = { ...update(4, LAST, []), entries: [{ kind: "taken_back", seq: 4, at: 0, seat: 0, action_seq: 2 }] };
  presenter.push(back as unknown as Update, false);
  await vi.advanceTimersByTimeAsync(0);
  expect(presenter.shown?.seq).toBe(4);
  expect(presenter.current).toBe(true);
  expect(told).toEqual(["played trick", ""]);
});
