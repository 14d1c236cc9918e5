import { writeSync } from "node:fs";
import { join } from "node:path";
import { hookCacheFolder, readInput } from "../../app/hooks/hook-cache.ts";
import { loadCompiled } from "./compiled.ts";

/** Above this many characters, a second process with the compiler costs less than running without it. */
const LONGEST_INTERPRETED = 32_000;

/**
 * Starts the hook next to this file. The first process of an event also exercises all guards, so that the
 * compiled code it stores is complete. Commands need most of the code and other calls little of it, so each
 * has its own compiled code. Any exception refuses the call, because exit code 1 would allow it.
 */
try {
  const input = readInput(0);
  if (input.length > LONGEST_INTERPRETED && process.execArgv.includes("--jitless")) answerWithCompiler(input);
  else answer(input);
} catch (error) {
  writeSync(2, `AgentForge's hook failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

function answer(input: string): void {
  const folders = [hookCacheFolder(), join(__dirname, ".cache")].filter((folder) => folder !== null);
  const event = process.argv[3] ?? "any";
  const isShell = /"tool_?name"\s*:\s*"[^"]*(?:bash|shell|command|exec|terminal)/i.test(input);
  const purpose = `${event}${isShell ? "Shell" : ""}`;
  const loaded = loadCompiled(join(__dirname, "hook-core.cjs"), purpose, folders, require);
  const core = loaded.exports as typeof import("./core.ts");
  core.answerEvent(input);
  if (loaded.isNew) {
    core.exerciseGuards(event, isShell);
    loaded.keep();
  }
}

/** Megabytes of output would take seven times as long without the compiler, and the client would not wait. */
function answerWithCompiler(input: string): void {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status } = spawnSync(process.execPath, [__filename, ...process.argv.slice(2)], {
    ...{ input, stdio: ["pipe", "inherit", "inherit"] },
  });
  process.exitCode = status ?? 2;
}
