import type { TestFailure } from "../../../domain/entities/test-result.ts";
import type { GatherNear, NearRequest, SourceFile } from "../../../domain/ports/repair.ts";
import { FARTHEST, importsAmong } from "./links.ts";
import { framesOf } from "./stack.ts";

/** A repository with at most this many files is read completely. */
const SMALL = 300;
/** At most this many sources of a larger repository are read. */
const MOST_SOURCES = 2000;
const MOST_CHARACTERS = 24_000_000;
const MOST_TESTS_READ = 200;
const MOST_TESTS = 60;

/**
 * The sources that the failing tests reach by imports and stack traces, nearest first, and the tests near them. Reads
 * little else, so the cost depends on the failure and not on the size of the repository.
 */
export const gatherNear: GatherNear = async (request) => {
  const { sources, tests } = request;
  if (sources.length + tests.length <= SMALL) {
    const read = createReader(request.read);
    return { sources: await read(sources), tests: await read(tests) };
  }
  const read = createReader(request.read);
  const failing = await read(failingFiles(request));
  const onStack = request.failures.flatMap((failure) =>
    framesOf(failure, sources).map((frame) => frame.path),
  );
  const reached = await follow([...failing, ...(await read(onStack))], sources, read);
  const near = reached.length > 0 ? reached : await read(nearest(sources, failing).slice(0, SMALL));
  return { sources: near, tests: [...failing, ...(await testsOf(near, failing, request, read))] };
};

type Reader = (paths: Iterable<string>) => Promise<SourceFile[]>;

/** Reads each path once, until a limit is reached. */
function createReader(readText: NearRequest["read"]): Reader {
  const seen = new Set<string>();
  let characters = 0;
  return async (paths) => {
    const found: SourceFile[] = [];
    for (const path of paths) {
      if (seen.has(path) || characters > MOST_CHARACTERS) continue;
      seen.add(path);
      const text = await readText(path);
      characters += text.length;
      found.push({ path, text });
    }
    return found;
  };
}

async function follow(
  from: readonly SourceFile[],
  sources: readonly string[],
  read: Reader,
): Promise<readonly SourceFile[]> {
  const importsOf = importsAmong(sources);
  const known = new Set(sources);
  const found = from.filter((file) => known.has(file.path));
  let frontier = from;
  for (let distance = 1; distance <= FARTHEST && frontier.length > 0; distance += 1) {
    frontier = await read(frontier.flatMap(importsOf).slice(0, MOST_SOURCES - found.length));
    found.push(...frontier);
  }
  return found;
}

/** Files of the failing tests; all tests if the failures do not name files. */
function failingFiles({ failures, tests }: NearRequest): readonly string[] {
  const named = tests.filter((path) => failures.some((failure) => isIn(failure, path)));
  return named.length > 0 ? named : tests.slice(0, MOST_TESTS_READ);
}

function isIn({ test_file: file }: TestFailure, path: string): boolean {
  return file !== null && (file === path || file.endsWith(`/${path}`) || path.endsWith(`/${file}`));
}

/**
 * Other tests that directly import what the failing ones import: they are the first to fail on a wrong
 * change.
 */
async function testsOf(
  near: readonly SourceFile[],
  failing: readonly SourceFile[],
  { tests }: NearRequest,
  read: Reader,
): Promise<readonly SourceFile[]> {
  const importsOf = importsAmong(near.map((file) => file.path));
  const direct = new Set(failing.flatMap(importsOf));
  const others = await read(nearest(tests, [...failing, ...near.slice(0, 20)]).slice(0, MOST_TESTS_READ));
  return others.filter((test) => importsOf(test).some((path) => direct.has(path))).slice(0, MOST_TESTS);
}

/** Sorts paths by how many words they share with the given files, most first. */
function nearest(paths: readonly string[], files: readonly SourceFile[]): readonly string[] {
  const words = new Set(files.flatMap((file) => wordsOf(file.path)));
  const shared = (path: string) => wordsOf(path).filter((word) => words.has(word)).length;
  return paths
    .map((path) => ({ path, score: shared(path) }))
    .sort((a, b) => b.score - a.score)
    .map(({ path }) => path);
}

function wordsOf(path: string): readonly string[] {
  return path.toLowerCase().split(/[^a-z0-9]+/);
}
