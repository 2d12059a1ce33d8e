/** The server over plain HTTP. */
import { plainHost } from "../app/site";
import type { Reason } from "../generated/wire";
import { mark } from "../i18n/texts.svelte";

/** The server said no, or did not answer (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: Reason,
  ) {
    super(reason.message);
  }
}

const UNREACHABLE: Reason = { message: mark("web.unreachable"), params: {} };

/** Ask the server; where `patience` is given, not longer than for so many milliseconds. */
async function ask<T>(method: string, path: string, body?: unknown, patience?: number): Promise<T> {
  if (plainHost && path.startsWith("/api/")) throw new ApiError(0, UNREACHABLE);
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      credentials: "same-origin",
      ...(patience === undefined ? {} : { signal: AbortSignal.timeout(patience) }),
    });
    text = await answer.text();
  } catch {
    throw new ApiError(0, UNREACHABLE);
  }
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // A proxy's own page, most likely.
  }
  if (!answer.ok) {
    const reason = (data as { reason?: Reason } | null)?.reason;
    throw new ApiError(answer.status, reason ?? UNREACHABLE);
  }
  return data as T;
}

export const get = <T>(path: string, patience?: number): Promise<T> => ask<T>("GET", path, undefined, patience);
export const post = <T>(path: string, body: unknown = {}, patience?: number): Promise<T> =>
  ask<T>("POST", path, body, patience);
export const del = <T>(path: string): Promise<T> => ask<T>("DELETE", path);

/** A text of random letters: for client ids. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One's own share of the randomness of a table's deals (docs/fairness.md). */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
