import { expect, test } from "vitest";
import { SCENES, WORDS } from "./scenes";

test("every scene has its words, and every word its scene", () => {
  expect(SCENES.map((scene) => scene.name).sort()).toEqual(Object.keys(WORDS).sort());
});

test("every scene can be finished, and those that teach a rule can be answered wrongly", () => {
  for (const scene of SCENES) {
    const offered = [...(scene.hand ?? []), ...(scene.dice ?? []), ...(scene.trick ?? []), ...(scene.options ?? []).map(String)];
    for (const right of scene.right ?? []) expect(offered).toContain(right);
    if (scene.kind === "play") {
      const barred = Object.keys(scene.why ?? {});
      const own = new Set([...(scene.hand ?? []), ...(scene.dice ?? [])]);
      expect(new Set([...barred, ...(scene.right ?? [])])).toEqual(own);
    }
    if (scene.kind === "pick") expect(Object.keys(scene.leaves ?? {})).toEqual(scene.pool);
  }
  expect(SCENES.filter((scene) => Object.keys(scene.why ?? {}).length > 0).map((scene) => scene.name)).toEqual([
    "follow",
    "last-die",
  ]);
});
