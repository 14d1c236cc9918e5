import type { TestFailure } from "../../../domain/entities/test-result.ts";
import type { RecentChange, RepairTarget, SourceFile } from "../../../domain/ports/repair.ts";
import { COSTS } from "../costs.ts";
import { importDistances } from "./links.ts";
import { type Frame, framesOf } from "./stack.ts";

/** Executed lines of one test, by path. */
export interface Spectrum {
  readonly failed: boolean;
  readonly lines: Readonly<Record<string, readonly number[]>>;
}

export interface Suspicion {
  /** 0 to 1 for a line of a file, given the name of its function. */
  of(path: string, line: number, functionName: string): number;
  /** The highest value any line of the file can reach. */
  most(path: string): number;
  /** Whether the failing tests point to the file; true for every file if they point to none. */
  isLinked(path: string): boolean;
  why(path: string, line: number): string;
}

/**
 * `loaded`: code that runs when a module is loaded, before any test, is as suspicious as this fraction of the module's
 * worst line. `older`: the remaining suspicion of unchanged code if the tests run recently changed code.
 */
const { byDistance, unlinked, loaded: LOADED, older: OLDER, ...shares } = COSTS.suspicion;

/**
 * Combines stack traces, test-to-source links, names, coverage and recent changes. `loaded` are lines of functions that
 * ran while modules were loaded.
 */
export function suspect(
  target: RepairTarget,
  spectra: readonly Spectrum[] = [],
  loaded: Spectrum["lines"] = {},
): Suspicion {
  const clues = gatherClues(target, spectra, loaded);
  return {
    of(path, line, functionName) {
      const isOlder = clues.isRecentRun && !clues.recent.has(`${path}:${line}`);
      return suspicionOf(clues, path, line, functionName) * (isOlder ? OLDER : 1);
    },
    most(path) {
      const { ochiai, onStack } = clues;
      if (ochiai !== null) return ochiai.has(path) ? 1 : LOADED * ofLoading(clues, path);
      return Math.min(1, Math.max(ofFile(clues, path) + shares.mostForNames, onStack.has(path) ? 1 : 0));
    },
    isLinked: (path) => clues.linked.size === 0 || clues.linked.has(path) || clues.ochiai?.has(path) === true,
    why: (path, line) => explain(clues, path, line),
  };
}

type Clues = ReturnType<typeof gatherClues>;

function gatherClues(target: RepairTarget, spectra: readonly Spectrum[], loaded: Spectrum["lines"]) {
  const paths = target.sources.map((each) => each.path);
  const failures = target.failing.failures;
  const distances = importDistances(testsOf(failures, target.tests), target.sources);
  const onStack = stackScores(failures.map((each) => framesOf(each, paths)));
  const ochiai = spectra.some((each) => each.failed) ? ochiaiOf(spectra) : null;
  const changed = (target.recent ?? []).flatMap((each) => Object.entries(each));
  const recent = new Set(
    changed.flatMap(([path, changes]) => changes.flatMap((each) => placesIn(path, each))),
  );
  const isRecentRun =
    ochiai === null
      ? changed.some(([path]) => distances.has(path) || onStack.has(path))
      : [...recent].some((place) => ochiai.has(place));
  return {
    /** How many imports each file is away from a failing test. */
    distances,
    onStack,
    ochiai,
    loaded,
    atLoad: placesOf(loaded),
    executed: executedLines(target),
    mentioned: wordsOf(failures, target.tests),
    recent,
    isRecentRun,
    linked: new Set([...distances.keys(), ...paths.filter((path) => onStack.has(path))]),
  };
}

function suspicionOf(clues: Clues, path: string, line: number, functionName: string): number {
  const { ochiai, onStack, atLoad, executed, mentioned } = clues;
  const place = `${path}:${line}`;
  const traced = onStack.get(place) ?? 0;
  if (ochiai !== null) {
    const measured = ochiai.get(place) ?? 0;
    const untraced = functionName === "" || atLoad.has(place) ? LOADED : 0;
    return measured === 0
      ? untraced * ofLoading(clues, path)
      : Math.min(1, measured + traced * shares.perTrace);
  }
  if (executed?.get(path)?.has(line) === false) return 0;
  const named = functionName !== "" && mentioned.has(lastName(functionName)) ? shares.named : 0;
  const tracedFile = onStack.has(path) ? shares.tracedFile : 0;
  return Math.min(1, Math.max(ofFile(clues, path) + named + tracedFile, traced));
}

function ofFile({ distances }: Clues, path: string): number {
  const distance = distances.get(path);
  return distance === undefined ? unlinked : (byDistance[distance] ?? unlinked);
}

/** For a module that no failing test runs but that ran code when it was loaded, only its distance is known. */
function ofLoading(clues: Clues, path: string): number {
  const hasRun = (clues.loaded[path]?.length ?? 0) > 0;
  return clues.ochiai?.get(path) ?? (hasRun ? ofFile(clues, path) : 0);
}

function explain(clues: Clues, path: string, line: number): string {
  const known = explainPlace(clues, path, line);
  return clues.recent.has(`${path}:${line}`) ? `changed recently, ${known}` : known;
}

function explainPlace({ onStack, ochiai, distances }: Clues, path: string, line: number): string {
  if (onStack.has(`${path}:${line}`)) return "on the stack of a failing test";
  if (ochiai?.has(`${path}:${line}`)) return "run more by failing tests than by passing ones";
  if (ochiai !== null) return "run before the tests, when its module was loaded";
  const distance = distances.get(path);
  if (distance === undefined) return "in the project";
  return distance === 1 ? "imported by a failing test" : `${distance} imports from a failing test`;
}

function placesOf(lines: Spectrum["lines"]): ReadonlySet<string> {
  return new Set(Object.entries(lines).flatMap(([path, some]) => some.map((line) => `${path}:${line}`)));
}

function testsOf(failures: readonly TestFailure[], tests: readonly SourceFile[]): readonly SourceFile[] {
  const failing = tests.filter((test) =>
    failures.some((each) => each.test_file !== null && samePath(each.test_file, test.path)),
  );
  return failing.length > 0 ? failing : tests;
}

function samePath(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

/** Words in the failing tests' files: a function named there is more suspicious than others. */
function wordsOf(failures: readonly TestFailure[], tests: readonly SourceFile[]): ReadonlySet<string> {
  const text = testsOf(failures, tests)
    .map((each) => each.text)
    .join("\n");
  return new Set(text.match(/[A-Za-z_]\w*/g) ?? []);
}

function lastName(name: string): string {
  return name.split(".").at(-1) ?? name;
}

/** The innermost frame of a failure counts most; outer frames count less. Keys: `path:line` and `path`. */
function stackScores(stacks: readonly (readonly Frame[])[]): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const frames of stacks) {
    for (const [depth, frame] of frames.entries()) {
      const score = Math.max(shares.leastFrame, shares.innermostFrame - depth * shares.perFrame);
      for (const key of [`${frame.path}:${frame.line}`, frame.path]) {
        scores.set(key, Math.max(scores.get(key) ?? 0, score));
      }
    }
  }
  return scores;
}

/**
 * Ochiai per line: failing runs that touch it, divided by the geometric mean of all failing runs and all touching runs.
 */
function ochiaiOf(spectra: readonly Spectrum[]): ReadonlyMap<string, number> {
  const failing = spectra.filter((each) => each.failed).length;
  const counts = new Map<string, { failed: number; passed: number }>();
  for (const spectrum of spectra) {
    for (const [path, lines] of Object.entries(spectrum.lines)) {
      for (const line of lines) {
        const key = `${path}:${line}`;
        const count = counts.get(key) ?? { failed: 0, passed: 0 };
        if (spectrum.failed) count.failed += 1;
        else count.passed += 1;
        counts.set(key, count);
      }
    }
  }
  const scores = new Map<string, number>();
  for (const [key, { failed, passed }] of counts) {
    if (failed === 0) continue;
    const score = failed / Math.sqrt(failing * (failed + passed));
    scores.set(key, score);
    const path = key.slice(0, key.lastIndexOf(":"));
    scores.set(path, Math.max(scores.get(path) ?? 0, score));
  }
  return scores;
}

/** Lines that ran, if measured: a statement's first line stands for its other lines. */
function executedLines(target: RepairTarget): ReadonlyMap<string, ReadonlySet<number>> | null {
  if (target.coverage === null) return null;
  const found = new Map<string, ReadonlySet<number>>();
  for (const [path, { executed, executable }] of Object.entries(target.coverage)) {
    const ran = new Set(executed);
    const known = new Set(executable);
    const last = Math.max(0, ...executable) + 50;
    let current = false;
    for (let line = 1; line <= last; line += 1) {
      if (known.has(line)) current = ran.has(line);
      if (current) ran.add(line);
    }
    found.set(path, ran);
  }
  return found;
}

/** The lines of a change; for a pure deletion, the line after it. */
function placesIn(path: string, { start, after }: RecentChange): string[] {
  return Array.from({ length: Math.max(1, after.length) }, (_, index) => `${path}:${start + index}`);
}
