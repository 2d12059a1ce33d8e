/** Which levels this device plays: some need the kernel. */
import levels from "../generated/data/levels.json";
import { levelOf } from "../people/bots";
import type { Offer } from "../types";
import { hasKernel } from "./has-kernel";

/** Whether a level is played on this device. */
export function playsHere(level: string, kernel = hasKernel): boolean {
  const needsKernel = (levels as Record<string, boolean>)[level];
  return needsKernel === false || (needsKernel === true && kernel);
}

/** What this device offers, as far as its browser can. */
export function offerHere(built: Offer, kernel = hasKernel): Offer {
  const plays = (level: string) => playsHere(level, kernel);
  return {
    ...built,
    levels: built.levels.filter(({ name }) => plays(name)),
    bots: built.bots.filter(({ name }) => plays(levelOf(name))),
  };
}
