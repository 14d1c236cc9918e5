import type { Report, RunRequest } from "../contract.ts";
import { nameOf } from "../paths.ts";
import { lineInStack } from "../results/events.ts";
import { clean } from "../results/text.ts";

/** A conftest that cannot be imported ends pytest before any plug-in runs, with the error on the screen. */
export function brokenConftest(stderr: string, request: RunRequest): Report | null {
  const text = clean(stderr);
  const path = /^(?:\w+Error while loading|ImportError while loading) conftest '(.+)'/m.exec(text)?.[1];
  if (path === undefined) return null;
  const file = path.startsWith(`${request.tree}/`) ? path.slice(request.tree.length + 1) : path;
  const [type = "Error", message = ""] = /^E {3}(\w+): (.*)$/m.exec(text)?.slice(1) ?? [];
  const failure = { type, message, stack: text, line: lineInStack(text, nameOf(file)) };
  const test = { id: file, file, name: file, status: "error" as const, seconds: 0, failure };
  return { tests: [test], finished: false, coverage: null, perTest: null };
}
