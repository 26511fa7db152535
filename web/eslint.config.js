/** What is doubtful in the pages though its types fit; how it looks is Prettier's business (.prettierrc.json). */
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig([
  globalIgnores(["src/wire/protocol.ts", "src/sheet/shapes.ts"]), // made by tools
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ["src/**"],
    ignores: ["src/wire/api.ts", "**/*.test.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["fetch", "XMLHttpRequest", "EventSource"].map((name) => ({
          name,
          message: "Requests are in wire/api.ts.",
        })),
      ],
    },
  },
  {
    files: ["src/wire/api.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...["TSInterfaceDeclaration", "TSTypeLiteral"].map((selector) => ({
          selector,
          message: "What travels is typed once, in server/wire; protocol.ts is made from that.",
        })),
      ],
    },
  },
  {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "svelte/no-useless-mustaches": "off", // {" "} is how Prettier writes a blank that Svelte would drop
      // A map or set that somebody watches is not changed in place: a new one takes its place.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
]);
