/** Separate from the hook itself, because the starter that reads it must stay small. */
export { hookCacheFolder } from "../../services/config/user-folders.ts";
export { readInput } from "./read-input.ts";
