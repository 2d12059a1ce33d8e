import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = dirname(fileURLToPath(import.meta.url));

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
          text: file ? readFileSync(join(root, file), "utf-8") : "",
        };
      });
      entries.sort((a, b) => a.name.localeCompare(b.name));
      this.emitFile({ type: "asset", fileName: "licences.json", source: JSON.stringify(entries) });
    },
  };
}

/** Writes files.json: everything that the service worker keeps for use without a network. */
function fileList(): Plugin {
  return {
    name: "nokosu-file-list",
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith(".map") && name !== "index.html");
      this.emitFile({ type: "asset", fileName: "files.json", source: JSON.stringify(files.sort()) });
    },
  };
}

export default defineConfig({
  root: here,
  base: "/",
  plugins: [svelte(), licences(), fileList()],
  build: {
    target: "es2022",
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // A strict Content-Security-Policy knows no data: scripts or styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { pluginTimings: false, bundlerTimings: false },
      // The first page in one file, with all that it needs: two dozen small ones take longer than they are worth.
      output: { codeSplitting: { groups: [{ name: "first", test: /[\\/]src[\\/]app[\\/]/ }] } },
    },
  },
  // Against a running `nokosu serve`, while developing.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
