/** What one hears of a table without looking: a screen reader's announcements, sounds, notifications. */
import { t } from "../i18n/texts.svelte";
import type { AnyEffect, AnyEntry, Update } from "../types";
import { announce } from "../ui/announce.svelte";
import { notify } from "../ui/notify";
import { sound, type SoundName } from "../ui/sounds";
import { asked } from "./prompt";
import { Spoken } from "./spoken";

function soundOf(effect: AnyEffect): SoundName | null {
  if (effect.type === "played") return effect.piece.startsWith("d") ? "die" : "card";
  if (effect.type === "dealt") return "roll";
  return effect.type === "taken" || effect.type === "zero-taken" ? "die" : null;
}
/** After one of these a new turn begins, even if it is the same player's. */
const MOVES: ReadonlySet<AnyEntry["kind"]> = new Set(["started", "moved", "taken_back"]);

export class Alerts {
  private told = false;
  private readonly spoken = new Spoken();

  /** `as`: only in words, only as sounds where the words were said before, or both. */
  happened(effects: readonly AnyEffect[], names: readonly string[], own: number | null, as: "spoken" | "heard" | "both" = "both"): void {
    for (const effect of effects) {
      if (as !== "heard") announce(this.spoken.effect(effect, names, own));
      const name = as === "spoken" ? null : soundOf(effect);
      if (name) sound(name);
    }
  }

  /** What is new to see since the last position; all of it at the `first` one. */
  position({ view, help }: Update, names: readonly string[], first: boolean): void {
    if (view && help) this.spoken.position(view, help, names, first).forEach(announce);
  }

  /** Say that it is one's turn, once for each turn. `mine`: it is, as far as one can see; `newest`: and nothing newer is known. */
  turn(entries: readonly AnyEntry[], mine: boolean, newest: boolean, { view, help }: Partial<Update> = {}): void {
    if (!mine || entries.some((each) => MOVES.has(each.kind))) this.told = false;
    if (!mine || !newest || this.told) return;
    this.told = true;
    announce(view && help ? asked(view, help) : t("web.your-turn"));
    sound("turn");
    notify(t("web.your-turn"));
  }
}
