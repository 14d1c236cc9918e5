import { posix } from "node:path";
import type { RepairTarget, SourceFile, TestEnvironment } from "../../../domain/ports/repair.ts";
import type { Command } from "../../../domain/ports/sandbox.ts";
import { isWarmIn, type WarmLanguage } from "../../../domain/rules/languages/warm-frameworks.ts";
import { importDistances, importsAmong } from "../localize/links.ts";
import { goMarksOf, marksOf } from "./marks.ts";
import { rustMarksOf } from "./rust-marks.ts";
import { LONGEST_WAIT_MS } from "./warm-processes.ts";
import type { Opening } from "./worker.ts";

export interface HarnessOptions {
  readonly resourceFolder: string;
  /** Programs by name, to override the defaults. */
  readonly programs: { readonly python: string; readonly node: string };
  readonly jobs: number;
  readonly ticks: number;
  readonly budgetMs: number;
}

interface Harness {
  readonly language: WarmLanguage;
  readonly endings: RegExp;
  /** Whether the worker starts a compiler. */
  readonly builds?: boolean;
  /** Whether it accepts sources outside the suite's folder: other packages of a workspace. */
  readonly takesSiblings?: boolean;
  /**
   * Whether tests may be in the same files as the code they test, and only a run shows which files they use: imports
   * are not followed.
   */
  readonly ofWholeSuite?: boolean;
  command(options: HarnessOptions): readonly [string, ...string[]];
  /** A source in the worker's format. */
  prepare(source: SourceFile): SourceFile;
}

const HARNESSES: readonly Harness[] = [
  {
    language: "python",
    endings: /\.py$/,
    command: ({ programs, resourceFolder }) => [programs.python, `${resourceFolder}/python_worker.py`],
    prepare: (source) => source,
  },
  {
    language: "javascript",
    endings: /\.[cm]?[jt]sx?$/,
    takesSiblings: true,
    command: ({ programs, resourceFolder }) => [
      programs.node,
      "--no-warnings",
      "--experimental-vm-modules",
      `${resourceFolder}/javascript-worker.mjs`,
    ],
    prepare: (source) => ({ ...source, marks: marksOf(source) }),
  },
];

const COMPILED: readonly Harness[] = [
  {
    language: "go",
    endings: /\.go$/,
    builds: true,
    takesSiblings: true,
    command: ({ programs, resourceFolder }) => [programs.node, `${resourceFolder}/go-worker.mjs`],
    prepare: (source) => ({ ...source, marks: goMarksOf(source) }),
  },
  {
    language: "rust",
    endings: /\.rs$/,
    builds: true,
    ofWholeSuite: true,
    command: ({ programs, resourceFolder }) => [programs.node, `${resourceFolder}/rust-worker.mjs`],
    prepare: (source) => ({ ...source, marks: rustMarksOf(source) }),
  },
];

const MOST_TEST_FILES = 12;
const MOST_SOURCES = 80;

/** The command and the first request for a warm worker; null if no harness supports the project's tests. */
export function prepareWorker(
  target: RepairTarget,
  environment: TestEnvironment,
  options: HarnessOptions,
): { readonly command: Command; readonly opening: Opening; readonly root: string } | null {
  for (const suite of environment.suites) {
    const harness = [...HARNESSES, ...COMPILED].find((each) => isWarmIn(each.language, suite.framework));
    if (harness === undefined) continue;
    const files = testFiles(target, suite.root).filter((path) => harness.endings.test(path));
    if (files.length === 0 && harness.ofWholeSuite !== true) continue;
    const inside = (path: string) => suite.root === "." || path.startsWith(`${suite.root}/`);
    const linked = reachable(target, files);
    // Only a run shows which neighboring packages the tests use.
    const beside = target.sources.filter(
      (each) => (harness.ofWholeSuite === true || !inside(each.path)) && !linked.includes(each),
    );
    const sources = [...linked, ...beside].filter(
      (each) => harness.endings.test(each.path) && (harness.takesSiblings === true || inside(each.path)),
    );
    const local = (path: string) => posix.relative(suite.root, path);
    return {
      root: suite.root,
      command: commandOf(harness, suite, environment, options, pythonPath(environment, suite.root, sources)),
      opening: {
        framework: suite.framework,
        files: files.map(local),
        sources: sources
          .slice(0, MOST_SOURCES)
          .map(({ path, text }) => harness.prepare({ path: local(path), text })),
        targets: target.failing.failures.map((each) => each.test_id),
        ticks: options.ticks,
        jobs: options.jobs,
      },
    };
  }
  return null;
}

/**
 * The command of the worker that will probably be needed, before any test has failed; null if starting it
 * ahead of time gains nothing.
 */
export function foreseenCommand(environment: TestEnvironment, options: HarnessOptions): Command | null {
  const [suite] = environment.suites;
  const [python] = HARNESSES;
  if (suite === undefined || python === undefined || !isWarmIn(python.language, suite.framework)) return null;
  return commandOf(python, suite, environment, options, {});
}

function commandOf(
  harness: Harness,
  { root, env }: TestEnvironment["suites"][number],
  environment: TestEnvironment,
  options: HarnessOptions,
  path: Readonly<Record<string, string>>,
): Command {
  const programs = { ...options.programs, python: pythonOf(environment, options) };
  return {
    argv: harness.command({ ...options, programs }),
    tree: environment.tree,
    cwd: root,
    lent: environment.lent,
    readable: [options.resourceFolder],
    ...(harness.builds === true ? { builds: true } : {}),
    limits: {
      timeoutMs: options.budgetMs + 15_000 + LONGEST_WAIT_MS,
      memoryMb: 2048,
      outputBytes: 256 << 20,
      processes: 64,
    },
    env: {
      ...env,
      PYTHONHASHSEED: "0",
      ...path,
      PYTHONDONTWRITEBYTECODE: "1",
      GOFLAGS: "-buildvcs=false",
      GOTOOLCHAIN: "local",
      GOPROXY: "off",
    },
  };
}

/** Files of failing tests, then those that depend on the same sources: they fail fastest. */
function testFiles(target: RepairTarget, root: string): readonly string[] {
  const ran = new Set(target.failing.tests.map((each) => each.file));
  const isKnown = ran.size > 0 && !ran.has(null);
  const inside = target.tests.filter(
    ({ path }) => (root === "." || path.startsWith(`${root}/`)) && (!isKnown || isAmong(ran, path)),
  );
  const failing = inside.filter((test) =>
    target.failing.failures.some(({ test_file: file }) => file !== null && sameFile(file, test.path)),
  );
  const judged = failing.length > 0 ? failing : inside;
  const importsOf = importsAmong(target.sources.map((each) => each.path));
  const direct = new Set(judged.flatMap(importsOf));
  const others = inside.filter(
    (each) =>
      !judged.includes(each) &&
      (isKnown || isTestModule(each)) &&
      importsOf(each).some((path) => direct.has(path)),
  );
  return [...judged, ...others].slice(0, MOST_TEST_FILES).map((each) => each.path);
}

/** Sources that the tests import, nearest first; all of them if no import could be followed. */
function reachable(target: RepairTarget, files: readonly string[]): readonly SourceFile[] {
  const distances = importDistances(
    target.tests.filter((each) => files.includes(each.path)),
    target.sources,
  );
  const near = target.sources.filter((each) => distances.has(each.path));
  if (near.length === 0) return target.sources;
  return near.toSorted((a, b) => (distances.get(a.path) ?? 0) - (distances.get(b.path) ?? 0));
}

/** Judged by name, for a run that did not report the files of its tests. */
function isTestModule(file: SourceFile): boolean {
  const name = file.path.split("/").at(-1) ?? "";
  return (
    /(?:^test_.*\.py|_test\.py|_test\.go)$/.test(name) ||
    /[-_.](?:test|spec)\.[cm]?[jt]sx?$|^test[-.]/.test(name)
  );
}

/** Whether the project's own test run included it: not everything that looks like a test is one. */
function isAmong(ran: ReadonlySet<string | null>, path: string): boolean {
  return ran.has(path) || [...ran].some((file) => file !== null && sameFile(file, path));
}

function sameFile(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

/** Puts `src/` ahead of an editable install of the same project in the user's own folder. */
export function pythonPath(
  environment: TestEnvironment,
  root: string,
  sources: readonly SourceFile[],
): Record<string, string> {
  const folder = root === "." ? "src" : `${root}/src`;
  const isThere = sources.some((each) => each.path.startsWith(`${folder}/`) && each.path.endsWith(".py"));
  return isThere ? { PYTHONPATH: `${environment.tree}/${folder}` } : {};
}

/** The project's own virtual environment, if one is available in the tree. */
export function pythonOf(environment: TestEnvironment, options: Pick<HarnessOptions, "programs">): string {
  const own = environment.lent.find((each) => /(?:^|\/)\.?(?:venv|env)$/.test(each.at));
  return own === undefined ? options.programs.python : `${environment.tree}/${own.at}/bin/python`;
}
