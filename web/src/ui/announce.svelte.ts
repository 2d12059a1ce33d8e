/** What a screen reader says by itself: plays, tricks, whose turn it is. */
let lines = $state.raw<{ id: number; text: string }[]>([]);
let count = 0;
const KEPT = 12;

export const announced = {
  get lines() {
    return lines;
  },
  /** How many lines there have been. */
  get count() {
    return count;
  },
};

export function announce(text: string): void {
  count += 1;
  lines = [...lines.slice(1 - KEPT), { id: count, text }];
}

/** Take back what was said: somebody else looks at the page now. */
export function silence(): void {
  lines = [];
}
