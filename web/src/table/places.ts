/** Where seats are on the screen: one's own below, the next to play on the left, and so on clockwise. */
export type Spot = "bottom" | "left" | "top" | "right" | "top-left" | "top-right";

const SPOTS: Record<number, Spot[]> = {
  3: ["bottom", "left", "right"],
  4: ["bottom", "left", "top", "right"],
  5: ["bottom", "left", "top-left", "top-right", "right"],
};

/** The spot of every seat; a spectator sees the first one below. */
export function spots(players: number, own: number | null): Spot[] {
  const all = SPOTS[players] ?? [];
  return Array.from({ length: players }, (_, seat) => all[(seat - (own ?? 0) + players) % players] ?? "top");
}

/** Which seat played each piece of a trick. */
export function playedBy(leader: number, plays: readonly string[], players: number): { seat: number; piece: string }[] {
  return plays.map((piece, index) => ({ seat: (leader + index) % players, piece }));
}
