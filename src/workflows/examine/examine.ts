import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { ConfirmationRecord } from "../../domain/entities/evidence.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { JudgingFiles, Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { textsOf } from "../../domain/rules/changes/file-text.ts";
import { fixedTests } from "../../domain/rules/proof/verdict.ts";
import type { Ports } from "../ports.ts";
import { confirm, witnessesOf } from "./confirm.ts";
import { type Examination, type ExaminationPorts, startExamination } from "./examination.ts";
import { findUnnoticed, type UnnoticedPorts } from "./unnoticed.ts";

export type ExaminePorts = ExaminationPorts & UnnoticedPorts & Pick<Ports, "countNewTokens">;

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
  /** A person wrote this version: reasons that would reject a machine's change are only reported. */
  readonly byPerson?: boolean;
  /** Doubts about the change that are already known. */
  readonly doubts?: readonly string[];
  /** Runs that were started while the tests ran. */
  readonly started?: Examination | null;
  readonly signal: AbortSignal;
}

export type Examined =
  | {
      readonly status: "examined";
      readonly doubts: readonly string[];
      /** Parts of the change that could differ without any test noticing. */
      readonly unnoticed: readonly string[];
      readonly newTokens: number;
      /** Null when there were no tests to confirm. */
      readonly confirmation: ConfirmationRecord | null;
    }
  | { readonly status: "forged"; readonly reasons: readonly string[] };

/** Examines a change that the tests accept: whether its proof is forged, and what speaks against it. */
export async function examine(ports: ExaminePorts, input: ExamineInput): Promise<Examined> {
  const { after, doubts: known = [] } = input;
  const fixed = fixedTests(input);
  const { change, found, forging, runs, probed } =
    startedFor(input, fixed) ??
    (await startExamination(ports, {
      ...input,
      fixed,
      witnesses: witnessesOf(after, fixed),
      hasTests: after.status !== "no_tests",
    }));
  if (forging.length > 0) return { status: "forged", reasons: forging };
  const read = found.map((doubt) => doubt.text);
  const newTokens = ports.countNewTokens(change);
  if (runs === null || probed === null) {
    const doubts = distinct([...known, ...read]);
    return { status: "examined", doubts, unnoticed: [], newTokens, confirmation: null };
  }
  const [confirmed, differing, unnoticed] = await Promise.all([
    confirm(ports, { ...input, original: textsOf(input.change, "before"), fixed }, runs),
    probed,
    findUnnoticed(ports, input, change, fixed),
  ]);
  if (confirmed.status === "forged") return { status: "forged", reasons: confirmed.reasons };
  const { tests, canaries, missing, notes } = confirmed;
  const unconfirmed = missing === null ? [] : [`not confirmed by a second run: ${missing}`];
  return {
    status: "examined",
    doubts: distinct([...known, ...read, ...differing, ...unconfirmed]),
    unnoticed,
    newTokens,
    confirmation: { tests, canaries, missing, notes },
  };
}

/** The runs started while the tests ran, if they concern this change and the expected tests were fixed. */
function startedFor({ started, change, after }: ExamineInput, fixed: readonly string[]): Examination | null {
  if (!started || started.diff !== change.diff) return null;
  const passed = new Set(after.tests.filter(({ status }) => status === "passed").map(({ id }) => id));
  const isExpected = started.fixed.length === fixed.length && started.fixed.every((id) => fixed.includes(id));
  return isExpected && fixed.every((id) => passed.has(id)) ? started : null;
}

function distinct(doubts: readonly string[]): string[] {
  return [...new Set(doubts)];
}
