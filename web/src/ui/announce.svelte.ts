/** What a screen reader says by itself: plays, tricks, whose turn it is. */
let lines = $state.raw<{ id: number; text: string }[]>([]);
let count = 0;

export const announced = {
  get lines() {
    return lines;
  },
};

export function announce(text: string): void {
  count += 1;
  lines = [...lines.slice(-7), { id: count, text }];
}
