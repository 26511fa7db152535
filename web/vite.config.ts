import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Small things that several pages have, without what only some of them draw. */
const PIECES = /src\/pieces\/(?!Qr|NetworkSwitch|WhoBegins|Die|ColourDie|CardFace|InView|focus|longPress)/;
const SMALL = new RegExp(`${PIECES.source}|src/(table/tray|home/createTable)|node_modules/svelte`);
/** Whatever shows a sheet shows dice and cards, too. */
const DRAWN = /src\/(sheet|pieces\/(Die|ColourDie|CardFace)|table\/\w*Tray|table\/(Pool|Faces))/;
/** What a socket says, and what becomes of it. */
const HEARD = /src\/(wire|verify\/(promise|scheme))/;
const GROUPS = [
  { name: "pieces", test: SMALL, priority: 3 },
  { name: "sheet", test: DRAWN, priority: 2 },
  { name: "wire", test: HEARD, priority: 1 },
];

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
    // Few files for what pages share: each request costs a phone more than a few bytes that it may not need.
    rolldownOptions: { output: { codeSplitting: { minShareCount: 2, groups: GROUPS } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8321", ws: true } } },
  // Every file has a page of its own, but not a thread: making happy-dom anew took more time than all tests.
  // A busy machine is slow, not wrong: the limits only end what hangs.
  test: {
    pool: "vmThreads",
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/words/ready.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
