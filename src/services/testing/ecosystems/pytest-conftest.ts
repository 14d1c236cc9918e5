import type { Report, RunRequest } from "../contract.ts";
import { belowTree, nameOf } from "../paths.ts";
import { lineInStack } from "../results/events.ts";
import { fileError } from "../results/reported.ts";
import { clean } from "../results/text.ts";

/** A conftest that cannot be imported ends pytest before any plug-in runs, with the error on the screen. */
export function brokenConftest(stderr: string, request: RunRequest): Report | null {
  const text = clean(stderr);
  const path = /^(?:\w+Error while loading|ImportError while loading) conftest '(.+)'/m.exec(text)?.[1];
  if (path === undefined) return null;
  const file = belowTree(request.tree, path) ?? path;
  const [type = "Error", message = ""] = /^E {3}(\w+): (.*)$/m.exec(text)?.slice(1) ?? [];
  const failure = { type, message, stack: text, line: lineInStack(text, nameOf(file)) };
  return { tests: [fileError(file, failure)], finished: false };
}
