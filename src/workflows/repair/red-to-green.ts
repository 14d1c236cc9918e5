import { asMetadata } from "../../domain/entities/common.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Say } from "../../domain/ports/activity.ts";
import type { SourceFile } from "../../domain/ports/repair.ts";
import type { WrittenTest } from "../../domain/ports/test-writer.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Ports } from "../ports.ts";
import { type Baseline, type Failing, failingIds, takeBaseline } from "../proof/baseline.ts";
import { readTexts } from "../proof/settle.ts";
import type { RunRecord } from "../sessions/run-record.ts";
import type { RepairRequest } from "./repair-request.ts";

export type RedToGreenPorts = Pick<
  Ports,
  "isSource" | "settings" | "telemetry" | "testRules" | "testWriter" | "tests"
>;

type Passing = Baseline & { status: "passing" };

export interface RedInput {
  readonly tree: AttemptTree;
  readonly passing: Passing;
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

/** Every test passes and a person says that something is wrong: first there has to be a test that fails because of it. */
export async function goRed(ports: RedToGreenPorts, input: RedInput): Promise<Red> {
  const { request } = input;
  if (request.testFiles) return handedOver(ports, input, request.testFiles);
  const writer = ports.testWriter;
  if (!writer) {
    return {
      status: "no_test",
      why: "every test passes, so nothing shows what you describe, and a fix could not be proven",
      hint: "Write a test that fails because of it and run this again, hand one over with --test-file <file>, or name a model that writes one with --brain provider:model.",
      notes: [],
    };
  }
  let found: Failing | null = null;
  const { traceId, attemptId } = input.record;
  const { suites } = input.passing;
  input.say("writing a test that shows it");
  const writing = await writer.write(
    {
      issue: request.issue ?? "",
      frameworks: suites.map((suite) => suite.framework),
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
  return {
    status: "no_test",
    why: `no test could be written that fails because of it: ${writing.why}`,
    hint: "Say more exactly what should happen, or hand a failing test over with --test-file <file>.",
    notes,
  };
}

async function handedOver(
  ports: Pick<Ports, "settings" | "telemetry" | "testRules" | "tests">,
  input: RedInput,
  added: readonly SourceFile[],
): Promise<Red> {
  const judged = await tryTest(ports, input, { added, changed: [] });
  if (typeof judged !== "string") return becomeRed(input, "person", judged, []);
  const names = added.map((file) => file.path).join(", ");
  const hint = "The test has to fail on the code as it is, and only because of the code.";
  return { status: "no_test", why: `${names}: ${judged}`, hint, notes: [] };
}

/** Puts it into the tree and runs everything; what is wrong with it, or the run in which it alone fails. */
async function tryTest(
  ports: Pick<Ports, "settings" | "telemetry" | "testRules" | "tests">,
  { tree, passing, signal }: RedInput,
  { added, changed }: WrittenTest,
): Promise<Failing | string> {
  if (changed.length > 0) return `it changes ${changed.join(", ")}; only new files may be added`;
  if (added.length === 0) return "no new file was written";
  const present = new Set(await tree.files());
  const taken = added.find(({ path }) => present.has(path));
  if (taken) return `${taken.path} exists already`;
  const steering = ports.testRules.guard({
    before: { files: [], result: null },
    after: { files: added, result: null },
    changedPaths: added.map((file) => file.path),
    isTestFile: passing.judging.has,
  });
  if (steering.length > 0) return steering.join("; ");

  for (const { path, text } of added) await tree.writeBytes(path, new TextEncoder().encode(text));
  const baseline = await takeBaseline(ports, tree, [], signal);
  const why = whyMisplaced(baseline, added) ?? judgeRun(baseline, passing.result);
  if (why === null && baseline.status === "failing") return baseline;
  await tree.restore();
  return why ?? "it does not fail";
}

function judgeRun(baseline: Baseline, before: TestResult): string | null {
  if (baseline.status === "no_verdict") return baseline.why;
  const known = new Map(before.tests.map((test) => [test.id, test.status]));
  const fresh = baseline.result.tests.filter((test) => !known.has(test.id));
  if (fresh.length === 0) return "no new test was found when all were run";
  if (baseline.status === "passing")
    return "it passes on the code as it is, so it does not show what is wrong";
  if (baseline.status === "only_flaky") return "it fails only sometimes";
  const broken = failingIds(baseline.result).filter((id) => known.get(id) === "passed");
  if (broken.length > 0) return `with it, tests fail that passed before: ${broken.join(", ")}`;
  if (baseline.flaky.length > 0) return `it fails only sometimes: ${baseline.flaky.join(", ")}`;
  const unloaded = fresh.find((test) => test.status === "error");
  if (unloaded) return `it does not run: ${messageOf(baseline.result, unloaded.id)}`;
  return null;
}

/** Everything that was added must be a test that ran, or belong to one. */
function whyMisplaced(baseline: Baseline, added: readonly SourceFile[]): string | null {
  if (baseline.status === "no_verdict") return baseline.why;
  const odd = added.find(({ path }) => !baseline.judging.has(path));
  return odd ? `${odd.path} is not where ${baseline.result.framework} looks for tests` : null;
}

function messageOf({ failures }: TestResult, id: string): string {
  const failure = failures.find(({ test_id }) => test_id === id);
  return failure ? `${failure.error_type}: ${failure.error_message}`.slice(0, 400) : id;
}

/** From here on the test judges: it is part of the tree a restore returns to, and no patch may touch it. */
async function becomeRed(
  { tree, record }: RedInput,
  writtenBy: "model" | "person",
  baseline: Failing,
  notes: readonly string[],
): Promise<Red> {
  const added = (await tree.changes()).files.map((file) => file.path);
  await tree.setRestorePoint();
  await record.step({
    tool: "run_tests",
    parameters: { files: added },
    reasoning: "Run the tests with the one that was added to show what is wrong.",
    said: "test.added",
    phase: "plan",
    summary: asMetadata({ added_tests: await readTexts(tree, added), failing: baseline.targets }),
  });
  const said = `${added.join(", ")} was added to show what is wrong: ${baseline.targets.join(", ")} fails without this change and passes with it`;
  return { status: "red", writtenBy, baseline, added, notes: [said, ...notes] };
}

async function someTests(ports: Pick<Ports, "isSource">, { tree, passing }: RedInput): Promise<SourceFile[]> {
  const paths = (await tree.files()).filter(
    (path) => ports.isSource(path) && passing.judging.collected.has(path),
  );
  return readTexts(tree, paths.slice(0, 3));
}
