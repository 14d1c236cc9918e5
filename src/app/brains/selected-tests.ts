import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Suite, TestTree } from "../../domain/ports/testing.ts";
import type { ToolPorts } from "../../domain/ports/tool-ports.ts";
import type { Ports, WorkflowSettings } from "../../workflows/ports.ts";
import { chooseSuites, qualify, runSuites } from "../../workflows/proof/suites.ts";

type Testing = Pick<Ports, "tests" | "testRules"> & {
  readonly settings: Pick<WorkflowSettings, "isExcluded" | "testTimeoutSeconds">;
};

/**
 * Runs tests for a brain, which may name anything: a file must exist, an id must come from an earlier run or
 * name an existing file. Anything else is refused, because a framework might treat it as an option or skip
 * it.
 */
export function createTestHand(
  ports: Testing,
  tree: TestTree,
  targets: readonly string[],
): ToolPorts["runTests"] {
  const known = new Set(targets);
  const remember = (result: TestResult) => {
    for (const test of result.tests) known.add(test.id);
    return result;
  };
  return async (selection, signal) => {
    const { suites } = await chooseSuites(ports, tree);
    if (suites.length === 0) throw new Error("no test framework was recognized in this project");
    const options = { timeoutMs: ports.settings.testTimeoutSeconds * 1000, signal };
    if (selection.kind === "all")
      return remember((await runSuites(ports, tree, suites, "all", options)).result);

    const files = new Set(await tree.files());
    if (selection.kind === "tests") {
      for (const id of selection.ids) if (!known.has(id)) refuseUnknown(id, suites, files);
      return remember((await runSuites(ports, tree, suites, selection.ids, options)).result);
    }
    const missing = selection.files.filter((path) => !files.has(path));
    if (missing.length > 0) throw new Error(`no test ran: not in the project: ${missing.join(", ")}`);
    const results: TestResult[] = [];
    for (const [suite, own] of bySuite(ports, suites, selection.files)) {
      const chosen = { ...options, selection: { kind: "files" as const, files: own } };
      results.push(qualify((await ports.tests.run(tree, suite, chosen)).result, suite, suites));
    }
    const result = remember(ports.testRules.merge(results));
    refuseSilent(result, selection.files, (file) => ports.tests.isTestFile(file, suites));
    return result;
  };
}

/** Each file with every suite that considers it a test; a file that no suite knows goes to the suites of its folder. */
function bySuite(
  { tests }: Testing,
  suites: readonly Suite[],
  files: readonly string[],
): ReadonlyMap<Suite, readonly string[]> {
  const chosen = new Map<Suite, string[]>();
  for (const file of files) {
    const around = suites.filter(({ root }) => root === "." || file.startsWith(`${root}/`));
    const claiming = around.filter((suite) => tests.isTestFile(file, [suite]));
    const takers = claiming.length > 0 ? claiming : around;
    if (takers.length === 0) throw new Error(`no test ran: ${file} belongs to no test suite of this project`);
    for (const suite of takers) chosen.set(suite, [...(chosen.get(suite) ?? []), file]);
  }
  return chosen;
}

function refuseUnknown(id: string, suites: readonly Suite[], files: ReadonlySet<string>): void {
  const prefixes = suites.length === 1 ? [""] : suites.map(({ framework, root }) => `${framework}@${root} `);
  const prefix = prefixes.find((each) => id.startsWith(each));
  if (prefix === undefined) {
    const list = prefixes.map((each) => `"${each}"`).join(", ");
    throw new Error(`no test ran: in a project with several suites, an id starts with its suite: ${list}`);
  }
  const [file = ""] = id.slice(prefix.length).split(/::| > /);
  if (files.has(file)) return;
  throw new Error(
    `no test ran: "${id}" is not the id of a test that has run here, and ${file} is not a file; call run_tests first, and use an id from its result`,
  );
}

/** A file in which no test ran must not hide behind the others. Node reports any script that exits successfully as a test. */
function refuseSilent(
  { status, tests }: TestResult,
  files: readonly string[],
  isTestFile: (file: string) => boolean,
): void {
  if (status !== "passed") return;
  const isTest = ({ id }: { readonly id: string }, file: string) => !id.endsWith(file) || isTestFile(file);
  const ran = tests.filter((test) => test.status !== "skipped");
  const silent = files.filter((file) => !ran.some((test) => test.file === file && isTest(test, file)));
  if (silent.length > 0)
    throw new Error(`the other tests passed, but no test ran in ${silent.join(", ")}: name test files only`);
}
