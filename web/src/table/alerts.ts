/** What one hears of a table without looking: a screen reader's announcements, sounds, notifications. */
import { t } from "../i18n/texts.svelte";
import type { AnyEffect, AnyEntry } from "../types";
import { announce } from "../ui/announce.svelte";
import { notify } from "../ui/notify";
import { sound, type SoundName } from "../ui/sounds";
import { tell } from "./effects";

const SOUND: Partial<Record<AnyEffect["type"], SoundName>> = {
  played: "play",
  taken: "die",
  "zero-taken": "die",
  trick: "collect",
  dealt: "deal",
};
/** After one of these it is somebody's turn anew, even where that is the same player. */
const MOVES: ReadonlySet<AnyEntry["kind"]> = new Set(["started", "moved", "taken_back"]);

export class Alerts {
  private told = false;

  happened(effects: readonly AnyEffect[], names: readonly string[], own: number | null): void {
    for (const effect of effects) {
      announce(tell(effect, names, own));
      const name = SOUND[effect.type];
      if (name) sound(name);
    }
  }

  /** Say that it is one's turn, once for each turn. `mine`: it is, as far as one can see; `newest`: and nothing newer is known. */
  turn(entries: readonly AnyEntry[], mine: boolean, newest: boolean): void {
    if (!mine || entries.some((each) => MOVES.has(each.kind))) this.told = false;
    if (!mine || !newest || this.told) return;
    this.told = true;
    announce(t("web.your-turn"));
    sound("turn");
    notify(t("web.your-turn"));
  }
}
