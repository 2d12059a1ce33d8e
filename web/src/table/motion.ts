/**
 * Pieces that move from where they were to where they are: by transform and opacity alone, so that the browser need not
 * lay the page out again. The table says where things are with data attributes:
 *
 *   data-face="dR5"              a piece
 *   data-zone="pool"             the middle; also "trick", "trump", and "seat" with data-seat="2"
 *   data-tick                    a number that ticks when it changes
 *
 * The page underneath has changed already when something moves; a click meets what is there.
 */
import { flushSync } from "svelte";
import { motionWanted, tempo } from "../app/settings.svelte";
import type { AnyEffect } from "../types";
import type { Presenter, Stage } from "./presenter.svelte";

const MOVE_MS = 300;
const SHIFT_MS = 160;
const SWEEP_MS = 350;
const ROLL_MS = 350;
const LIGHT_MS = 350;
const TICK_MS = 220;
const STAGGER_MS = 14;
const OUT = "cubic-bezier(.2, .7, .3, 1)";
const FALL = "cubic-bezier(.3, .1, .4, 1.25)";

interface Place {
  element: HTMLElement;
  face: string;
  zone: string;
  seat: number | null;
  box: DOMRect;
}

interface Copy {
  place: Place;
  copy: Node;
}

type Keyframes = Keyframe[];

/** The transform that puts what is at `to` at `from`. */
export function shift(from: DOMRect, to: DOMRect): string {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const size = to.width ? from.width / to.width : 1;
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${size.toFixed(3)})`;
}

/** How a die falls: from above, turning; every die differently, the same one always alike. */
export function tumble(index: number): Keyframes {
  const side = ((index * 37) % 11) - 5;
  const turn = (index % 2 ? 1 : -1) * (140 + ((index * 53) % 90));
  return [
    { transform: `translate(${side * 14}px, -${70 + ((index * 29) % 50)}px) rotate(${turn}deg) scale(1.35)`, opacity: 0 },
    { transform: `translate(${side * 3}px, 0) rotate(${turn / 5}deg) scale(.97)`, opacity: 1, offset: 0.7 },
    { transform: "none", opacity: 1 },
  ];
}

export class TableStage implements Stage {
  private readonly running = new Map<HTMLElement, Animation>();
  private readonly ghosts = new Set<HTMLElement>();
  private move: (() => void) | null = null;
  private waiting = 0;

  constructor(private readonly root: HTMLElement) {}

  change(apply: () => void, effects: readonly AnyEffect[], sweptTo: number | null): void {
    this.start();
    const before = this.places();
    const counts = this.counts();
    const copies = before.filter(({ zone }) => zone === "trick").map((place) => ({ place, copy: place.element.cloneNode(true) }));
    flushSync(apply);
    // Before the next frame is painted, when the page is laid out anyway: a task less long, and nothing laid out twice.
    this.waiting = requestAnimationFrame(() => this.start());
    this.move = () => this.moveFrom(before, counts, copies, effects, sweptTo);
  }

  /** Move what waits for the next frame. */
  private start(): void {
    cancelAnimationFrame(this.waiting);
    const move = this.move;
    this.move = null;
    move?.();
  }

  private moveFrom(
    before: Place[],
    counts: ReadonlyMap<HTMLElement, string | null>,
    copies: Copy[],
    effects: readonly AnyEffect[],
    sweptTo: number | null,
  ): void {
    // Measured where they are at rest, and all at once: reading and writing by turns would lay the page out each time.
    for (const animation of this.running.values()) animation.cancel();
    this.running.clear();
    const after = this.places();
    const seats = this.seats();
    const arrived = new Set<HTMLElement>();

    const come = (to: Place | undefined, from: DOMRect | undefined, keyframe: Keyframe = {}) => {
      if (!to || !from) return;
      arrived.add(to.element);
      this.animate(to.element, [{ transform: shift(from, to.box), ...keyframe }, { transform: "none", opacity: 1 }], MOVE_MS);
    };
    const gone = (face: string, fits: (place: Place) => boolean) =>
      before.find((place) => place.face === face && fits(place) && !place.element.isConnected) ??
      before.find((place) => place.face === face && fits(place));
    const here = (face: string, fits: (place: Place) => boolean) => after.findLast((place) => place.face === face && fits(place));

    for (const effect of effects) {
      if (effect.type === "taken") {
        come(here(effect.die, ofSeat(effect.seat)), gone(effect.die, inZone("pool"))?.box);
      } else if (effect.type === "zero-taken") {
        come(here("zero", ofSeat(effect.seat)), gone("zero", inZone("pool"))?.box);
      } else if (effect.type === "played") {
        const from = gone(effect.piece, ofSeat(effect.seat))?.box;
        // A card that was hidden comes from its seat.
        const hidden = from ? undefined : seats.get(effect.seat);
        come(here(effect.piece, inZone("trick")), from ?? hidden, hidden ? { opacity: 0 } : {});
      } else if (effect.type === "dealt") {
        this.roll(after, arrived);
      }
    }
    this.trump(before, after, come);
    if (sweptTo !== null) this.sweep(copies, seats.get(sweptTo));
    this.settle(before, after, arrived);
    this.tick(counts);
  }

  /** A table that has just been dealt. */
  open(): void {
    this.roll(this.places(), new Set());
  }

  finish(): void {
    this.move = null;
    for (const animation of this.running.values()) animation.finish();
    this.running.clear();
    for (const ghost of this.ghosts) ghost.remove();
    this.ghosts.clear();
  }

  /** The dice fall, those in the middle and those that everybody drew; the cards come to the hand. */
  private roll(after: Place[], arrived: Set<HTMLElement>): void {
    after.forEach(({ element, face }, index) => {
      arrived.add(element);
      const options = { delay: index * STAGGER_MS * tempo() };
      if (face.startsWith("d") || face === "zero") this.animate(element, tumble(index), ROLL_MS, { ...options, easing: FALL });
      else this.animate(element, [{ transform: "translateY(60%)", opacity: 0 }, { transform: "none", opacity: 1 }], MOVE_MS, options);
    });
  }

  /** The last die moves to its plaque, and every trump lights up once. */
  private trump(before: Place[], after: Place[], come: (to: Place | undefined, from: DOMRect | undefined) => void): void {
    const to = after.find(inZone("trump"));
    if (!to || before.some(inZone("trump"))) return;
    come(to, before.find((place) => place.face === to.face && place.zone === "pool")?.box);
    for (const { element } of after) {
      if (element === to.element || !element.classList.contains("trump")) continue;
      const frames = [{ transform: "none" }, { transform: "scale(1.18)", offset: 0.4 }, { transform: "none" }];
      this.animate(element, frames, LIGHT_MS, { delay: MOVE_MS * tempo() });
    }
  }

  /** What left the trick flies to the seat that took it. */
  private sweep(copies: Copy[], to: DOMRect | undefined): void {
    if (!to) return;
    for (const { place, copy } of copies) {
      if (place.element.isConnected) continue;
      const ghost = copy as HTMLElement;
      const { left, top, width, height } = place.box;
      Object.assign(ghost.style, { position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
      Object.assign(ghost.style, { margin: "0", zIndex: "5", pointerEvents: "none" });
      ghost.removeAttribute("data-face");
      ghost.setAttribute("aria-hidden", "true");
      document.body.append(ghost);
      this.ghosts.add(ghost);
      const end = `${shift(to, place.box).split(" scale")[0]} scale(.35)`;
      const animation = this.animate(ghost, [{ transform: "none", opacity: 1 }, { opacity: 0.9, offset: 0.7 }, { transform: end, opacity: 0 }], SWEEP_MS);
      const remove = () => {
        ghost.remove();
        this.ghosts.delete(ghost);
      };
      animation.onfinish = remove;
      animation.oncancel = remove;
    }
  }

  /** What stayed but lies elsewhere now slides there. */
  private settle(before: Place[], after: Place[], arrived: ReadonlySet<HTMLElement>): void {
    const old = new Map(before.map(({ element, box }) => [element, box]));
    for (const { element, box } of after) {
      const from = old.get(element);
      if (!from || arrived.has(element)) continue;
      if (Math.abs(from.left - box.left) + Math.abs(from.top - box.top) < 1) continue;
      this.animate(element, [{ transform: shift(from, box) }, { transform: "none" }], SHIFT_MS);
    }
  }

  private tick(before: ReadonlyMap<HTMLElement, string | null>): void {
    for (const [element, text] of this.counts()) {
      if (!before.has(element) || before.get(element) === text) continue;
      this.animate(element, [{ transform: "scale(1.6)" }, { transform: "none" }], TICK_MS);
    }
  }

  private animate(element: HTMLElement, frames: Keyframes, ms: number, options: KeyframeAnimationOptions = {}): Animation {
    const animation = element.animate(frames, {
      duration: ms * tempo(),
      easing: OUT,
      fill: "backwards",
      ...options,
    });
    this.running.set(element, animation);
    return animation;
  }

  private places(): Place[] {
    return [...this.root.querySelectorAll<HTMLElement>("[data-zone] [data-face]")].map((element) => {
      const zone = element.closest<HTMLElement>("[data-zone]");
      return {
        element,
        face: element.dataset.face ?? "",
        zone: zone?.dataset.zone ?? "",
        seat: zone?.dataset.seat === undefined ? null : Number(zone.dataset.seat),
        box: element.getBoundingClientRect(),
      };
    });
  }

  /** Where a seat's hidden cards come from and its tricks go to. */
  private seats(): Map<number, DOMRect> {
    const zones = [...this.root.querySelectorAll<HTMLElement>("[data-zone=seat]")];
    return new Map(
      zones.map((zone) => [Number(zone.dataset.seat), (zone.querySelector("[data-tick]") ?? zone).getBoundingClientRect()]),
    );
  }

  private counts(): Map<HTMLElement, string | null> {
    return new Map([...this.root.querySelectorAll<HTMLElement>("[data-tick]")].map((each) => [each, each.textContent]));
  }
}

const inZone = (zone: string) => (place: Place) => place.zone === zone;
const ofSeat = (seat: number) => (place: Place) => place.zone === "seat" && place.seat === seat;

/** For the table's element: pieces move on it, and a click or a key hurries them. */
export function stage(root: HTMLElement, presenter: Presenter): { destroy: () => void } {
  const own = new TableStage(root);
  presenter.stage = own;
  const view = presenter.shown?.view;
  if (view?.phase === "draft" && view.draft.length === 0 && motionWanted()) own.open();
  const hurry = (event: Event) => {
    if (event instanceof KeyboardEvent && (event.repeat || QUIET_KEYS.has(event.key))) return;
    presenter.hurry();
  };
  addEventListener("click", hurry, { capture: true });
  addEventListener("keydown", hurry, { capture: true });
  return {
    destroy: () => {
      own.finish();
      presenter.stage = null;
      removeEventListener("click", hurry, { capture: true });
      removeEventListener("keydown", hurry, { capture: true });
    },
  };
}
/** Keys that lead around and do nothing by themselves. */
const QUIET_KEYS = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);
