import type { Finished, Invocation, Report, RunRequest } from "../contract.ts";
import { fromRoot } from "../paths.ts";
import { addTest, fileError } from "../results/reported.ts";
import { clean } from "../results/text.ts";
import { failureOf, readJestJson } from "./jest-json.ts";

/**
 * Vitest's JSON report. It contains neither suites whose hooks failed nor errors outside tests: those are parsed from
 * Vitest's output. An expected failure is `passed` in it.
 */
export function readVitestJson(
  process: Finished,
  invocation: Invocation,
  request: RunRequest,
): Report | null {
  const found = readJestJson(process.artifacts[String(invocation.context)], request);
  if (found === null) return null;
  const { tests, brokenFiles } = found;
  const shown = clean(`${process.stdout}\n${process.stderr}`, 4_000_000);
  const suites = failedSuites(shown, request);
  for (const suite of suites) addTest(tests, suite, "merge");
  for (const file of brokenFiles)
    if (!suites.some((suite) => suite.file === file.id)) addTest(tests, file, "merge");
  if (/^Vitest caught \d+ unhandled error/m.test(shown)) {
    const said = shown.slice(shown.search(/^Vitest caught \d+ unhandled error/m)).split("\n");
    const failure = failureOf(said.slice(3).join("\n"), "(unhandled)", null);
    addTest(tests, { ...fileError("(unhandled)", failure), file: null }, "merge");
  }
  return { tests: [...tests.values()], finished: true };
}

/**
 * Below the heading for failed suites: ` FAIL  a.test.js > group` and its error. A line without a group is a
 * file that could not be loaded.
 */
function failedSuites(shown: string, request: RunRequest) {
  const [, section = ""] = shown.split(/^⎯+ Failed Suites \d+ ⎯+$/m);
  const [own = ""] = section.split(/^⎯+ (?:Failed Tests \d+|Unhandled Errors) ⎯+$/m);
  return own.split(/^(?= FAIL {2})/m).flatMap((block) => {
    const [, path, titles] = /^ FAIL {2}(?:\|[^|\n]*\| )?(.+?)(?: > (.+))?(?: \[ .+ \])?$/m.exec(block) ?? [];
    if (path === undefined) return [];
    const file = fromRoot(request.root, path);
    const id = titles === undefined ? file : `${file} > ${titles}`;
    const failure = failureOf(block.split("\n").slice(1).join("\n"), file, null);
    return [{ ...fileError(id, failure), file }];
  });
}
