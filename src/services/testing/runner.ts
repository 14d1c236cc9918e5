import { realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Command, Execution } from "../../domain/ports/sandbox.ts";
import type {
  Selection,
  Suite,
  TestRun,
  TestRunner,
  TestRunOptions,
  TestTree,
} from "../../domain/ports/testing.ts";
import { isFailing } from "../../domain/rules/proof/failing.ts";
import { runLimits } from "../../domain/rules/proof/run-limits.ts";
import { canaryOf, failingTest } from "./canaries/list.ts";
import type { Confirming, Finished, Framework, Invocation, Project, Report, RunRequest } from "./contract.ts";
import { detectSuites } from "./detect.ts";
import { findNpm } from "./ecosystems/npm-environment.ts";
import { findJudging } from "./judging/judging.ts";
import type { DeclaredCommand } from "./own-command/declared.ts";
import { nodeFor } from "./own-command/own-node.ts";
import { asProjectStarts, ownVariables } from "./own-command/own-start.ts";
import { createPaces, type Paces } from "./paces.ts";
import { isInside, toRoot } from "./paths.ts";
import { openProject } from "./project.ts";
import { frameworkNamed, knownFrameworks } from "./registry.ts";
import { assemble } from "./results/result.ts";
import { isPartOf, selected, wholeFiles } from "./results/selection.ts";
import { whyTimedOut } from "./results/time-out.ts";
import { type Place, stepFailed, surround } from "./surroundings.ts";

export interface TestRunnerOptions {
  /** Runs a command in the sandbox. */
  readonly execute: (command: Command) => Promise<Execution>;
  /** The Node that JavaScript tests run on. */
  readonly nodeProgram: string;
  /** The user's PATH, to find npm; without it, tests do not see npm's variables. */
  readonly searchPath?: string;
  /** The user's home, where version managers keep the Node versions that projects request. */
  readonly home?: string;
  /** Where our helper files are: `resources/` here, `dist/resources/testing/` after a build. */
  readonly resourceFolder: string;
  /** Test commands from the user's settings. */
  readonly commands?: readonly DeclaredCommand[];
  readonly defaults: {
    readonly timeoutMs: number;
    /** How long tests may run without output; depends on the framework if absent. */
    readonly silentMs?: number;
    readonly pythonProgram?: string;
    readonly goProgram?: string;
    readonly cargoProgram?: string;
  };
}

/** A test that never ends is found only after this time, so it must not be much longer than what slow tests need. */
const FIRST_PATIENCE_SECONDS = 40;

export function createTestRunner(options: TestRunnerOptions): TestRunner {
  const frameworks = knownFrameworks(options.commands ?? []);
  const npm = findNpm(options.searchPath ?? "");
  const paces = createPaces();
  const ours = { program: options.nodeProgram, version: process.version };
  return {
    async detect(tree) {
      const project = openProject(tree);
      const found = await detectSuites(project, frameworks);
      return Promise.all(
        found.map((suite) =>
          withVariables(suite, frameworkNamed(suite.framework, frameworks), tree, project),
        ),
      );
    },

    async run(tree, suite, wanted = {}): Promise<TestRun> {
      const framework = frameworkNamed(suite.framework, frameworks);
      const project = openProject(tree);
      const selection = wanted.selection ?? { kind: "all" };
      const isJavaScript = framework.meta.language === "javascript";
      const { node, note } = isJavaScript
        ? await nodeFor(suite, project, ours, { tree, home: options.home ?? null })
        : { node: ours, note: null };
      const first = await attempt(selection);
      if (selection.kind !== "tests" || !first.invocation.narrowed) return first.run;
      if (isAnswered(selection.ids, first.run.result)) return first.run;
      return (await attempt(selection, wholeFiles(selection.ids))).run;

      async function attempt(kept: Selection, asked: Selection = kept) {
        const request = requestOf({ options, tree, suite }, wanted, asked, node.program);
        const place = { framework, project, tree, request, node, npm };
        return runOnce({ ...place, options, suite, wanted, kept, paces, note });
      }
    },

    judges: (tree, suites, result) =>
      findJudging({
        project: openProject(tree),
        suites: suites.map((suite) => ({ ...suite, meta: frameworkNamed(suite.framework, frameworks).meta })),
        result,
        roleOf: rolesIn(suites, frameworks),
      }),

    isTestFile: (path, suites) => rolesIn(suites, frameworks)(path) !== null,

    canaryOf,
    failingTest,
  };
}

async function withVariables(
  suite: Suite,
  framework: Framework,
  tree: TestTree,
  project: Project,
): Promise<Suite> {
  const env = await ownVariables({ framework, project, request: { tree: tree.path, root: suite.root } });
  return Object.keys(env).length === 0 ? suite : { ...suite, env };
}

function rolesIn(suites: readonly Suite[], known: readonly Framework[]): (path: string) => string | null {
  const found = suites.map(({ framework, root }) => ({ root, framework: frameworkNamed(framework, known) }));
  return (path) => {
    const suite = found.find(
      ({ framework, root }) => isInside(root, path) && framework.role(toRoot(root, path)) !== null,
    );
    return suite ? `its name indicates that it belongs to the tests of ${suite.framework.meta.id}` : null;
  };
}

/** Whether a run selected by name is complete: each test is reported, or the reason why it is missing. */
function isAnswered(ids: readonly string[], { status, tests, failures }: TestResult): boolean {
  if (status === "timed_out" || failures.some(({ error_type }) => /^(Crash|EarlyExit)$/.test(error_type)))
    return true;
  return ids.every((id) =>
    tests.some((test) => test.id === id || (test.status === "error" && isPartOf(id, test.id))),
  );
}

interface OneRun extends Place {
  readonly options: TestRunnerOptions;
  readonly suite: Suite;
  readonly wanted: TestRunOptions;
  /** What the caller requested; the tool may have run more. */
  readonly kept: Selection;
  readonly paces: Paces;
  /** A note for people about the environment of the run. */
  readonly note: string | null;
}

async function runOnce(one: OneRun): Promise<{ run: TestRun; invocation: Invocation }> {
  const invocation = await asProjectStarts(one, await invocationOf(one));
  const command = await commandOf(one, invocation);
  const execution = await one.options.execute(command);
  const reader = confirming(one) ?? one.framework;
  const parsed = stepFailed(execution) ? null : reader.parse(finishedOf(execution), invocation, one.request);
  const report = parsed === null ? null : filtered(parsed, one.kept);
  const othersFailed =
    parsed?.tests.some((test) => isFailing(test) && !report?.tests.includes(test)) ?? false;
  const result = assemble({
    framework: one.suite.framework,
    command: invocation.argv,
    execution,
    timeOut: whyTimedOut(execution, command.limits ?? {}, one.options.defaults.timeoutMs),
    report,
    othersFailed,
    isPartial: one.request.coverageLines !== null,
    foundNone: saysNone(one.framework, execution) && (report?.tests.length ?? 0) === 0,
    reports: one.framework.meta.language !== "any",
  });
  if (one.kept.kind === "all" && !one.wanted.confirmation)
    one.paces.remember(one.tree, one.suite, execution, result);
  return {
    run: {
      result: noted(result, one.note),
      coverage: report?.coverage ?? null,
      perTest: report?.perTest ?? null,
      notes: one.note === null ? [] : [one.note],
    },
    invocation,
  };
}

function noted(result: TestResult, note: string | null): TestResult {
  return note === null ? result : { ...result, raw_output: `Note: ${note}\n${result.raw_output}` };
}

function saysNone({ meta: { foundNone } }: Framework, { exitCode, stdout, stderr }: Execution): boolean {
  if (foundNone === undefined || exitCode !== foundNone.exitCode) return false;
  const said = `${stdout}\n${stderr}`;
  return foundNone.says.test(said) && foundNone.unless?.test(said) !== true;
}

/** How the run is confirmed, if requested and supported by the framework. */
function confirming({ framework, wanted }: OneRun): Confirming | undefined {
  return wanted.confirmation && framework.confirm;
}

function invocationOf(one: OneRun): Promise<Invocation> {
  const { request, project, wanted } = one;
  const confirm = confirming(one);
  if (confirm && wanted.confirmation) return confirm.command(request, project, wanted.confirmation.seed);
  return one.framework.command(request, project);
}

async function commandOf(one: OneRun, invocation: Invocation): Promise<Command> {
  const { options, tree, suite, wanted, framework } = one;
  const { patienceSeconds, builds = false } = framework.meta;
  const surrounded = await surround(one, invocation);
  return {
    tree: tree.path,
    cwd: suite.root,
    lent: tree.lent,
    readable: [
      ...(confirming(one)
        ? surrounded.argv.filter((word) => word.startsWith(`${options.resourceFolder}/`))
        : [options.resourceFolder]),
      ...programPaths(invocation.argv[0], tree.path),
    ],
    limits: runLimits(
      {
        timeoutMs: wanted.timeoutMs ?? options.defaults.timeoutMs,
        ...(patienceSeconds && !confirming(one)?.isSilent && { silentMs: silenceOf(one, patienceSeconds) }),
      },
      one.paces.of(tree, suite),
    ),
    ...(builds && { speaksLate: true }),
    ...surrounded,
    ...(wanted.files && { files: wanted.files }),
    ...(wanted.confirmation ? { identity: wanted.confirmation.identity } : {}),
    ...(wanted.signal ? { signal: wanted.signal } : {}),
  };
}

/** Nothing is known about the tests before their first run, so a slow one must not be mistaken for a hung one. */
function silenceOf({ options, paces, tree, suite }: OneRun, patienceSeconds: number): number {
  const seconds = paces.hasRun(tree, suite)
    ? patienceSeconds
    : Math.max(patienceSeconds, FIRST_PATIENCE_SECONDS);
  return options.defaults.silentMs ?? seconds * 1000;
}

/** A program given by its full path, and the target of its link, must be visible inside. */
function programPaths(program: string, tree: string): string[] {
  if (!isAbsolute(program) || program.startsWith(`${tree}/`)) return [];
  try {
    return [...new Set([program, realpathSync(program)])];
  } catch {
    return [program];
  }
}

function requestOf(
  { options, tree, suite }: Pick<OneRun, "options" | "tree" | "suite">,
  wanted: TestRunOptions,
  selection: Selection,
  node: string,
): RunRequest {
  return {
    tree: tree.path,
    root: suite.root,
    selection,
    untested: selection.kind === "all" ? (wanted.untested ?? []) : [],
    coverageOf: wanted.confirmation ? [] : (wanted.coverageOf ?? []),
    coverageLines: wanted.coverageLines ?? null,
    perTestCoverage: wanted.confirmation === undefined && (wanted.perTestCoverage ?? false),
    programs: {
      node,
      python: options.defaults.pythonProgram ?? "python3",
      go: options.defaults.goProgram ?? "go",
      cargo: options.defaults.cargoProgram ?? "cargo",
    },
    resource: (name) => join(options.resourceFolder, name),
  };
}

function finishedOf(execution: Execution): Finished {
  const decoder = new TextDecoder();
  return {
    exitCode: execution.exitCode,
    // One signal has two names; which one is reported depends on the source.
    signal: execution.signal === "SIGIOT" ? "SIGABRT" : execution.signal,
    stdout: execution.stdout,
    stderr: execution.stderr,
    timedOut: execution.timedOut,
    artifacts: Object.fromEntries(
      Object.entries(execution.artifacts).map(([name, bytes]) => [name, decoder.decode(bytes)]),
    ),
  };
}

function filtered(report: Report, selection: Selection): Report {
  return { ...report, tests: selected(report.tests, selection) };
}
