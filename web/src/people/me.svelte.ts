/** Who one is here, and what the server offers. */
import { settings } from "../app/settings.svelte";
import { at, plainHost } from "../app/site";
import type { Identity, Introduce, Offer } from "../generated/wire";
import { language, t } from "../i18n/texts.svelte";
import { get, post } from "../wire/api";

let identity = $state.raw<Identity | null>(null);
let offer = $state.raw<Offer | null>(null);
let asking: Promise<Identity> | null = null;

export const me = {
  get identity(): Identity | null {
    return identity;
  },
  get offer(): Offer | null {
    return offer;
  },
  set identity(value: Identity | null) {
    identity = value;
  },
};

export async function loadMe(): Promise<Identity> {
  asking ??= get<Identity>("/api/me").finally(() => {
    asking = null;
  });
  identity = await asking;
  return identity;
}

export async function loadOffer(): Promise<Offer> {
  offer ??= await get<Offer>("/api/offer");
  return offer;
}

/** The address of a page here for others: this machine's own name would lead them to themselves. */
export function addressForOthers(path: string): string {
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return new URL(at(path), (local && offer?.lan_address) || location.origin).href;
}

/** A name that is good enough to start with; it can be changed at any time. */
function someName(): string {
  return t("web.guest", { number: 10 + Math.floor(Math.random() * 90) });
}

/** Whether a name is one that the game gave somebody who never said theirs. */
export function isGuestName(name: string): boolean {
  const [before = "", after = ""] = t("web.guest", { number: "#" }).split("#");
  return name === "" || (name.startsWith(before) && name.endsWith(after) && /^\d+$/.test(name.slice(before.length, name.length - after.length)));
}

/** What one is called at a table on this device; who never said gets a name that stays. */
export function myName(): string {
  return (settings.name ||= someName());
}

export async function introduce(name: string): Promise<Identity | null> {
  const body: Introduce = { name, language: language.code as Introduce["language"], face: settings.face };
  // On a plain host nobody else knows it.
  if (!plainHost) identity = await post<Identity>("/api/me", body);
  settings.name = name;
  return identity;
}

/** Sign in with this name if given, else as before, else as a guest. One click has to be enough to play. */
export async function ensurePerson(name = ""): Promise<Identity> {
  const known = identity ?? (await loadMe());
  const same = (!name || name === known.name) && (!settings.face || settings.face === known.face);
  if (known.person && same) return known;
  return (await introduce(name || known.name || settings.name || someName())) ?? known;
}
