import type { TestResult } from "../../domain/entities/test-result.ts";
import type { ReadChange, Rival, SourceFile, Variation } from "../../domain/ports/repair.ts";
import type { JudgingFiles, Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { isWritten } from "../../domain/rules/proof/authors.ts";
import { firstFew } from "../../domain/rules/text/first-few.ts";
import type { Ports } from "../ports.ts";
import { sourceFiles, splitByJudging } from "../proof/reach/source-files.ts";
import { untestedIn } from "../proof/reach/untested-folders.ts";
import { runSuites } from "../proof/suites.ts";

const MOST_CONDITIONS = 6;
/** Each one costs a test run. */
const MOST_PARTS = 24;
/** Time limit for trying different code: an absolute limit, or a multiple of the run of all tests. */
const LEAST_SECONDS = 60;
const MOST_SUITE_RUNS = 6;

export type UnnoticedPorts = Pick<
  Ports,
  | "elapsed"
  | "findConditions"
  | "findParts"
  | "findVariations"
  | "findRivals"
  | "withoutRemarks"
  | "gatherNear"
  | "isSource"
  | "tests"
  | "testRules"
  | "settings"
>;

export interface UnnoticedInput {
  readonly tree: AttemptTree;
  readonly suites: readonly Suite[];
  readonly judging: JudgingFiles;
  readonly before: TestResult;
  readonly after: TestResult;
  /** The sources of the change. */
  readonly madeBy?: readonly string[];
  /** A person wrote this version and is responsible for it. */
  readonly byPerson?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Finds what could differ in a change without any test noticing: a part of it, a condition that limits it, other code in
 * its place, or a completely different change. In that case the tests do not decide whether this change is right.
 * Search has already tried other code itself, and a rule's own rewrite does not depend on tests.
 */
export async function findUnnoticed(
  ports: UnnoticedPorts,
  input: UnnoticedInput,
  change: ReadChange,
  fixed: readonly string[],
): Promise<readonly string[]> {
  const isVaried = !input.byPerson && isWritten(input.madeBy ?? []);
  const parts = isVaried ? ports.findParts(change) : [];
  if (parts.length > 0 && fixed.length === 0)
    return [`no fixed test shows that the parts of the change belong together: ${placesOf(parts)}`];
  if (parts.length > MOST_PARTS)
    return [`the change has ${parts.length} parts, too many to test whether the tests need each of them`];
  const tries = [...parts.map(unneeded), ...triesOf(ports, change, isVaried)];
  const seconds = Math.max(LEAST_SECONDS, MOST_SUITE_RUNS * input.after.duration_seconds);
  const end = ports.elapsed() + 1000 * seconds;
  const remarks = isVaried ? ports.withoutRemarks(change) : [];
  if (remarks.length > 0 && !(await passesWithFiles(ports, input, remarks, fixed)))
    return [`the tests depend on a comment or documentation in ${firstFew(remarks.map(({ path }) => path))}`];
  for (const [index, variation] of tries.entries()) {
    if (ports.elapsed() > end)
      return [
        `only ${index} of ${tries.length} variations of the change were tested: the tests are too slow`,
      ];
    if (await passesWith(ports, input, variation, fixed)) return [variation.says];
  }
  if (!isVaried) return [];
  const [rival] = await rivalsOf(ports, input, change, fixed);
  if (rival === undefined) return [];
  const { patch, differs } = rival;
  const where = differs === null ? "" : ` (${differs})`;
  return [`every test also passes with another change, ${patch.description}${where}`];
}

type Try = Variation & { readonly says: string };

function unneeded(part: Variation): Try {
  return { ...part, says: `no test needs the change at ${part.path}:${part.line}: ${part.text}` };
}

function placesOf(parts: readonly Variation[]): string {
  return firstFew(parts.map(({ path, line }) => `${path}:${line}`));
}

function triesOf(ports: UnnoticedPorts, change: ReadChange, isVaried: boolean): readonly Try[] {
  const conditions = ports.findConditions(change).slice(0, MOST_CONDITIONS);
  return [
    ...conditions.map((each) => {
      const { path, line, text } = each;
      return {
        ...each,
        says: `${path}:${line} limits the change with a condition that no test needs: ${text}`,
      };
    }),
    ...(isVaried ? ports.findVariations(change) : []).map((each) => ({
      ...each,
      says: `every test also passes with different code at ${each.text}`,
    })),
  ];
}

async function rivalsOf(
  ports: UnnoticedPorts,
  { tree, suites, judging, before: run, signal }: UnnoticedInput,
  { before, after }: ReadChange,
  fixed: readonly string[],
): Promise<readonly Rival[]> {
  const failures = run.failures.filter((failure) => fixed.includes(failure.test_id));
  // If nothing failed before, every change that breaks nothing would be a rival.
  if (failures.length === 0) return [];
  const paths = await sourceFiles(ports, tree);
  const near = await ports.gatherNear({
    failures,
    ...splitByJudging(paths, judging),
    read: async (path) => before.find((file) => file.path === path)?.text ?? tree.readText(path),
  });
  const environment = { tree: tree.path, lent: tree.lent, suites };
  const target = { ...near, failing: { ...run, failures }, coverage: null };
  return ports.findRivals({ target, environment, before, after, signal });
}

/** The fixed tests decide most cases quickly. */
async function passesWith(
  ports: UnnoticedPorts,
  { tree, suites, judging, after, signal }: UnnoticedInput,
  { path, without: text }: Variation,
  fixed: readonly string[],
): Promise<boolean> {
  const timeoutMs = ports.settings.testTimeoutSeconds * 1000;
  const options = { timeoutMs, signal, files: [{ path, text }] };
  const first = await runSuites(ports, tree, suites, fixed, options);
  if (!allPass(first.result, fixed)) return false;
  const untested = await untestedIn(tree, judging, [path]);
  const { result } = await runSuites(ports, tree, suites, "all", { ...options, untested });
  return allPass(result, passing(after));
}

async function passesWithFiles(
  ports: UnnoticedPorts,
  { tree, suites, after, signal }: UnnoticedInput,
  files: readonly SourceFile[],
  fixed: readonly string[],
): Promise<boolean> {
  const ids = fixed.length > 0 ? fixed : passing(after);
  const timeoutMs = ports.settings.testTimeoutSeconds * 1000;
  const { result } = await runSuites(ports, tree, suites, ids, { timeoutMs, signal, files });
  return allPass(result, ids);
}

function allPass(result: TestResult, ids: readonly string[]): boolean {
  const passed = new Set(passing(result));
  return ids.length > 0 && ids.every((id) => passed.has(id));
}

function passing(result: TestResult): readonly string[] {
  return result.tests.filter(({ status }) => status === "passed").map(({ id }) => id);
}
