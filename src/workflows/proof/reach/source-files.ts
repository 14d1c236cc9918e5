import type { JudgingFiles } from "../../../domain/ports/testing.ts";
import type { AttemptTree } from "../../../domain/ports/workspace.ts";
import type { Ports } from "../../ports.ts";

const SOURCES = new WeakMap<readonly string[], readonly string[]>();

/**
 * All files in a tree that may be code or a test. A tree lists the same files until one is added or removed.
 */
export async function sourceFiles(
  { isSource }: Pick<Ports, "isSource">,
  tree: Pick<AttemptTree, "files">,
): Promise<readonly string[]> {
  const files = await tree.files();
  const known = SOURCES.get(files) ?? files.filter(isSource);
  SOURCES.set(files, known);
  return known;
}

export interface Split {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

const SPLITS = new WeakMap<object, WeakMap<readonly string[], Split>>();

/** Splits these files into tests and code. */
export function splitByJudging(paths: readonly string[], judging: Pick<JudgingFiles, "has">): Split {
  const known = SPLITS.get(judging) ?? new WeakMap<readonly string[], Split>();
  SPLITS.set(judging, known);
  const split = known.get(paths) ?? divide(paths, judging);
  known.set(paths, split);
  return split;
}

function divide(paths: readonly string[], judging: Pick<JudgingFiles, "has">): Split {
  const sources: string[] = [];
  const tests: string[] = [];
  for (const path of paths) (judging.has(path) ? tests : sources).push(path);
  return { sources, tests };
}
