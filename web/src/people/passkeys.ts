/** Passkeys: the browser's own forms both ways (WebAuthn level 3 JSON). */
import type { Identity, Login, PasskeyAnswer, PasskeyOptions } from "../types";
import { post } from "../wire/api";

/** Whether this browser can, on this address. */
export function canPasskey(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential !== "undefined" &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential
  );
}

function answer(ceremony: string, credential: Credential | null): PasskeyAnswer {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("no credential");
  return { ceremony, credential: { ...credential.toJSON() } };
}

/** Keep this identity with a new passkey. */
export async function addPasskey(): Promise<Identity> {
  const { ceremony, public_key } = await post<PasskeyOptions>("/api/me/passkeys/options");
  const json = public_key as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const made = await navigator.credentials.create({ publicKey });
  return await post<Identity>("/api/me/passkeys", answer(ceremony, made));
}

/** Ask the browser for one of its passkeys. */
export async function usedPasskey({ ceremony, public_key }: PasskeyOptions): Promise<PasskeyAnswer> {
  const json = public_key as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return answer(ceremony, await navigator.credentials.get({ publicKey }));
}

/** Become who one is elsewhere; `leave_seats` gives up those of the guest who plays here. */
export async function loginWithPasskey(leave_seats: boolean): Promise<Identity> {
  const body: Login = { ...(await usedPasskey(await post<PasskeyOptions>("/api/login/options"))), leave_seats };
  return await post<Identity>("/api/login", body);
}
