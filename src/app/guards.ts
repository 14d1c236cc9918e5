import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { DISK_FILES, evaluateLines, type LineAnswer, loadSettings } from "../services/guardrails/index.ts";

/**
 * Judges neutral events, one JSON object a line, outside any session. Sessions in the events are remembered for the
 * length of the call. `input` is not touched before the settings are loaded: readline drops the lines that arrive
 * between its creation and the first read.
 */
export async function* judgeEvents(
  options: { readonly cwd: string },
  input: Readable,
): AsyncGenerator<LineAnswer> {
  const text = await readFile(join(options.cwd, ".agentforge", "harness.json"), "utf8").catch(() => null);
  const settings = loadSettings(text);
  yield* evaluateLines(createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }), {
    root: options.cwd,
    files: DISK_FILES,
    settings,
    now: () => new Date().toISOString(),
  });
}
