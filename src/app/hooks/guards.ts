import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type AppOptions, loadHarnessOf } from "../../app.ts";
import { diskFiles, evaluateLines, type LineAnswer } from "../../services/guardrails/index.ts";
import { findRepository } from "../../services/workspace/index.ts";

/**
 * Evaluates neutral events, one JSON object per line, outside any session. Sessions in the events are
 * remembered for the duration of the call. `input` is not touched before the settings are loaded: readline
 * drops the lines that arrive between its creation and the first read. `say` is called with repository
 * settings that were not granted.
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
    files: diskFiles(options.environment.home),
    settings,
    origins,
    now: () => new Date().toISOString(),
  });
}
