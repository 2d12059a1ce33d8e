import { expect, test } from "vitest";
import { SceneGame } from "./scene-game.svelte";
import { SCENES, WORDS } from "./scenes";

const scene = (name: string) => SCENES.find((each) => each.name === name)!;
const open = (name: string) => new SceneGame(scene(name), () => undefined);

test("every scene has its words, and every word its scene", () => {
  expect(SCENES.map(({ name }) => name).sort()).toEqual(Object.keys(WORDS).sort());
});

test("the goal comes first, and everything is taught before it is needed", () => {
  const before = (first: string, second: string) =>
    expect(SCENES.findIndex(({ name }) => name === first)).toBeLessThan(SCENES.findIndex(({ name }) => name === second));
  expect(SCENES[0]?.name).toBe("goal");
  before("hand", "follow");
  before("trump", "follow");
  before("follow", "void");
  before("equal", "winner");
  before("chips", "shed");
  before("target", "last-die");
  before("estimate", "choose");
  before("zero", "score");
});

test("every scene can be finished, and with every right answer the table goes on", () => {
  for (const each of SCENES) {
    for (const action of Object.keys(each.after ?? {})) {
      expect(each.view.legal).toContain(action);
      const game = new SceneGame(each, () => undefined);
      game.act(action);
      expect(game.done).toBe(true);
      expect(game.legal).toEqual([]);
      if (each.view.phase === "play") expect(game.trick).toMatchObject({ done: true, plays: { length: 4 } });
    }
    if (each.kind === "play") expect(Object.keys(each.after ?? {})).not.toHaveLength(0);
    if (each.options) for (const right of each.right ?? [""]) expect(each.options.map(String)).toContain(right);
  }
});

test("a wrong answer is explained, and the scene waits for a right one", () => {
  const follow = open("follow");
  // The red 4 is refused because it is a trump here, in the table's own words.
  expect(follow.help.unplayable.R4?.message).toContain("why.follow");
  const target = open("target");
  target.act("play dR3");
  expect([target.done, target.tone]).toEqual([false, "bad"]);
  expect(target.note).toBe(target.said);
  target.act("play dG5");
  expect([target.done, target.tone]).toEqual([true, "good"]);
  const winner = open("winner");
  expect(winner.trick.winner).toBeNull();
  winner.answer("3");
  expect(winner.done).toBe(false);
  winner.answer("0");
  expect(winner.trick).toMatchObject({ winner: 0, done: true });
});

test("crowns come as trumps are found", () => {
  const game = open("trump");
  expect(game.help.trumps).toEqual({});
  game.act("play P2");
  expect(game.tone).toBe("bad");
  game.act("play R4");
  expect(Object.keys(game.help.trumps)).toEqual(["R4"]);
  for (const piece of game.scene.right ?? []) game.act(`play ${piece}`);
  expect(game.done).toBe(true);
});
