/** House rules in words: every number, next to that of the edition they are nearest to. */
import { mark, t } from "../i18n/texts.svelte";
import { colourName } from "../i18n/words";
import type { HouseNumbers, HouseRules } from "../types";

type Key = Exclude<keyof HouseNumbers, "revision">;

const NAMES: Record<Key, string> = {
  rounds: mark("web.house.n.rounds"),
  trick_points: mark("web.house.n.trick_points"),
  bonus: mark("web.house.n.bonus"),
  zero_bonus: mark("web.house.n.zero_bonus"),
  zero_rule: mark("web.house.n.zero_rule"),
  zero_dice: mark("web.house.n.zero_dice"),
  number_trumps: mark("web.house.n.number_trumps"),
  tie_rule: mark("web.house.n.tie_rule"),
  cards_each: mark("web.house.n.cards_each"),
  highest_card: mark("web.house.n.highest_card"),
  dice_per_colour: mark("web.house.n.dice_per_colour"),
  drawn_each: mark("web.house.n.drawn_each"),
  pool_size: mark("web.house.n.pool_size"),
  picks_each: mark("web.house.n.picks_each"),
  removes_colour: mark("web.house.n.removes_colour"),
  removed_colour: mark("web.house.n.removed_colour"),
  removed_colour_free: mark("web.house.n.removed_colour_free"),
};
const VALUES: Record<string, string> = {
  "black-dice": mark("web.house.v.black-dice"),
  declared: mark("web.house.v.declared"),
  shared: mark("web.house.v.shared"),
  "leftover-then-shared": mark("web.house.v.leftover-then-shared"),
  always: mark("web.house.v.always"),
  "unless-pair": mark("web.house.v.unless-pair"),
  true: mark("web.house.yes"),
  false: mark("web.house.no"),
};

export interface Row {
  key: string;
  name: string;
  value: string;
  usual: string;
  changed: boolean;
}

function inWords(key: Key, value: HouseNumbers[Key]): string {
  if (key === "removed_colour") return colourName(String(value));
  const known = VALUES[String(value)];
  return known ? t(known) : String(value);
}

/** All of it, what differs first. The colour that is left out is only told where one is. */
export function rows({ numbers, usual }: HouseRules): Row[] {
  const keys = (Object.keys(NAMES) as Key[]).filter(
    (key) => !key.startsWith("removed_") || numbers.removes_colour || usual.removes_colour,
  );
  const all = keys.map((key) => ({
    key,
    name: t(NAMES[key]),
    value: inWords(key, numbers[key]),
    usual: inWords(key, usual[key]),
    changed: numbers[key] !== usual[key],
  }));
  return [...all.filter((row) => row.changed), ...all.filter((row) => !row.changed)];
}
