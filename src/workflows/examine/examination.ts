import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { TestCase } from "../../domain/entities/test-result.ts";
import type { ReadChange, SourceFile } from "../../domain/ports/repair.ts";
import type { JudgingFiles, Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { textsOf } from "../../domain/rules/changes/file-text.ts";
import type { Ports } from "../ports.ts";
import { judgingTexts } from "../proof/reach/judging-texts.ts";
import { untestedFolders } from "../proof/reach/untested-folders.ts";
import { ownIds } from "../proof/suites.ts";
import { type ConfirmingRuns, type ConfirmPorts, runConfirming } from "./confirm.ts";

export type ExaminationPorts = ConfirmPorts & Pick<Ports, "readDoubts" | "probe" | "isSource">;

export interface ExaminationInput {
  /** With the change applied. */
  readonly tree: AttemptTree;
  readonly change: ChangeSet;
  readonly suites: readonly Suite[];
  readonly judging: JudgingFiles;
  /** Tests that failed before and pass with the change. */
  readonly fixed: readonly string[];
  /** The tests that vouch for the change. */
  readonly witnesses: readonly TestCase[];
  readonly hasTests: boolean;
  readonly addedTests?: readonly string[];
  /** A person wrote this version: reasons that would reject a machine's change are only reported. */
  readonly byPerson?: boolean;
  readonly signal: AbortSignal;
}

/** Examinations that do not need the run of all tests, and can happen while it runs. */
export interface Examination {
  readonly diff: string;
  readonly fixed: readonly string[];
  readonly change: ReadChange;
  readonly found: ReturnType<Ports["readDoubts"]>;
  /** Reasons not to trust the test results. */
  readonly forging: readonly string[];
  /** Null if there is nothing to run, or running it is pointless. */
  readonly runs: Promise<ConfirmingRuns> | null;
  readonly probed: Promise<readonly string[]> | null;
}

export async function startExamination(
  ports: ExaminationPorts,
  input: ExaminationInput,
): Promise<Examination> {
  const both = sides(input);
  const tests = await judgingTexts({
    ...input,
    isSource: ports.isSource,
    texts: [...both.before, ...both.after],
    vouching: input.witnesses.flatMap(({ file }) => file ?? []),
  });
  const change = { ...both, tests };
  const found = ports.readDoubts(change);
  const forging = input.byPerson ? [] : found.filter((doubt) => doubt.forges).map((doubt) => doubt.text);
  const isRun = input.hasTests && forging.length === 0;
  const changed = input.change.files.map(({ path }) => path);
  const untested = untestedFolders(await input.tree.files(), input.judging, changed);
  return {
    ...{ diff: input.change.diff, fixed: input.fixed, change, found, forging },
    runs: isRun ? handled(runConfirming(ports, { ...input, untested })) : null,
    probed: isRun ? handled(probe(ports, input, change)) : null,
  };
}

/** Avoids an unhandled rejection if nobody awaits the promise; a caller that does still gets the error. */
function handled<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}

async function probe(
  ports: ExaminationPorts,
  { tree, suites, fixed, signal }: ExaminationInput,
  change: ReadChange,
): Promise<readonly string[]> {
  const environment = { tree: tree.path, lent: tree.lent, suites };
  const targets = suites.flatMap((suite) => ownIds(suite, suites, fixed));
  const probed = await ports.probe({ ...change, environment, targets, signal });
  return probed.status === "probed" ? probed.doubts : [];
}

/** The content of each changed file; tests that were added to show the bug are not part of the fix. */
function sides({ change, addedTests = [] }: ExaminationInput): {
  readonly before: readonly SourceFile[];
  readonly after: readonly SourceFile[];
} {
  const files = change.files.filter(({ path }) => !addedTests.includes(path));
  return { before: textsOf({ files }, "before"), after: textsOf({ files }, "after") };
}
