import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DISK_FILES, evaluateLines, loadSettings } from "../services/guardrails/index.ts";

/** Judges neutral events outside any session; sessions in the events are remembered for the length of the call. */
export async function* judgeEvents(
  options: { readonly cwd: string },
  lines: AsyncIterable<string>,
): AsyncGenerator<string> {
  const text = await readFile(join(options.cwd, ".agentforge", "harness.json"), "utf8").catch(() => null);
  yield* evaluateLines(lines, {
    root: options.cwd,
    files: DISK_FILES,
    settings: loadSettings(text),
    now: () => new Date().toISOString(),
  });
}
