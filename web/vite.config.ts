import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = dirname(fileURLToPath(import.meta.url));

/** Where a package comes without its licence: texts that name no holder, from another package. */
const OF_THE_LICENCE: Record<string, () => string> = {
  "MPL-2.0": () => readFileSync(join(here, "node_modules/axe-core/LICENSE"), "utf-8"),
};

/** Writes licences.json: every package that ends up in a script or whose files are shipped, with its licence's own text. */
function licences(): Plugin {
  return {
    name: "nokosu-licences",
    generateBundle(_options, bundle) {
      const roots = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        const ids = chunk.type === "chunk" ? Object.keys(chunk.modules) : chunk.originalFileNames;
        for (const id of ids) {
          const found = /^\0?(.*[\\/])?(node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id);
          const root = found?.[2] ? join(found[1] ?? here, found[2]) : "";
          if (root && existsSync(join(root, "package.json"))) roots.add(root);
        }
      }
      const entries = [...roots].map((root) => {
        const about = JSON.parse(readFileSync(join(root, "package.json"), "utf-8"));
        const file = readdirSync(root).find((name) => /^licen[cs]e/i.test(name));
        return {
          name: about.name,
          version: about.version,
          licence: about.license ?? "",
          text: file ? readFileSync(join(root, file), "utf-8") : (OF_THE_LICENCE[about.license] ?? (() => ""))(),
        };
      });
      if (python.length) {
        const { version, text } = JSON.parse(readFileSync(join(here, "src/generated/python-licence.json"), "utf-8"));
        entries.push({ name: "Python", version, licence: "PSF-2.0", text });
      }
      if (python.includes("kernel.wasm")) {
        entries.push(...JSON.parse(readFileSync(join(here, "src/generated/kernel/licences.json"), "utf-8")));
      }
      entries.sort((a, b) => a.name.localeCompare(b.name));
      this.emitFile({ type: "asset", fileName: "licences.json", source: JSON.stringify(entries) });
    },
  };
}

/** Writes files.json, everything that works without a network, and the service worker that keeps it. */
function serviceWorker(): Plugin {
  return {
    name: "nokosu-service-worker",
    generateBundle: {
      // After Vite has removed what turned out to be empty.
      order: "post",
      handler(_options, bundle) {
      const names = Object.keys(bundle).filter((name) => !/^\.vite|\.map$|^index\.html$/.test(name));
      const network = Object.keys(networkFiles).map((name) => NETWORK_FOLDER + name);
      const files = names.filter((name) => !name.startsWith(pythonFolder) && !network.includes(name)).sort();
      const list = { files, python: python.map((name) => pythonFolder + name), network };
      this.emitFile({ type: "asset", fileName: "files.json", source: JSON.stringify(list) });
      // The first script names every other file by its fingerprint, so its own stands for the whole build.
      const entry = Object.values(bundle).find((chunk) => chunk.type === "chunk" && chunk.isEntry);
      const worker = readFileSync(join(here, "sw.js"), "utf-8").replace('"__BUILD__"', `"${entry?.fileName}"`);
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker });
      },
    },
  };
}

/** Python and our package for the worker (tools/web_python.py), in a folder that is named after its contents. */
const pythonFiles = join(here, "src/generated/python");
const python = existsSync(pythonFiles) ? readdirSync(pythonFiles).filter((name) => !name.startsWith(".")) : [];
const pythonFile = (name: string) => readFileSync(join(pythonFiles, name));
const pythonHash = createHash("sha256");
for (const name of python) pythonHash.update(name).update(pythonFile(name));
const pythonFolder = `assets/python-${pythonHash.digest("hex").slice(0, 12)}/`;

/** The network's weights, for the bots that need them; of no use without the kernel. The server takes the file from beside the bots. */
const NETWORK_FOLDER = "assets/";
const network = python.includes("kernel.wasm") ? readFileSync(join(here, "../src/nokosu/bots/neural/weights.bin")) : null;
const networkName = network && `network-${createHash("sha256").update(network).digest("hex").slice(0, 12)}.bin`;
const networkFiles: Record<string, number> = networkName ? { [networkName]: network.length } : {};

/** About what comes over the network: hosts compress, some a little better than this. */
const transfer = (sources: readonly Buffer[]) =>
  sources.reduce((sum, each) => sum + brotliCompressSync(each, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length, 0);

/** Ships these files as they are. */
function pythonRuntime(): Plugin {
  return {
    name: "nokosu-python",
    generateBundle() {
      for (const name of python) {
        const source = pythonFile(name);
        this.emitFile({ type: "asset", fileName: pythonFolder + name, source, originalFileName: `node_modules/pyodide/${name}` });
      }
    },
  };
}

/** The page names its files from the server's root; `nokosu site build` writes it for other folders. */
function fromTheRoot(): Plugin {
  return { name: "nokosu-root", transformIndexHtml: { order: "post", handler: (page) => page.replaceAll('="./', '="/') } };
}

export default defineConfig({
  root: here,
  // Relative, so that it works in any folder of a web host; the page itself is at every address of a server.
  base: "./",
  plugins: [svelte(), fromTheRoot(), pythonRuntime(), licences(), serviceWorker()],
  define: {
    __PYTHON__: JSON.stringify({
      folder: pythonFolder,
      files: Object.fromEntries(python.map((name) => [name, pythonFile(name).length])),
      transfer: transfer(python.map(pythonFile)),
    }),
    __NETWORK__: JSON.stringify({ folder: NETWORK_FOLDER, files: networkFiles, transfer: transfer(network ? [network] : []) }),
  },
  worker: { format: "es" },
  build: {
    target: "es2022",
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // A strict Content-Security-Policy knows no data: scripts or styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { pluginTimings: false, bundlerTimings: false },
      // The first page and the table in one file each, with all that they need: two dozen small ones take longer than
      // they are worth.
      output: {
        codeSplitting: {
          groups: [
            { name: "first", test: /[\\/]src[\\/]app[\\/]/, priority: 1 },
            { name: "game", test: /[\\/]src[\\/]pages[\\/]Table\.svelte/ },
          ],
        },
      },
    },
  },
  // Against a running `nokosu serve`, while developing.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
