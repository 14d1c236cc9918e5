import type { JudgingFiles } from "../../../domain/ports/testing.ts";
import type { AttemptTree } from "../../../domain/ports/workspace.ts";
import { remembered } from "../../../domain/rules/values/remembered.ts";
import type { Ports } from "../../ports.ts";

/**
 * All files in a tree that may be code or a test. A tree lists the same files until one is added or removed.
 */
export async function sourceFiles(
  { isSource }: Pick<Ports, "isSource">,
  tree: Pick<AttemptTree, "files">,
): Promise<readonly string[]> {
  return sourcesBy(isSource)(await tree.files());
}

const sourcesBy = remembered((isSource: Ports["isSource"]) =>
  remembered((files: readonly string[]) => files.filter(isSource)),
);

export interface Split {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/** Splits these files into tests and code. */
export function splitByJudging(paths: readonly string[], judging: Pick<JudgingFiles, "has">): Split {
  return splitBy(judging)(paths);
}

const splitBy = remembered((judging: Pick<JudgingFiles, "has">) =>
  remembered((paths: readonly string[]): Split => {
    const sources: string[] = [];
    const tests: string[] = [];
    for (const path of paths) (judging.has(path) ? tests : sources).push(path);
    return { sources, tests };
  }),
);
