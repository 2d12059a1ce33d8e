/**
 * The stream of docs/fairness.md, written a second time and on purpose without a look at the server's code: a proof that is
 * checked by the one who made it proves nothing. Nothing but HMAC-SHA-256 of the browser.
 */
const ascii = new TextEncoder();

export function bytes(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error("no lower-case hexadecimal digits");
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}

export function hex(data: ArrayBuffer | Uint8Array): string {
  return [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function hmac(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

function joined(text: string, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = ascii.encode(text);
  const whole = new Uint8Array(head.length + rest.length);
  whole.set(head);
  whole.set(rest, head.length);
  return whole;
}

/** What a server publishes before anybody sits down. */
export async function commitment(secret: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", joined("nokosu/1/commit/", bytes(secret))));
}

/** The seed of a match from the server's secret and everybody's nonce. */
export async function seedFrom(secret: string, nonces: readonly string[]): Promise<string> {
  return hex(await hmac(bytes(secret), joined("nokosu/1/seed/", ascii.encode(nonces.join("/")))));
}

const WORDS_IN_BLOCK = 16;
const RANGE = 65536;

/** An endless sequence of numbers with a name. */
export class Stream {
  private block = new DataView(new ArrayBuffer(0));
  private next = WORDS_IN_BLOCK;
  private count = 0;

  private constructor(private readonly key: Uint8Array<ArrayBuffer>) {}

  static async open(seed: string, ...name: (string | number)[]): Promise<Stream> {
    return new Stream(await hmac(bytes(seed), ascii.encode(`nokosu/1/${name.join("/")}`)));
  }

  private async word(): Promise<number> {
    if (this.next === WORDS_IN_BLOCK) {
      const number = new DataView(new ArrayBuffer(8));
      number.setBigUint64(0, BigInt(this.count));
      this.block = new DataView((await hmac(this.key, new Uint8Array(number.buffer))).buffer);
      this.count += 1;
      this.next = 0;
    }
    this.next += 1;
    return this.block.getUint16(2 * (this.next - 1));
  }

  /** A number from 0 to n - 1, all equally likely. */
  async below(n: number): Promise<number> {
    const limit = RANGE - (RANGE % n);
    let drawn = await this.word();
    while (drawn >= limit) drawn = await this.word();
    return drawn % n;
  }

  async shuffle<T>(things: T[]): Promise<void> {
    for (let i = things.length - 1; i >= 1; i -= 1) {
      const j = await this.below(i + 1);
      [things[i], things[j]] = [things[j] as T, things[i] as T];
    }
  }
}
