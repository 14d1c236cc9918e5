import { existsSync, writeSync } from "node:fs";
import { constants, enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Starts the hook beside this file with its compiled code from the last time: compiling is most of what a hook
 * costs. Node stores what was compiled when the first process ends, so that one exercises all guards.
 * Whatever is thrown refuses, because exit code 1 would let the call through.
 */
try {
  const cache = join(__dirname, ".cache");
  const isFirst = !existsSync(cache);
  const kept = enableCompileCache?.(cache).status === constants?.compileCacheStatus.ENABLED;
  const core: typeof import("./core.ts") = require("./hook-core.cjs");
  core.answerEvent();
  if (isFirst && kept) core.exerciseGuards();
} catch (error) {
  writeSync(2, `AgentForge's hook failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
