/** The kernel in WebAssembly (src/nokosu/kernel/wasm): a request in bytes, the answer in bytes. Knows no browser. */

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  nokosu_room(size: number): number;
  nokosu_answer(): number;
  nokosu_answer_size(): number;
  nokosu_network(): number;
  [call: `nokosu_${string}`]: (...given: number[]) => number;
}

/** What the kernel will not do, in its own words. */
export class Refused extends Error {}

export class Kernel {
  private readonly module: WebAssembly.Module;
  private exports: Exports;
  private network: Uint8Array | null = null;

  constructor(module: WebAssembly.Module) {
    this.module = module;
    this.exports = this.start();
  }

  get hasNetwork(): boolean {
    return this.network !== null;
  }

  /** Keep a network: the bytes of its file. */
  load(network: Uint8Array): void {
    this.write(network);
    this.exports.nokosu_network();
    this.network = network;
  }

  think(call: string, request: Uint8Array): Uint8Array {
    try {
      this.write(request);
      this.exports[`nokosu_${call}`]!();
      const size = 8 * this.exports.nokosu_answer_size();
      return new Uint8Array(this.exports.memory.buffer, this.exports.nokosu_answer(), size).slice();
    } catch (error) {
      // Nothing was tidied up in there: begin again.
      this.exports = this.start();
      if (this.network) this.load(this.network);
      throw error;
    }
  }

  private write(bytes: Uint8Array): void {
    const at = this.exports.nokosu_room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  private start(): Exports {
    const text = (at: number, size: number) =>
      new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, size));
    const host = {
      nokosu: {
        refused: (at: number, size: number): never => {
          throw new Refused(text(at, size));
        },
      },
      // What the C++ library asks of a system; only the clock is ever used.
      wasi_snapshot_preview1: new Proxy(
        {
          clock_time_get: (_clock: number, _precision: bigint, at: number): number => {
            const now = BigInt(Math.round(performance.now() * 1e6));
            new DataView(exports.memory.buffer).setBigUint64(at, now, true);
            return 0;
          },
          proc_exit: (): never => {
            throw new Error("the kernel ended");
          },
        } as Record<string, (...given: never[]) => number>,
        { get: (known, name: string) => known[name] ?? (() => NOT_SUPPORTED), has: () => true },
      ),
    };
    const exports = new WebAssembly.Instance(this.module, host as WebAssembly.Imports).exports as unknown as Exports;
    exports._initialize();
    return exports;
  }
}

/** ENOSYS of WASI. */
const NOT_SUPPORTED = 52;
