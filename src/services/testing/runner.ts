import { realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Command, Execution } from "../../domain/ports/sandbox.ts";
import type {
  Selection,
  Suite,
  TestRun,
  TestRunner,
  TestRunOptions,
  TestTree,
} from "../../domain/ports/testing.ts";
import type { Confirming, Finished, Framework, Invocation, Project, Report, RunRequest } from "./contract.ts";
import { detectSuites } from "./detect.ts";
import { frameworks } from "./frameworks/index.ts";
import { isInside, toRoot } from "./paths.ts";
import { openProject } from "./project.ts";
import { assemble, isFailing } from "./result.ts";
import { isPartOf, selected, wholeFiles } from "./selection.ts";

export interface TestRunnerOptions {
  /** Runs a command in the sandbox. */
  readonly execute: (command: Command) => Promise<Execution>;
  /** The Node that JavaScript tests run on. */
  readonly nodeProgram: string;
  /** Where our helper files are: `resources/` here, `dist/resources/testing/` once built. */
  readonly resourceFolder: string;
  readonly defaults: {
    readonly timeoutMs: number;
    readonly pythonProgram?: string;
    readonly goProgram?: string;
    readonly cargoProgram?: string;
  };
}

export function createTestRunner(options: TestRunnerOptions): TestRunner {
  return {
    detect: (tree) => detectSuites(openProject(tree), frameworks),

    async run(tree, suite, wanted = {}): Promise<TestRun> {
      const framework = named(suite.framework);
      const project = openProject(tree);
      const selection = wanted.selection ?? { kind: "all" };
      const first = await attempt(selection);
      if (selection.kind !== "tests" || !first.invocation.narrowed) return first.run;
      if (isAnswered(selection.ids, first.run.result)) return first.run;
      return (await attempt(selection, wholeFiles(selection.ids))).run;

      async function attempt(kept: Selection, asked: Selection = kept) {
        const request = requestOf(options, tree, suite, wanted, asked);
        return runOnce({ options, framework, project, tree, suite, wanted, request, kept });
      }
    },

    isTestFile: (path, suites) =>
      suites.some(
        ({ framework, root }) => isInside(root, path) && named(framework).role(toRoot(root, path)) !== null,
      ),

    canaryOf: () => null,
    failingTest: () => null,
  };
}

/** Whether a run that was narrowed by name says all it can: each test is there, or why it cannot be. */
function isAnswered(ids: readonly string[], { status, tests, failures }: TestResult): boolean {
  if (status === "timed_out" || failures.some(({ error_type }) => /^(Crash|EarlyExit)$/.test(error_type)))
    return true;
  return ids.every((id) =>
    tests.some((test) => test.id === id || (test.status === "error" && isPartOf(id, test.id))),
  );
}

interface OneRun {
  readonly options: TestRunnerOptions;
  readonly framework: Framework;
  readonly project: Project;
  readonly tree: TestTree;
  readonly suite: Suite;
  readonly wanted: TestRunOptions;
  readonly request: RunRequest;
  /** What the caller asked for; the tool may have been asked for more. */
  readonly kept: Selection;
}

async function runOnce(one: OneRun): Promise<{ run: TestRun; invocation: Invocation }> {
  const invocation = await invocationOf(one);
  const execution = await one.options.execute(commandOf(one, invocation));
  const reader = confirming(one) ?? one.framework;
  const parsed = reader.parse(finishedOf(execution), invocation, one.request);
  const report = parsed === null ? null : filtered(parsed, one.kept);
  const othersFailed =
    parsed?.tests.some((test) => isFailing(test) && !report?.tests.includes(test)) ?? false;
  const result = assemble({
    framework: one.suite.framework,
    command: invocation.argv,
    execution,
    report,
    othersFailed,
    isPartial: one.request.coverageLines !== null,
  });
  return {
    run: { result, coverage: report?.coverage ?? null, perTest: report?.perTest ?? null },
    invocation,
  };
}

/** How the run is confirmed, where it is to be and the framework can. */
function confirming({ framework, wanted }: OneRun): Confirming | undefined {
  return wanted.confirmation && framework.confirm;
}

function invocationOf(one: OneRun): Promise<Invocation> {
  const { request, project, wanted } = one;
  const confirm = confirming(one);
  if (confirm && wanted.confirmation) return confirm.command(request, project, wanted.confirmation.seed);
  return one.framework.command(request, project);
}

function commandOf(one: OneRun, invocation: Invocation): Command {
  const { options, tree, suite, wanted, framework } = one;
  const { patienceSeconds, builds = false } = framework.meta;
  return {
    argv: invocation.argv,
    tree: tree.path,
    cwd: suite.root,
    lent: tree.lent,
    readable: [
      ...(confirming(one) ? [] : [options.resourceFolder]),
      ...programPaths(invocation.argv[0], tree.path),
    ],
    limits: {
      timeoutMs: wanted.timeoutMs ?? options.defaults.timeoutMs,
      ...(patienceSeconds && !confirming(one)?.isSilent && { silentMs: patienceSeconds * 1000 }),
    },
    ...(builds && { speaksLate: true }),
    env: invocation.env,
    artefacts: invocation.artefacts,
    ...(wanted.confirmation ? { identity: wanted.confirmation.identity } : {}),
    ...(wanted.signal ? { signal: wanted.signal } : {}),
  };
}

/** A program that was given by its full path, and what it is a link to, must be seen inside. */
function programPaths(program: string, tree: string): string[] {
  if (!isAbsolute(program) || program.startsWith(`${tree}/`)) return [];
  try {
    return [...new Set([program, realpathSync(program)])];
  } catch {
    return [program];
  }
}

function requestOf(
  options: TestRunnerOptions,
  tree: TestTree,
  suite: Suite,
  wanted: TestRunOptions,
  selection: Selection,
): RunRequest {
  return {
    tree: tree.path,
    root: suite.root,
    selection,
    coverageOf: wanted.confirmation ? [] : (wanted.coverageOf ?? []),
    coverageLines: wanted.coverageLines ?? null,
    perTestCoverage: wanted.confirmation === undefined && (wanted.perTestCoverage ?? false),
    programs: {
      node: options.nodeProgram,
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
    // Two names of one signal; which one is told depends on who asks.
    signal: execution.signal === "SIGIOT" ? "SIGABRT" : execution.signal,
    stdout: execution.stdout,
    stderr: execution.stderr,
    timedOut: execution.timedOut,
    artefacts: Object.fromEntries(
      Object.entries(execution.artefacts).map(([name, bytes]) => [name, decoder.decode(bytes)]),
    ),
  };
}

function filtered(report: Report, selection: Selection): Report {
  return { ...report, tests: selected(report.tests, selection) };
}

function named(id: string): Framework {
  const framework = frameworks.find((each) => each.meta.id === id);
  if (framework) return framework;
  throw new AgentForgeError("unsupported", `there is no test framework called ${id}`, {
    hint: `Known are ${frameworks.map((each) => each.meta.id).join(", ")}.`,
  });
}
