/** Some things need a fresh proof of who one is: a passkey or, without one, a recovery code. */
import type { Confirm, Identity, PasskeyOptions } from "../types";
import { ApiError, post } from "../wire/api";
import { me } from "./me.svelte";
import { canPasskey, usedPasskey } from "./passkeys";

/** The question for a code, while it is asked. */
export const proof = $state<{ answer: ((code: string | null) => void) | null }>({ answer: null });

/** Do something; where the server wants a proof first, give it and try again. */
export async function proved<T>(what: () => Promise<T>): Promise<T> {
  try {
    return await what();
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason.message !== "account.confirm") throw error;
    me.identity = await post<Identity>("/api/me/confirm", await prove(error));
    return await what();
  }
}

async function prove(refused: ApiError): Promise<Confirm> {
  if (me.identity?.passkeys && canPasskey()) return await usedPasskey(await post<PasskeyOptions>("/api/login/options"));
  const code = await new Promise<string | null>((resolve) => (proof.answer = resolve));
  proof.answer = null;
  if (!code) throw refused;
  return { code };
}
