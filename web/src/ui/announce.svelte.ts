/** What a screen reader says by itself: plays, tricks, whose turn it is. */
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
  if (typeof document !== "undefined" && document.querySelector("dialog:modal")) {
    if (held.length === 0) document.addEventListener("close", release, { capture: true });
    held.push(text);
    return;
  }
  count += 1;
  lines = [...lines.slice(1 - KEPT), { id: count, text }];
}

function release(): void {
  if (document.querySelector("dialog:modal")) return;
  document.removeEventListener("close", release, { capture: true });
  const waiting = held;
  held = [];
  waiting.forEach(announce);
}
