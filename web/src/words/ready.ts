/** Tests speak both languages from the start. */
import { learn } from "./words.svelte";

await Promise.all([learn("de"), learn("en")]);
