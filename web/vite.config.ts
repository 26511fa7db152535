import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Small things that several pages have, without what only some of them draw. */
const PIECES = /src\/pieces\/(?!Qr|NetworkSwitch|WhoBegins|Die|ColourDie|CardFace|Near|leading|pressing)/;
const SMALL = new RegExp(`${PIECES.source}|src/(table/tray|home/opening)`);

/** The pages are built into the Python package, which serves them; nothing is inlined, so that the CSP can be strict. */
export default defineConfig({
  plugins: [svelte()],
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/kritzel/server/pages",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: "chunks.json",
    modulePreload: { polyfill: false },
    // One file for them: each request costs a phone more than their few bytes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "pieces", test: SMALL, minShareCount: 2 }] } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8321", ws: true } } },
  // Every file has a page of its own, but not a thread: making happy-dom anew took more time than all tests.
  // A busy machine is slow, not wrong: the limits only end what hangs.
  test: {
    pool: "vmThreads",
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
