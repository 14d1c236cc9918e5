import { asMetadata } from "../../domain/entities/common.ts";
import type { Say } from "../../domain/ports/activity.ts";
import type { SourceFile } from "../../domain/ports/repair.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import type { Ports } from "../ports.ts";
import type { Baseline, Failing, Observed } from "../proof/baseline.ts";
import { readTexts } from "../proof/settle.ts";
import type { RunRecord } from "../sessions/run-record.ts";
import type { RepairRequest } from "./repair-request.ts";
import { PASSES, tryTest } from "./try-test.ts";
import { modelEnded } from "./why-none.ts";

export type RedToGreenPorts = Pick<
  Ports,
  "isSource" | "model" | "settings" | "telemetry" | "testRules" | "testWriter" | "tests"
>;

export interface RedInput {
  readonly tree: AttemptTree;
  /** The baseline without the new test. */
  readonly before: Observed;
  readonly request: RepairRequest;
  readonly record: RunRecord;
  readonly signal: AbortSignal;
  readonly say: Say;
}

/** `red`: a new test, now in the tree, fails for the reason that was given. */
export type Red =
  | {
      readonly status: "red";
      readonly writtenBy: "model" | "person";
      readonly baseline: Failing;
      readonly added: readonly string[];
      readonly notes: readonly string[];
    }
  | {
      readonly status: "no_test";
      readonly why: string;
      readonly hint: string;
      readonly notes: readonly string[];
    };

/**
 * Whether a failing test is needed first: a person provided one, or describes a bug that no test shows. If
 * tests already fail, this needs a model, and no failing test may be named for repair.
 */
export function needsRed(
  { testWriter }: Pick<Ports, "testWriter">,
  request: RepairRequest,
  status: Baseline["status"],
): boolean {
  if (status === "no_verdict") return false;
  if (request.testFiles) return true;
  if (request.issue === null) return false;
  return status === "passing" || (testWriter !== undefined && request.tests.length === 0);
}

/** A person describes a bug: first there must be a test that fails because of it. */
export async function goRed(ports: RedToGreenPorts, input: RedInput): Promise<Red> {
  const { request } = input;
  if (request.testFiles) return handedOver(ports, input, request.testFiles);
  const writer = ports.testWriter;
  if (!writer) {
    return {
      status: "no_test",
      why: "every test passes, so no test shows what you describe, and a fix could not be proven",
      hint: "Write a test that fails because of it and run this again, pass one with --test-file <file>, or let a model write one with --brain provider:model.",
      notes: [],
    };
  }
  let found: Failing | null = null;
  const { traceId, attemptId } = input.record;
  const { suites } = input.before;
  input.say("writing a test that shows the bug");
  const writing = await writer.write(
    {
      issue: request.issue ?? "",
      frameworks: suites.map((suite) => suite.framework),
      failing: targetsOf(input.before),
      examples: await someTests(ports, input),
      briefing: { traceId, attemptId, say: input.say },
      async judge(written) {
        const judged = await tryTest(ports, input, written);
        if (typeof judged === "string") return judged;
        found = judged;
        return null;
      },
    },
    input.signal,
  );
  const notes = writer.account();
  const baseline = found as Failing | null;
  if (writing.status === "written" && baseline !== null) return becomeRed(input, "model", baseline, notes);
  const isCut = writing.status === "not_written" && writing.endedByModel;
  const red = targetsOf(input.before).length;
  const others =
    red === 0
      ? ""
      : ` Without --issue, AgentForge repairs ${counted(red, "test that already fails", "tests that already fail")}.`;
  return {
    status: "no_test",
    why: `the model wrote no test that shows what you describe: ${isCut ? modelEnded(writing.why, ports.model) : writing.why}`,
    hint: `${isCut ? "Then run the command again" : "Describe more precisely what should happen"}, or pass a failing test with --test-file <file>.${others}`,
    notes,
  };
}

async function handedOver(
  ports: Pick<Ports, "settings" | "telemetry" | "testRules" | "tests">,
  input: RedInput,
  files: readonly SourceFile[],
): Promise<Red> {
  const there = await presentIn(input.tree, files);
  const added = files.filter((file) => !there.includes(file.path));
  const { tests } = input.before.result;
  const isThere = (id: string) => there.includes(tests.find((test) => test.id === id)?.file ?? "");
  const named = targetsOf(input.before).filter(isThere);
  const passes = added.length === 0 && named.length === 0;
  const judged = passes ? PASSES : await tryTest(ports, input, { added, changed: [], named });
  if (typeof judged !== "string") return becomeRed(input, input.request.testsBy ?? "person", judged, []);
  const names = files.map((file) => file.path).join(", ");
  const hint = "The test has to fail on the current code, and only because of the code.";
  return { status: "no_test", why: `${names}: ${judged}`, hint, notes: [] };
}

/** The person's test may already be in the repository. */
async function presentIn(tree: AttemptTree, files: readonly SourceFile[]): Promise<string[]> {
  const known = new Set(await tree.files());
  const same: string[] = [];
  for (const { path, text } of files)
    if (known.has(path) && (await tree.readText(path)) === text) same.push(path);
  return same;
}

/** From here on the test is protected: it is part of the restore point, and no patch may touch it. */
async function becomeRed(
  { tree, before, record }: RedInput,
  writtenBy: "model" | "person",
  baseline: Failing,
  notes: readonly string[],
): Promise<Red> {
  const added = (await tree.changes()).files.map((file) => file.path);
  const aside = targetsOf(before).filter((id) => !baseline.targets.includes(id));
  const left =
    aside.length === 0
      ? []
      : [
          `${counted(aside.length, "test")} that failed before ${aside.length === 1 ? "is" : "are"} not part of this repair; name them with --test to repair them too`,
        ];
  if (added.length === 0) {
    const shows = `no test was added, because ${sayFailing(baseline.targets)} already and ${baseline.targets.length === 1 ? "shows" : "show"} the bug`;
    return { status: "red", writtenBy, baseline, added, notes: [shows, ...left, ...notes] };
  }
  await tree.setRestorePoint();
  await record.step({
    tool: "run_tests",
    parameters: { files: added },
    reasoning: "Run the tests together with the added test.",
    said: "test.added",
    phase: "plan",
    summary: asMetadata({
      added_tests: await readTexts(tree, added),
      written_by: writtenBy,
      failing: baseline.targets,
    }),
  });
  const said = `added ${added.join(", ")} to show the bug: without the fix, ${sayFailing(baseline.targets)}`;
  return { status: "red", writtenBy, baseline, added, notes: [said, ...left, ...notes] };
}

function sayFailing(ids: readonly string[]): string {
  return `${ids.join(", ")} ${ids.length === 1 ? "fails" : "fail"}`;
}

/** Enough to show a model the style of the tests; more would only cost tokens. */
const MOST_EXAMPLES = 3;

async function someTests(ports: Pick<Ports, "isSource">, { tree, before }: RedInput): Promise<SourceFile[]> {
  const paths = (await tree.files()).filter(
    (path) => ports.isSource(path) && before.judging.collected.has(path),
  );
  return readTexts(tree, paths.slice(0, MOST_EXAMPLES));
}

function targetsOf(baseline: Observed): readonly string[] {
  return baseline.status === "failing" ? baseline.targets : [];
}
