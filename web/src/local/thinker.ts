/** Thinks for bots, in a worker of its own so that no table waits: the kernel in WebAssembly answers request after request. */
import { file } from "../app/site";
import { Kernel } from "./kernel";
import type { FromThinker, ToThinker } from "./thinking";

const kernel = (async () => {
  const answer = await fetch(file(`${__PYTHON__.folder}kernel.wasm`));
  if (!answer.ok) throw new Error(`kernel.wasm: ${answer.status}`);
  return new Kernel(await WebAssembly.compile(await answer.arrayBuffer()));
})();

self.onmessage = async (event: MessageEvent<ToThinker>) => {
  if ("network" in event.data) {
    const { network } = event.data;
    // Where the kernel or the weights are of no use, what needs them is refused.
    await kernel.then((there) => there.load(network)).catch((error: unknown) => console.error(error));
    return;
  }
  const { id, call, request } = event.data;
  const post = (message: FromThinker): void => self.postMessage(message);
  try {
    post({ id, answer: (await kernel).think(call, request) });
  } catch (error) {
    post({ id, refused: error instanceof Error ? error.message : String(error) });
  }
};
