// Answers requests with the web client's own kernel: a line of JSON in, a line of JSON out.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [kernel, weights, client] = process.argv.slice(2);
const { Kernel } = await import(client);
const there = new Kernel(new WebAssembly.Module(readFileSync(kernel)));
for await (const line of createInterface({ input: process.stdin })) {
  const { call, request } = JSON.parse(line);
  let said;
  try {
    if (call !== "search" && !there.hasNetwork) there.load(readFileSync(weights));
    said = { answer: Buffer.from(there.think(call, Buffer.from(request, "hex"))).toString("hex") };
  } catch (error) {
    said = { refused: error.message };
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
