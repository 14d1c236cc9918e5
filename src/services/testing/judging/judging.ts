import type { TestResult } from "../../../domain/entities/test-result.ts";
import type { JudgingFiles, Suite } from "../../../domain/ports/testing.ts";
import type { Framework, Project } from "../contract.ts";
import { isInside } from "../paths.ts";
import { readCode } from "./code.ts";
import { collectedFiles } from "./collected.ts";
import { expectedData, namedData } from "./data.ts";
import { plugins, setUpFiles } from "./set-up.ts";
import { namedHelpers, testFolders } from "./territory.ts";

export interface JudgingInput {
  readonly project: Project;
  readonly suites: readonly (Suite & Pick<Framework, "meta">)[];
  /** The run of all tests on the unchanged tree. */
  readonly result: Pick<TestResult, "tests">;
  /** The role that a path's name implies, whether it exists or not; null if none. */
  readonly roleOf: (path: string) => string | null;
}

/**
 * The files that judge a change: those that a run collected, those that configuration loads, folders that only tests
 * use, helpers and data by name, and matches of the frameworks' own patterns. Each step only adds.
 */
export async function findJudging({ project, suites, result, roleOf }: JudgingInput): Promise<JudgingFiles> {
  const code = await readCode(project, suites);
  const collected = await collectedFiles(result, suites, code);
  const known = new Map<string, string>();
  const folders: string[] = [];
  const why = (path: string) => {
    const reason = known.get(path) ?? roleOf(path);
    if (reason !== null) return reason;
    const folder = folders.find((each) => isInside(each, path));
    return folder === undefined ? null : `${folder}/ contains only tests and what they use`;
  };
  const isJudging = (path: string) => why(path) !== null;

  for (const path of collected) known.set(path, "the run found tests in it");
  for (const [path, reason] of await setUpFiles(suites, project, code))
    if (!known.has(path)) known.set(path, reason);
  for (const test of collected) {
    for (const path of plugins(await code.text(test), test, code))
      known.set(path, `${test} names it as a plug-in`);
  }
  folders.push(...(await testFolders({ code, suites, collected, isJudging })));
  for (const path of await namedHelpers({ code, isJudging }, [...collected, ...known.keys()]))
    known.set(path, "only tests load it, and its name indicates that it is for tests");
  for (const path of await namedData(code, known.keys(), isJudging))
    known.set(path, "tests read it, and no source does");
  for (const path of await expectedData(code, [...known.keys()], isJudging))
    known.set(path, "its name indicates expected results, and only tests mention it");
  return { collected, has: isJudging, why };
}
