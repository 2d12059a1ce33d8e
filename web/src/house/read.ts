/** A file of house rules: checked by the server, or on this device where there is none. */
import { plainHost } from "../app/site";
import { localHost } from "../local/host.svelte";
import type { HouseOffer, HouseRules } from "../types";
import { ApiError, post } from "../wire/api";

/** The most characters of a file; the reader checks that again. */
const MOST = 4000;

export interface House {
  text: string;
  offer: HouseOffer;
}

/** What a file says; an ApiError has the reason where it cannot be used. */
export async function readHouse(file: File): Promise<House> {
  if (file.size > 4 * MOST) throw new ApiError(409, { message: "house.too-long", params: { most: String(MOST) } });
  const text = await file.text();
  if (text.length > MOST) throw new ApiError(409, { message: "house.too-long", params: { most: String(MOST) } });
  const offer = plainHost ? await localHost.ask("houseRules", { text }) : await post<HouseOffer>("/api/house-rules", { text });
  return { text, offer };
}

export const rulesFor = (house: House, players: number): HouseRules | null =>
  house.offer.players.find((each) => each.players === players)?.rules ?? null;
