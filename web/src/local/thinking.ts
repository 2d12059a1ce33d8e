/** Asking the kernel, which thinks in a worker of its own (thinker.ts); started when it is first asked. */

/** What a table or an adviser wants thought about, as nokosu.kernel.orders writes it; bytes are in hexadecimal. */
export interface Thought {
  number: number;
  call: string;
  order: string;
}

export type ToThinker = { id: number; call: string; order: Uint8Array } | { network: Uint8Array };
export type FromThinker = { id: number; answer: Uint8Array } | { id: number; refused: string };

let thinker: Worker | null = null;
let network: Uint8Array | null = null;
let asked = 0;
const waiting = new Map<number, (said: { answer: string } | { refused: string }) => void>();

function start(): Worker {
  const worker = new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" });
  worker.onmessage = (event: MessageEvent<FromThinker>) => {
    const said = event.data;
    settle(said.id, "refused" in said ? said : { answer: toHex(said.answer) });
  };
  worker.onerror = () => {
    thinker = null;
    for (const id of [...waiting.keys()]) settle(id, { refused: "the kernel does not run on this device" });
  };
  if (network) worker.postMessage({ network } satisfies ToThinker);
  return worker;
}

export const hasNetwork = (): boolean => network !== null;

/** Give the kernel the network's weights, for as long as this page is open. */
export function giveNetwork(bytes: Uint8Array): void {
  network = bytes;
  thinker?.postMessage({ network } satisfies ToThinker);
}

function settle(id: number, said: { answer: string } | { refused: string }): void {
  waiting.get(id)?.(said);
  waiting.delete(id);
}

/** The kernel's answer, or why there is none. */
export function think({ call, order }: Omit<Thought, "number">): Promise<{ answer: string } | { refused: string }> {
  thinker ??= start();
  const message = { id: ++asked, call, order: fromHex(order) } satisfies ToThinker;
  const said = new Promise<{ answer: string } | { refused: string }>((settled) => waiting.set(message.id, settled));
  thinker.postMessage(message);
  return said;
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
