import type { Help, View } from "../types";

/** The places of the dice in the middle: each die keeps the one it was rolled to, and a taken die leaves its place empty. */

/**
 * What lies in each place now, null where nothing does; `before` is what lay there. Of equal dice the one in place
 * `pressed` is gone first, then the last: nothing says which of them the others took.
 */
export function draftSlots(
  before: readonly (string | null)[],
  rolled: readonly string[],
  pool: readonly string[],
  pressed: number | null = null,
): (string | null)[] {
  const slots = rolled.map((_, place) => before[place] ?? null);
  const places = rolled.map((_, place) => place).reverse();
  if (pressed !== null) places.unshift(pressed);
  for (const die of new Set(rolled)) {
    let extra = slots.filter((each) => each === die).length - pool.filter((each) => each === die).length;
    for (const place of places) {
      if (extra > 0 && slots[place] === die) {
        slots[place] = null;
        extra -= 1;
      } else if (extra < 0 && slots[place] === null && rolled[place] === die) {
        slots[place] = die;
        extra += 1;
      }
    }
  }
  return slots;
}

/** How many dice a seat has still to take in this draft; 0 in every other phase. */
export function diceToCome(view: View | null, help: Help | null, seat: number): number {
  if (view?.phase !== "draft" || !help?.pick) return 0;
  return help.pick.of - view.draft.filter((pick) => pick.seat === seat).length;
}
