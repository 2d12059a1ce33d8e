/**
 * What a screen reader hears that others see: the cards one was dealt, the trump die, who leads, the result.
 * Each is said once.
 */
import { mark, t } from "../i18n/texts.svelte";
import { pieceName, pieceObject, trumpRule } from "../i18n/words";
import type { AnyEffect, Help, View } from "../types";
import { tell } from "./effects";
import { playedBy } from "./places";

const list = (pieces: readonly string[]) => pieces.map(pieceName).join(t("web.comma"));

export class Spoken {
  private dealt = "";
  private trump = "";
  /** How many pieces lie in the open trick. */
  private plays = 0;

  /** Something that happened; the first piece of a trick is led. */
  effect(effect: AnyEffect, names: readonly string[], own: number | null): string {
    const leads = effect.type === "played" && this.plays === 0;
    if (effect.type === "played") this.plays += 1;
    if (effect.type === "trick") this.plays = 0;
    if (!leads) return tell(effect, names, own);
    const piece = pieceObject(effect.piece);
    return t(effect.seat === own ? mark("web.say.led.you") : mark("web.say.led"), { name: names[effect.seat] ?? "", piece });
  }

  /** What is new in this position; `first`: nothing was heard of the table before. */
  position(view: View, help: Help, names: readonly string[], first: boolean): string[] {
    const lines = first ? [t("web.round-of", { round: view.round + 1, rounds: view.rounds })] : [];
    if (view.seat !== null && view.phase !== "over" && this.dealt !== `${view.round}`) {
      this.dealt = `${view.round}`;
      lines.push(t("web.say.hand", { cards: list(help.order.flatMap(({ pieces }) => pieces)) }));
      lines.push(t("web.say.dice", { dice: list(view.dice[view.seat] ?? []) }));
    }
    const trump = view.trump ? `${view.round} ${view.trump}` : "";
    if (view.trump && view.phase !== "over" && this.trump !== trump) {
      lines.push(t("web.say.trump", { die: pieceName(view.trump) }), trumpRule(view.trump, "is"));
      const dice = view.seat === null ? [] : (view.dice[view.seat] ?? []).filter((die) => die in help.trumps);
      const held = [...(help.order.find(({ suit }) => suit === "trump")?.pieces ?? []), ...dice];
      if (held.length) lines.push(t("web.say.trumps", { cards: list(held) }));
    }
    if (view.phase !== "over") this.trump = trump;
    const open = view.trick?.plays ?? [];
    this.plays = first ? 0 : open.length;
    if (first && view.trick) {
      for (const play of playedBy(view.trick.leader, open, names.length)) {
        lines.push(this.effect({ type: "played", ...play }, names, view.seat));
      }
    }
    return lines;
  }
}
