import type { ChangeSet, FileState } from "../../domain/entities/code-change.ts";
import type { ConfirmationRecord } from "../../domain/entities/evidence.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { ReadChange, SourceFile } from "../../domain/ports/repair.ts";
import type { JudgingFiles, Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { fixedTests } from "../../domain/rules/verdict.ts";
import type { Ports } from "../ports.ts";
import { type ConfirmPorts, confirm, originalsOf } from "./confirm.ts";
import { readTexts } from "./settle.ts";
import { ownIds } from "./suites.ts";
import { findUnnoticed, type UnnoticedPorts } from "./unnoticed.ts";

export type ExaminePorts = ConfirmPorts &
  UnnoticedPorts &
  Pick<Ports, "readDoubts" | "countNewTokens" | "probe" | "isSource">;

export interface ExamineInput {
  /** With the change applied. */
  readonly tree: AttemptTree;
  readonly change: ChangeSet;
  readonly suites: readonly Suite[];
  readonly judging: JudgingFiles;
  readonly before: TestResult;
  readonly after: TestResult;
  readonly targets: readonly string[];
  readonly flaky: readonly string[];
  readonly addedTests?: readonly string[];
  /** The sources of the change. */
  readonly madeBy?: readonly string[];
  /** A person wrote this version: what a machine is refused for, a person is only told. */
  readonly byPerson?: boolean;
  /** What is already held against the change. */
  readonly doubts?: readonly string[];
  readonly signal: AbortSignal;
}

export type Examined =
  | {
      readonly status: "examined";
      readonly doubts: readonly string[];
      /** What could be different in the change without any test noticing. */
      readonly unnoticed: readonly string[];
      readonly newTokens: number;
      /** Null when there were no tests to confirm. */
      readonly confirmation: ConfirmationRecord | null;
    }
  | { readonly status: "forged"; readonly reasons: readonly string[] };

/** Everything that is asked of a change after its tests pass: is the proof forged, and what speaks against it? */
export async function examine(ports: ExaminePorts, input: ExamineInput): Promise<Examined> {
  const { after, doubts: known = [] } = input;
  const change = { ...sides(input), tests: await judgingTexts(ports, input) };
  const found = ports.readDoubts(change);
  const forging = input.byPerson ? [] : found.filter((doubt) => doubt.forges);
  if (forging.length > 0) return { status: "forged", reasons: forging.map((doubt) => doubt.text) };
  const read = found.map((doubt) => doubt.text);
  const newTokens = ports.countNewTokens(change);
  if (after.status === "no_tests") {
    const doubts = distinct([...known, ...read]);
    return { status: "examined", doubts, unnoticed: [], newTokens, confirmation: null };
  }
  const fixed = fixedTests(input);
  const [confirmed, probed, unnoticed] = await Promise.all([
    confirm(ports, { ...input, original: originalsOf(input.change), fixed }),
    probe(ports, input, change, fixed),
    findUnnoticed(ports, input, change, fixed),
  ]);
  if (confirmed.status === "forged") return { status: "forged", reasons: confirmed.reasons };
  const { tests, canaries, missing, notes } = confirmed;
  const unconfirmed = missing === null ? [] : [`not confirmed by a second run: ${missing}`];
  return {
    status: "examined",
    doubts: distinct([...known, ...read, ...probed, ...unconfirmed]),
    unnoticed,
    newTokens,
    confirmation: { tests, canaries, missing, notes },
  };
}

async function probe(
  ports: ExaminePorts,
  { tree, suites, signal }: ExamineInput,
  change: ReadChange,
  fixed: readonly string[],
): Promise<readonly string[]> {
  const environment = { tree: tree.path, lent: tree.lent, suites };
  const targets = suites.flatMap((suite) => ownIds(suite, suites, fixed));
  const probed = await ports.probe({ ...change, environment, targets, signal });
  return probed.status === "probed" ? probed.doubts : [];
}

/** What the change made of each file; tests that were added to show what was wrong are not part of the fix. */
function sides({ change, addedTests = [] }: ExamineInput): {
  readonly before: readonly SourceFile[];
  readonly after: readonly SourceFile[];
} {
  const files = change.files.filter(({ path }) => !addedTests.includes(path));
  const side = (name: "before" | "after") =>
    files.flatMap((file) => {
      const text = textOf(file[name]);
      return text === null ? [] : [{ path: file.path, text }];
    });
  return { before: side("before"), after: side("after") };
}

function textOf(state: FileState): string | null {
  return state === null ? null : Buffer.from(state.content_base64, "base64").toString("utf8");
}

async function judgingTexts(
  { isSource }: ExaminePorts,
  { tree, judging }: ExamineInput,
): Promise<readonly SourceFile[]> {
  const paths = (await tree.files()).filter((path) => isSource(path) && judging.has(path));
  return readTexts(tree, paths);
}

function distinct(doubts: readonly string[]): string[] {
  return [...new Set(doubts)];
}
