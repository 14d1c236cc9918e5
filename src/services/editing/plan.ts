import type {
  AppliedChange,
  EditableFile,
  EditedFile,
  EditPlan,
  EditProblem,
  EditRequest,
  FileRequest,
  NoopChange,
  SyntaxCheck,
} from "../../domain/ports/editing.ts";
import { combineHunks, type FileHunk, render } from "./hunks.ts";
import { type Resolved, resolveChange } from "./resolve.ts";
import { indexSource, type SourceIndex } from "./source-index.ts";
import { readSource } from "./source-text.ts";

export interface PlanOptions {
  /** Asked before new lines are written with a different indentation than the caller's. */
  readonly syntax?: SyntaxCheck;
}

/** Computes what the request does to the files, all or nothing. Pure. */
export function planEdits(
  request: EditRequest,
  files: readonly EditableFile[],
  options: PlanOptions = {},
): EditPlan {
  const outcomes = groupByPath(request.files).map((wanted) =>
    planFile(
      wanted,
      files.find((file) => file.path === wanted.path),
      options.syntax ?? (() => null),
    ),
  );
  const problems = outcomes.flatMap((outcome) => outcome.problems);
  const noops = outcomes.flatMap((outcome) => outcome.noops);
  if (problems.length === 0) {
    return { status: "ready", files: outcomes.flatMap((outcome) => outcome.edited ?? []), noops };
  }
  const already = noops.map(({ path, change }) => ({ path, change, state: "already_applied" as const }));
  const would = outcomes.flatMap(({ path, applying }) =>
    applying.map((change) => ({ path, change, state: "would_apply" as const })),
  );
  return { status: "refused", problems, others: [...would, ...already] };
}

interface FileOutcome {
  readonly path: string;
  readonly problems: readonly EditProblem[];
  readonly noops: readonly NoopChange[];
  /** Changes whose place was found, whether or not the whole file can be written. */
  readonly applying: readonly number[];
  readonly edited?: EditedFile;
}

function planFile(wanted: FileRequest, file: EditableFile | undefined, syntax: SyntaxCheck): FileOutcome {
  const { path } = wanted;
  const refuse = (code: EditProblem["code"], message: string): FileOutcome => ({
    path,
    problems: [{ path, change: null, code, message }],
    noops: [],
    applying: [],
  });
  if (file === undefined)
    return refuse("no_such_file", `There is no file ${path}. Check the path, or create the file.`);
  if (wanted.expectedHash !== undefined && wanted.expectedHash !== file.hash) {
    return refuse(
      "stale_file",
      `${path} has changed since you read it. Read it again and repeat the request.`,
    );
  }
  const text = readSource(file.bytes);
  if (text === null)
    return refuse("not_text", `${path} is not a text file. It can only be replaced as a whole.`);
  const source = indexSource(text);
  const resolved = wanted.changes.map((change) =>
    resolveChange(source, change, (whole) => syntax(path, whole)),
  );
  return combine(path, file, source, resolved);
}

function combine(
  path: string,
  file: EditableFile,
  source: SourceIndex,
  resolved: readonly Resolved[],
): FileOutcome {
  const problems = resolved.flatMap((one, change) =>
    one.status === "refused" ? [{ path, change, ...one.problem }] : [],
  );
  const noops = resolved.flatMap((one, change) =>
    one.status === "noop" ? [{ path, change, lines: one.lines, message: one.message }] : [],
  );
  const hunks = resolved.flatMap((one, change) =>
    one.status === "applies" ? one.places.flat().map((hunk) => ({ ...hunk, change })) : [],
  );
  const combined = combineHunks(source, hunks);
  if ("clash" in combined) {
    const [first, second] = combined.clash;
    const clashing = [first.change, second.change];
    const applying = indexesOf(resolved, "applies").filter((change) => !clashing.includes(change));
    return { path, problems: [...problems, overlapping(path, first, second)], noops, applying };
  }
  const applying = indexesOf(resolved, "applies");
  if (problems.length > 0 || combined.hunks.length === 0) return { path, problems, noops, applying };
  const after = source.encode(render(source, combined.hunks));
  const applied = resolved.flatMap((one, change) =>
    one.status === "applies" ? [describe(one, change, combined.hunks)] : [],
  );
  return { path, problems, noops, applying, edited: { path, before: file.bytes, after, applied } };
}

function describe(
  one: Extract<Resolved, { status: "applies" }>,
  change: number,
  all: readonly FileHunk[],
): AppliedChange {
  const ranges = one.places.flat().map((hunk) => {
    const moved = all
      .filter((other) => other.from < hunk.from)
      .reduce((sum, other) => sum + other.lines.length - (other.to - other.from), 0);
    return {
      before: { start: hunk.from + 1, end: hunk.to },
      after: { start: hunk.from + moved + 1, end: hunk.from + moved + hunk.lines.length },
    };
  });
  return { change, strategy: one.strategy, score: one.score, runnerUp: one.runnerUp, ranges };
}

type NumberedHunk = FileHunk & { readonly change: number };

function overlapping(path: string, first: NumberedHunk, second: NumberedHunk): EditProblem {
  return {
    path,
    change: second.change,
    code: "overlap",
    message: `Changes ${first.change + 1} and ${second.change + 1} both change line ${second.from + 1}. Join them into one change; all changes in a request refer to the current file.`,
  };
}

const indexesOf = (resolved: readonly Resolved[], status: Resolved["status"]): number[] =>
  resolved.flatMap((one, index) => (one.status === status ? [index] : []));

/** Merges the changes to a path that is named twice. */
function groupByPath(requests: readonly FileRequest[]): readonly FileRequest[] {
  const byPath = new Map<string, FileRequest>();
  for (const wanted of requests) {
    const known = byPath.get(wanted.path);
    const changes = [...(known?.changes ?? []), ...wanted.changes];
    byPath.set(wanted.path, { ...known, ...wanted, changes });
  }
  return [...byPath.values()];
}
