/** Entering what lies on a real table: place after place, each tap one piece; a full place leads on to the next. */
import type { Setup, SetupNumbers } from "../types";

export interface Place {
  /** "hand", "pool", or the dice of a seat. */
  key: "hand" | "pool" | number;
  pieces: string[];
  size: number;
}

/** The places to fill, in the order in which one looks around a table: own cards, own dice, the others' dice, the middle. */
export function places(numbers: SetupNumbers, players: number, phase: Setup["phase"], zero: readonly boolean[]): Place[] {
  const draft = phase === "draft";
  const dice = (seat: number) => (draft ? numbers.drawn_each : numbers.dice_each - Number(zero[seat] ?? false));
  return [
    { key: "hand", pieces: [], size: numbers.cards_each },
    ...Array.from({ length: players }, (_, seat): Place => ({ key: seat, pieces: [], size: dice(seat) })),
    { key: "pool", pieces: [], size: draft ? numbers.pool : 1 },
  ];
}

export class Entry {
  places = $state<Place[]>([]);
  at = $state(0);

  /** Begin again with these places, keeping what was entered where it still fits. */
  begin(fresh: Place[]): void {
    this.places = fresh.map((each) => {
      const old = this.places.find(({ key }) => key === each.key);
      return { ...each, pieces: (old?.pieces ?? []).slice(0, each.size) };
    });
    this.at = Math.max(0, this.places.findIndex((each) => each.pieces.length < each.size));
  }

  readonly place = $derived.by(() => this.places[this.at]);
  readonly full = $derived.by(() => this.places.length > 0 && this.places.every((each) => each.pieces.length === each.size));

  /** A card that was entered leaves again; a die is added as often as it is tapped. */
  tap(piece: string): void {
    const { place } = this;
    if (!place) return;
    const old = place.key === "hand" ? place.pieces.indexOf(piece) : -1;
    if (old >= 0) place.pieces.splice(old, 1);
    else if (place.pieces.length < place.size) {
      place.pieces.push(piece);
      this.leadOn();
    }
  }

  remove(place: number, index: number): void {
    this.places[place]?.pieces.splice(index, 1);
    this.at = place;
  }

  private leadOn(): void {
    const open = (each: Place) => each.pieces.length < each.size;
    if (this.place && open(this.place)) return;
    const later = this.places.findIndex((each, index) => index > this.at && open(each));
    const next = later >= 0 ? later : this.places.findIndex(open);
    if (next >= 0) this.at = next;
  }

  setup(about: Pick<Setup, "edition" | "players" | "dealer" | "phase" | "zero">): Setup {
    const of = (key: Place["key"]) => [...(this.places.find((each) => each.key === key)?.pieces ?? [])];
    const dice = Array.from({ length: about.players }, (_, seat) => of(seat));
    return { ...about, removed_colour: null, seat: 0, hand: of("hand"), dice, pool: of("pool") };
  }
}
