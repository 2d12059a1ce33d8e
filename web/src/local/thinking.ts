/** Asking the kernel, which thinks in a worker of its own (thinker.ts); started when it is first asked. */

/** What a table or an adviser wants thought about, as nokosu.kernel.requests writes it; bytes are in hexadecimal. */
export interface Thought {
  number: number;
  call: string;
  request: string;
}

export type ToThinker = { id: number; call: string; request: Uint8Array } | { network: Uint8Array };
export type FromThinker = { id: number; answer: Uint8Array } | { id: number; refused: string };
type Said = { answer: string } | { refused: string };

let network: Uint8Array | null = null;

/** One worker with a kernel. What it is asked waits for what it was asked before. */
class Thinker {
  private worker: Worker | null = null;
  private asked = 0;
  private readonly waiting = new Map<number, (said: Said) => void>();

  /** The kernel's answer, or why there is none. */
  think({ call, request }: Omit<Thought, "number">): Promise<Said> {
    this.worker ??= this.start();
    const message = { id: ++this.asked, call, request: fromHex(request) } satisfies ToThinker;
    const said = new Promise<Said>((settled) => this.waiting.set(message.id, settled));
    this.worker.postMessage(message);
    return said;
  }

  /** Use the weights that came meanwhile. */
  renew(): void {
    if (network) this.worker?.postMessage({ network } satisfies ToThinker);
  }

  /** Think no more; the next question starts another worker. */
  stop(why = "stopped"): void {
    this.worker?.terminate();
    this.worker = null;
    for (const id of [...this.waiting.keys()]) this.settle(id, { refused: why });
  }

  private start(): Worker {
    const worker = new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<FromThinker>) => {
      const said = event.data;
      this.settle(said.id, "refused" in said ? said : { answer: toHex(said.answer) });
    };
    worker.onerror = () => this.stop("the kernel does not run on this device");
    if (network) worker.postMessage({ network } satisfies ToThinker);
    return worker;
  }

  private settle(id: number, said: Said): void {
    this.waiting.get(id)?.(said);
    this.waiting.delete(id);
  }
}

/** Thinks for the bots of tables. */
export const tables = new Thinker();
/** Thinks for reviews, beside them: no bot ever waits for a review. */
export const reviews = new Thinker();

export const hasNetwork = (): boolean => network !== null;

/** Give the kernel the network's weights, for as long as this page is open. */
export function giveNetwork(bytes: Uint8Array): void {
  network = bytes;
  tables.renew();
  reviews.renew();
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
