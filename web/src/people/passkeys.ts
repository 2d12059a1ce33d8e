/** Passkeys: the browser's own forms both ways (WebAuthn level 3 JSON). */
import type { Identity, PasskeyAnswer, PasskeyOptions } from "../types";
import { post } from "../wire/api";

/** Whether this browser can, on this address. */
export function canPasskey(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential !== "undefined" &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential
  );
}

async function answer(path: string, ceremony: string, credential: Credential | null): Promise<Identity> {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("no credential");
  const body: PasskeyAnswer = { ceremony, credential: { ...credential.toJSON() } };
  return await post<Identity>(path, body);
}

/** Keep this identity with a new passkey. */
export async function addPasskey(): Promise<Identity> {
  const { ceremony, public_key } = await post<PasskeyOptions>("/api/me/passkeys/options");
  const json = public_key as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return await answer("/api/me/passkeys", ceremony, await navigator.credentials.create({ publicKey }));
}

/** Become who one is elsewhere. */
export async function loginWithPasskey(): Promise<Identity> {
  const { ceremony, public_key } = await post<PasskeyOptions>("/api/login/options");
  const json = public_key as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return await answer("/api/login", ceremony, await navigator.credentials.get({ publicKey }));
}
