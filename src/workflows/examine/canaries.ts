import type { TestCase, TestResult } from "../../domain/entities/test-result.ts";
import type { CanaryMarks, Suite, TestText } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { isFailing } from "../../domain/rules/proof/failing.ts";
import type { Ports } from "../ports.ts";
import { prefixOf } from "../proof/suites.ts";

/** Canary runs use tests from at most this many files, whose texts must fit into an argument vector. */
const MOST_FILES = 8;
const LONGEST_TEXT = 100_000;

/** Tests that must fail, made from tests that pass. */
export interface Canaries {
  readonly marks: CanaryMarks;
  /** Test files with altered expectations, at the paths of the originals. */
  readonly changed: readonly TestText[];
  /** Ids of the tests in those files whose results count. */
  readonly watched: readonly string[];
  /** New files with one test each that always fails. */
  readonly added: readonly TestText[];
}

type CanaryPorts = Pick<Ports, "tests" | "newWord">;

interface CanaryInput {
  readonly tree: Pick<AttemptTree, "files" | "readText">;
  readonly suites: readonly Suite[];
  /** The tests that vouch for the change; canaries are made from them. */
  readonly witnesses: readonly TestCase[];
}

export async function makeCanaries({ tests, newWord }: CanaryPorts, input: CanaryInput): Promise<Canaries> {
  const { tree, suites, witnesses } = input;
  const marks = { accepted: newWord(), reached: newWord() };
  const present = new Set(await tree.files());
  const changed: TestText[] = [];
  const added: TestText[] = [];
  for (const suite of suites) {
    const own = witnesses.filter((test) => belongsTo(test, suite, suites));
    const paths = [...new Set(own.flatMap(({ file }) => (file !== null && present.has(file) ? [file] : [])))];
    let plain: TestText | null = null;
    for (const path of paths.slice(0, MOST_FILES)) {
      const near = { path, text: await tree.readText(path) };
      const text = tests.canaryOf(suite, near, marks);
      if (text !== null && text.length < LONGEST_TEXT) changed.push({ path, text });
      plain ??= tests.failingTest(suite, near, newWord());
    }
    if (plain !== null && !present.has(plain.path)) added.push(plain);
  }
  const files = new Set(changed.map(({ path }) => path));
  const watched = witnesses.filter(({ file }) => file !== null && files.has(file)).map(({ id }) => id);
  return { marks, changed, watched, added };
}

/** With several suites, each id is prefixed with its suite's name. */
function belongsTo({ id }: TestCase, suite: Suite, suites: readonly Suite[]): boolean {
  return id.startsWith(prefixOf(suite, suites));
}

/** The forgeries that the run with altered expectations reveals, and how many canaries failed as required. */
export function readChanged(
  result: TestResult,
  { watched, marks }: Pick<Canaries, "watched" | "marks">,
): { readonly forged: readonly string[]; readonly failed: number } {
  const forged: string[] = [];
  let failed = 0;
  for (const id of watched) {
    const test = result.tests.find((each) => each.id === id);
    if (test === undefined) continue;
    if (test.status === "passed") forged.push(`${id} passes although its expectation was changed`);
    if (!isFailing(test)) continue;
    const failure = result.failures.find((each) => each.test_id === id);
    const said = `${failure?.error_message ?? ""}\n${failure?.stack_trace ?? ""}`;
    if (said.includes(marks.accepted)) forged.push(`${id} accepts a changed expectation`);
    else failed += 1;
  }
  if (watched.length > 0 && failed === 0 && forged.length === 0 && result.status === "passed")
    forged.push("the run reports success although every test in it was changed to fail");
  return { forged, failed };
}

/** The same for added tests. One that the runner did not collect proves nothing. */
export function readAdded(
  result: TestResult,
  added: readonly TestText[],
): { readonly forged: readonly string[]; readonly failed: number } {
  const paths = new Set(added.map(({ path }) => path));
  const found = result.tests.filter(({ file }) => file !== null && paths.has(file));
  const passed = found.filter(({ status }) => status === "passed");
  return {
    forged: passed.map(({ id }) => `${id} passes although it was added to fail`),
    failed: found.length - passed.length,
  };
}
