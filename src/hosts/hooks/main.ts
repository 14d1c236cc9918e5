import { writeSync } from "node:fs";
import { join } from "node:path";
import { hookCacheFolder } from "../../app/hook-cache.ts";
import { loadCompiled } from "./compiled.ts";

/**
 * Starts the hook beside this file. The first process of an event exercises all guards with it, so that the
 * compiled code it keeps is whole. Whatever is thrown refuses, because exit code 1 would let the call through.
 */
try {
  const folders = [hookCacheFolder(), join(__dirname, ".cache")].filter((folder) => folder !== null);
  const event = process.argv[3] ?? "any";
  const loaded = loadCompiled(join(__dirname, "hook-core.cjs"), event, folders, require);
  const core = loaded.exports as typeof import("./core.ts");
  core.answerEvent();
  if (loaded.isNew) {
    core.exerciseGuards(event);
    loaded.keep();
  }
} catch (error) {
  writeSync(2, `AgentForge's hook failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
