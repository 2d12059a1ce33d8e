import { expect, test } from "vitest";
import { SCENES, WORDS, type Scene } from "./scenes";

test("every scene has its words, and every word its scene", () => {
  expect(SCENES.map((scene) => scene.name).sort()).toEqual(Object.keys(WORDS).sort());
});

test("the goal comes first, and everything is taught before it is needed", () => {
  expect(SCENES.map((scene) => scene.name)).toEqual([
    "goal",
    "deal",
    "draft",
    "trump",
    "follow",
    "void",
    "winner",
    "target",
    "last-die",
    "zero",
    "score",
  ]);
  const usesZero = SCENES.filter((scene) => scene.zero || scene.lines?.some((line) => line.kept === "zero"));
  expect(usesZero.map((scene) => scene.name)).toEqual(["zero", "score"]);
});

test("every scene can be finished, and those that teach a rule can be answered wrongly", () => {
  for (const scene of SCENES) {
    const own = new Set([...(scene.hand ?? []), ...(scene.dice ?? [])]);
    const offered = [...own, ...(scene.trick ?? []), ...(scene.options ?? []).map(String)];
    if (["mark", "play", "winner", "score"].includes(scene.kind)) expect(scene.right?.length).toBeGreaterThan(0);
    for (const right of scene.right ?? []) expect(offered).toContain(right);
    for (const barred of Object.keys(scene.why ?? {})) expect(scene.right).not.toContain(barred);
    if (scene.kind === "pick") expect(Object.keys(scene.leaves ?? {})).toEqual(scene.pool);
  }
  const named = (those: (scene: Scene) => boolean) => SCENES.filter(those).map((scene) => scene.name);
  expect(named((scene) => Object.keys(scene.why ?? {}).length > 0)).toEqual(["follow", "last-die"]);
  expect(named((scene) => scene.kind === "play" && poor(scene).length > 0)).toEqual(["target", "zero"]);
  expect(named((scene) => WORDS[scene.name]?.poor !== undefined)).toEqual(["target", "zero"]);
});

/** What may be played, but misses the target. */
function poor(scene: Scene): string[] {
  const pieces = [...(scene.hand ?? []), ...(scene.dice ?? [])];
  return pieces.filter((piece) => !scene.right?.includes(piece) && !(piece in (scene.why ?? {})));
}
