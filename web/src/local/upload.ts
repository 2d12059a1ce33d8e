/** A finished match for the server, where it counts as imported. */
import { ensurePerson } from "../people/me.svelte";
import type { RecordRef } from "../types";
import { post } from "../wire/api";

/** Upload a record; its name there. An ApiError says why not. */
export async function upload(text: string): Promise<string> {
  await ensurePerson();
  return (await post<RecordRef>("/api/records", text)).record;
}
