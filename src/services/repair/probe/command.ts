import { posix } from "node:path";
import type { ProbeRequest, SourceFile, TestEnvironment } from "../../../domain/ports/repair.ts";
import type { Command } from "../../../domain/ports/sandbox.ts";
import { isWarmIn, type WarmLanguage } from "../../../domain/rules/languages/warm-frameworks.ts";
import { importDistances } from "../localize/links.ts";
import { type HarnessOptions, pythonOf, pythonPath } from "../validate/harness.ts";
import type { ChangedFile } from "./aims.ts";
import { instrument } from "./instrument.ts";
import { instrumentGo } from "./instrument-go.ts";

type Suite = TestEnvironment["suites"][number];

export interface ProbeSetup extends Pick<HarnessOptions, "resourceFolder" | "programs"> {
  readonly budgetMs: number;
}

interface Prober {
  readonly language: WarmLanguage;
  readonly endings: RegExp;
  /**
   * It builds programs, so it needs this multiple of the usual time, and can try this multiple of the inputs.
   */
  readonly builds?: number;
  /** Whether it accepts files outside the suite's folder: other packages of a workspace. */
  readonly takesSiblings?: boolean;
  argv(setup: ProbeSetup, python: string): readonly [string, ...string[]];
  /** One side of a changed file, in the worker's format. */
  file(file: ChangedFile, side: "before" | "after"): object;
}

const PROBERS: readonly Prober[] = [
  {
    language: "python",
    endings: /\.py$/,
    argv: ({ resourceFolder }, python) => [python, `${resourceFolder}/python_probe.py`],
    file: ({ path, ...sides }, side) => ({ path, text: sides[side].source }),
  },
  {
    language: "javascript",
    endings: /\.[cm]?[jt]sx?$/,
    takesSiblings: true,
    argv: ({ programs, resourceFolder }) => [
      programs.node,
      "--no-warnings",
      "--experimental-vm-modules",
      `${resourceFolder}/javascript-probe.mjs`,
    ],
    file: (file, side) => instrument(file, side),
  },
  {
    language: "go",
    endings: /\.go$/,
    builds: 5,
    argv: ({ programs, resourceFolder }) => [programs.node, `${resourceFolder}/go-probe.mjs`],
    file: (file, side) => instrumentGo(file, side),
  },
];

const MOST_TEST_FILES = 6;
const LIMIT = 240;

/** A worker to start and its request; `files` are the changed files in question. */
export interface ProbeCommand {
  readonly command: Command;
  readonly request: string;
  readonly files: readonly ChangedFile[];
  readonly budgetMs: number;
}

/** Commands for the suites that can compare some of the changed functions. */
export function probeCommands(
  request: ProbeRequest,
  changed: readonly ChangedFile[],
  setup: ProbeSetup,
): readonly ProbeCommand[] {
  return request.environment.suites.flatMap((suite) => {
    const found = probeCommand(request, suite, changed, setup);
    return found === null ? [] : [found];
  });
}

function probeCommand(
  request: ProbeRequest,
  suite: Suite,
  changed: readonly ChangedFile[],
  setup: ProbeSetup,
): ProbeCommand | null {
  const prober = PROBERS.find((each) => isWarmIn(each.language, suite.framework));
  if (prober === undefined) return null;
  const isInside = (path: string) =>
    prober.endings.test(path) && (suite.root === "." || path.startsWith(`${suite.root}/`));
  const isTaken = (path: string) =>
    prober.takesSiblings === true ? prober.endings.test(path) : isInside(path);
  const local = (path: string) => posix.relative(suite.root, path);
  const files = changed.filter((each) => isTaken(each.path) && each.aims.length > 0);
  const tests = testFiles(request, isInside);
  if (files.length === 0 || tests.length === 0) return null;
  const { environment } = request;
  const budgetMs = setup.budgetMs * (prober.builds ?? 1);
  const localized = files.map((each) => ({ ...each, path: local(each.path) }));
  return {
    files,
    budgetMs,
    command: {
      argv: prober.argv(setup, pythonOf(environment, setup)),
      tree: environment.tree,
      cwd: suite.root,
      lent: environment.lent,
      readable: [setup.resourceFolder],
      ...(prober.builds === undefined ? {} : { builds: true }),
      limits: {
        timeoutMs: budgetMs + 2000,
        memoryMb: 2048,
        outputBytes: 16 << 20,
        processes: prober.builds === undefined ? 64 : 256,
      },
      env: {
        ...suite.env,
        PYTHONHASHSEED: "0",
        PYTHONDONTWRITEBYTECODE: "1",
        ...pythonPath(environment, suite.root, request.after),
      },
      signal: request.signal,
    },
    request: JSON.stringify({
      framework: suite.framework,
      files: tests.map(local),
      targets: request.targets,
      aims: localized.flatMap((file) => file.aims.map(({ name }) => ({ path: file.path, name }))),
      old: localized.map((file) => prober.file(file, "before")),
      new: localized.map((file) => prober.file(file, "after")),
      others: otherFiles(request, files)
        .filter(({ path }) => isTaken(path))
        .map(({ path, text }) => ({ path: local(path), text })),
      limit: LIMIT * (prober.builds ?? 1),
      seconds: budgetMs / 1000 / 2,
    }),
  };
}

/** The old text of every other file that the change touches; null for a file that it adds. */
function otherFiles(request: ProbeRequest, files: readonly ChangedFile[]) {
  const paths = new Set([...request.before, ...request.after].map((each) => each.path));
  return [...paths]
    .filter((path) => !files.some((each) => each.path === path))
    .map((path) => ({ path, text: request.before.find((each) => each.path === path)?.text ?? null }));
}

/**
 * Files of the tests that the change makes pass, then tests that import the changed code; all tests if there are none.
 */
function testFiles(request: ProbeRequest, isInside: (path: string) => boolean): readonly string[] {
  const inside = request.tests.filter((each) => isInside(each.path) && isTestModule(each));
  const targets = inside.filter((each) => request.targets.some((id) => isIn(id, each.path)));
  const near = inside.filter((each) => !targets.includes(each) && importsAny(each, request.after));
  const chosen = [...targets, ...near];
  return (chosen.length > 0 ? chosen : inside).slice(0, MOST_TEST_FILES).map((each) => each.path);
}

function importsAny(test: SourceFile, sources: readonly SourceFile[]): boolean {
  return importDistances([test], sources).size > 0;
}

/** Whether an id names a test of this file: by its path, or by its module. */
function isIn(id: string, path: string): boolean {
  const stem = path.replace(/\.py$/, "").replaceAll("/", ".");
  const file = id.split(/::| > /)[0] ?? "";
  return (
    path === file || path.endsWith(`/${file}`) || file.endsWith(`/${path}`) || `${id}.`.includes(`${stem}.`)
  );
}

/** Helpers next to the tests contain no tests. */
function isTestModule(file: SourceFile): boolean {
  return (
    !/(?:^|\/)(?:conftest|__init__)\.py$/.test(file.path) &&
    /\b(?:test|it|describe|Test\w*)\b|\btest_/.test(file.text)
  );
}
