/** What a screen reader says by itself: plays, tricks, whose turn it is. */
import { modalOpen, whenUncovered } from "./modal";

let lines = $state.raw<{ id: number; text: string }[]>([]);
let count = 0;
/** A screen reader hears nothing from behind an open dialog: this waits until it is closed. */
let held: string[] = [];
const KEPT = 12;

export const announced = {
  get lines() {
    return lines;
  },
};

export function announce(text: string): void {
  if (modalOpen()) {
    held.push(text);
    if (held.length === 1) whenUncovered(release);
    return;
  }
  count += 1;
  lines = [...lines.slice(1 - KEPT), { id: count, text }];
}

/** Take back what was said: somebody else looks at the page now. */
export function silence(): void {
  held = [];
  lines = [];
}

function release(): void {
  const waiting = held;
  held = [];
  waiting.forEach(announce);
}
