import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type AppOptions, loadHarnessOf } from "../app.ts";
import { DISK_FILES, evaluateLines, type LineAnswer } from "../services/guardrails/index.ts";
import { findRepository } from "../services/workspace/index.ts";

/**
 * Judges neutral events, one JSON object a line, outside any session. Sessions in the events are remembered for the
 * length of the call. `input` is not touched before the settings are loaded: readline drops the lines that arrive
 * between its creation and the first read. `say` is told what the repository's settings asked for and did not get.
 */
export async function* judgeEvents(
  options: AppOptions,
  input: Readable,
  say: (notice: string) => void,
): AsyncGenerator<LineAnswer> {
  const root = await findRepository(options.cwd).catch(() => options.cwd);
  const { settings, origins, refused } = await loadHarnessOf(root, options.environment);
  for (const notice of refused) say(notice);
  yield* evaluateLines(createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }), {
    root: options.cwd,
    files: DISK_FILES,
    settings,
    origins,
    now: () => new Date().toISOString(),
  });
}
