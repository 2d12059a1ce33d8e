/** Begin with a puzzle of a theme, about as hard as its solver can manage. */
import { go } from "../app/router.svelte";
import { nextPuzzle, type Theme } from "./book";
import { progress } from "./progress.svelte";
import { wanted } from "./wanted.svelte";

export async function startPuzzle(theme: Theme | "all"): Promise<void> {
  wanted.theme = theme;
  const found = nextPuzzle((id) => progress.first(id) !== undefined, progress.rating, wanted);
  if (found) await go(`/puzzles/${found.id}`);
}
