import { beforeEach, expect, test, vi } from "vitest";
import { settings } from "../app/settings.svelte";
import type { AnyEntry } from "../types";
import { Assists } from "./assists.svelte";
import type { Game } from "./game.svelte";
import { standing } from "./standing";

vi.mock("../ui/announce.svelte", () => ({ announce: () => undefined }));

interface Fake {
  myTurn: boolean;
  legal: string[];
  sending: boolean;
  note: string;
  seat: number | null;
  result: number | null;
  view: { phase: string; legal?: string[] };
  table: object & { status: string };
  presenter: { newest: { undo?: number | null }; current: boolean; hurry: () => void };
  commands: object[];
}
function table(persons = 1): Fake["table"] {
  const seats = [0, 1, 2].map((seat) => ({ kind: seat < persons ? "person" : "bot" }));
  return { status: "playing", seats, settings: { hints: true }, bot_pace: "normal", between_rounds: false } as never;
}
let fake: Fake;
let assists: Assists;
let played: string[];
const play = (piece: string) => void played.push(piece);
beforeEach(() => {
  settings.pace = "normal";
  settings.knowsAssists = true;
  played = [];
  fake = {
    myTurn: false,
    legal: [],
    sending: false,
    note: "",
    seat: 0,
    result: null,
    view: { phase: "play" },
    table: table(),
    presenter: { newest: {}, current: true, hurry: () => undefined },
    commands: [],
  };
  const command = (given: object) => Promise.resolve(void fake.commands.push(given));
  assists = new Assists(Object.assign(fake, { command, names: [], id: "t" }) as unknown as Game);
});

function turn(...legal: string[]): void {
  fake.myTurn = true;
  fake.legal = legal.map((piece) => `play ${piece}`);
}

test("a piece chosen while waiting is played when the turn comes, once", () => {
  expect(assists.plan("R5")).toBe(true);
  assists.playPlanned(play);
  expect(played).toEqual([]);
  turn("R5", "R6");
  assists.playPlanned(play);
  assists.playPlanned(play);
  expect(played).toEqual(["R5"]);
  expect(assists.planned).toBeNull();
});

test("a piece that is not legal then is dropped with a word", () => {
  assists.plan("R5");
  turn("B1");
  assists.playPlanned(play);
  expect(played).toEqual([]);
  expect(assists.planned).toBeNull();
  expect(fake.note).toBe("web.assist.dropped");
});

test("choosing it again, Escape, an undo and the end of the round cancel it", () => {
  assists.plan("R5");
  assists.plan("R5");
  expect(assists.planned).toBeNull();
  assists.plan("R5");
  assists.plan("R6");
  expect(assists.planned).toBe("R6");
  assists.cancel();
  expect(assists.planned).toBeNull();
  assists.plan("R5");
  assists.happened([{ kind: "taken_back", seq: 9, at: 0, seat: 0, action_seq: 4 }]);
  expect(assists.planned).toBeNull();
  assists.plan("R5");
  fake.view.phase = "draft";
  assists.playPlanned(play);
  expect(assists.planned).toBeNull();
  expect(played).toEqual([]);
});

test("nothing is planned on one's own turn, in the draft, or by the second half of a double click", () => {
  turn("R5");
  expect(assists.plan("R5")).toBe(false);
  fake.myTurn = false;
  fake.sending = true;
  expect(assists.plan("R5")).toBe(true);
  fake.sending = false;
  fake.view.phase = "draft";
  expect(assists.plan("R5")).toBe(false);
  expect(assists.planned).toBeNull();
});

test("before the first hint or undo it is said that the match will not count", async () => {
  settings.knowsAssists = false;
  fake.presenter = { ...fake.presenter, newest: { undo: 12 } };
  const again = new Assists(fake as unknown as Game);
  await again.undo();
  expect(fake.commands).toEqual([]);
  expect(again.warned).toBe("undo");
  await again.goOnUncounted();
  expect(fake.commands).toEqual([{ type: "undo", action_seq: 12 }]);
  expect([again.warned, settings.knowsAssists]).toEqual([null, true]);
});

test("undo names the action of the newest update, and nothing where there is none", async () => {
  await assists.undo();
  expect(fake.commands).toEqual([]);
  fake.presenter = { ...fake.presenter, newest: { undo: 12 } };
  const again = new Assists(fake as unknown as Game);
  await again.undo();
  expect(fake.commands).toEqual([{ type: "undo", action_seq: 12 }]);
});

test("a person alone sets the pace; between people nobody does", () => {
  settings.pace = "fast";
  assists.setPace();
  expect(fake.commands).toEqual([{ type: "set_bot_pace", bot_pace: "fast" }]);
  fake.table = table(2);
  new Assists(fake as unknown as Game).setPace();
  expect(fake.commands.length).toBe(1);
});

test("the next round begins when the result is closed and the deal is on the table", () => {
  fake.table = { ...table(), between_rounds: true } as never;
  for (const [result, current, sent] of [
    [0, true, 0],
    [null, false, 0],
    [null, true, 1],
  ] as const) {
    fake.result = result;
    fake.presenter.current = current;
    new Assists(fake as unknown as Game).goOn();
    expect(fake.commands.length).toBe(sent);
  }
});

test("a hint glows on one's own piece or in the middle until somebody acts", () => {
  assists.advised = "play R5";
  expect([assists.glows("R5", "own"), assists.glows("R5", "middle"), assists.glows("R6", "own")]).toEqual([
    true,
    false,
    false,
  ]);
  fake.view.phase = "draft";
  assists.advised = "zero dR5";
  expect([assists.glows("dR5", "own"), assists.glows("dR5", "middle")]).toEqual([false, true]);
  assists.happened([{ kind: "moved" } as AnyEntry]);
  expect(assists.glows("dR5", "middle")).toBe(false);
});

test("what was taken back is no longer told, with all after it", () => {
  const log = [3, 4, 5, 7].map((seq) => ({ seq }));
  const back: AnyEntry = { kind: "taken_back", seq: 6, at: 0, seat: 0, action_seq: 4 };
  expect(standing(log, [back]).map(({ seq }) => seq)).toEqual([3, 7]);
  expect(standing(log, []).length).toBe(4);
});
