import type { ConfirmationRecord } from "../../domain/entities/evidence.ts";
import type { TestCase, TestResult } from "../../domain/entities/test-result.ts";
import type { Confirmation, Suite, TestText } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { firstFew } from "../../domain/rules/text/first-few.ts";
import type { Ports } from "../ports.ts";
import { runSuites } from "../proof/suites.ts";
import { type Canaries, makeCanaries, readAdded, readChanged } from "./canaries.ts";

export type ConfirmPorts = Pick<
  Ports,
  "tests" | "testRules" | "settings" | "newConfirmation" | "newWord" | "telemetry"
>;

export interface ConfirmInput {
  /** With the change applied. */
  readonly tree: AttemptTree;
  /** The changed files before the change; added files are not included. */
  readonly original: readonly TestText[];
  readonly suites: readonly Suite[];
  readonly before: TestResult;
  /** The run to confirm. */
  readonly after: TestResult;
  /** Tests that failed before and pass now. */
  readonly fixed: readonly string[];
  readonly flaky: readonly string[];
  readonly signal: AbortSignal;
}

export type Confirmed =
  | ({ readonly status: "confirmed" } & ConfirmationRecord)
  /** No check revealed a forgery, but none could have: a person must review the change. */
  | ({ readonly status: "unconfirmed"; readonly missing: string } & ConfirmationRecord)
  | { readonly status: "forged"; readonly reasons: readonly string[] };

/** Two runs that must agree with the first. */
export interface ConfirmingRuns {
  readonly canaries: Canaries;
  /** All tests, as another user on another machine. */
  readonly second: TestResult;
  /** The tests that vouch for the change, with altered expectations; null if none could be altered. */
  readonly changed: TestResult | null;
}

type ConfirmingInput = Pick<ConfirmInput, "tree" | "suites" | "signal"> & {
  readonly witnesses: readonly TestCase[];
  /** Folders that contain no tests. */
  readonly untested?: readonly string[];
};

export async function runConfirming(ports: ConfirmPorts, input: ConfirmingInput): Promise<ConfirmingRuns> {
  return ports.telemetry.span("confirm", {}, async () => {
    const canaries = await makeCanaries(ports, input);
    const run = runnerOf(ports, input);
    const [second, changed] = await Promise.all([
      run("all", ports.newConfirmation(), canaries.added),
      canaries.watched.length === 0 ? null : run(canaries.watched, ports.newConfirmation(), canaries.changed),
    ]);
    return { canaries, second, changed };
  });
}

/**
 * Would the tests accept the change if its author were lying? Code under test can forge whatever it can
 * write, so two more runs must agree with the first: all tests as another user in another folder of another
 * machine, read from the framework's own report and including a test that must fail; and the tests that vouch
 * for the change with altered expectations, which honest code fails. `started` holds these runs if they are
 * already running.
 */
export async function confirm(
  ports: ConfirmPorts,
  input: ConfirmInput,
  started?: Promise<ConfirmingRuns>,
): Promise<Confirmed> {
  return ports.telemetry.span("confirm", {}, async (span) => {
    const witnesses = witnessesOf(input.after, input.fixed);
    const runs = await (started ?? runConfirming(ports, { ...input, witnesses }));
    const confirmed = await judgeRuns(ports, input, runs);
    span.note({ "agentforge.confirmation": confirmed.status });
    if (confirmed.status === "forged") span.fail(confirmed.reasons.join("; "));
    return confirmed;
  });
}

async function judgeRuns(
  ports: ConfirmPorts,
  input: ConfirmInput,
  { canaries, second, changed }: ConfirmingRuns,
): Promise<Confirmed> {
  const found = [readAdded(second, canaries.added), ...(changed ? [readChanged(changed, canaries)] : [])];
  const forged = found.flatMap((each) => each.forged);
  if (forged.length > 0) return { status: "forged", reasons: forged };

  const { disagreeing, notes, unusable } = await compare(ports, input, second);
  const failed = found.reduce((sum, each) => sum + each.failed, 0);
  const agreed = agreeing(input, second);
  const record = { tests: agreed, canaries: failed, notes: [...notes] };
  if (unusable !== null) return { status: "unconfirmed", missing: unusable, ...record };
  if (disagreeing.length > 0) return { status: "forged", reasons: disagreeing };
  if (failed > 0) return { status: "confirmed", missing: null, ...record };
  return { status: "unconfirmed", missing: whyNoCanary(canaries), ...record };
}

/** The tests that a change fixed; when it fixed none, those that passed all along. */
export function witnessesOf(after: TestResult, fixed: readonly string[]): readonly TestCase[] {
  const passed = after.tests.filter((test) => test.status === "passed");
  const targets = passed.filter((test) => fixed.includes(test.id));
  return targets.length > 0 ? targets : passed;
}

type Run = (
  chosen: "all" | readonly string[],
  confirmation: Confirmation,
  files: readonly TestText[],
) => Promise<TestResult>;

function runnerOf(
  ports: ConfirmPorts,
  { tree, suites, signal, untested = [] }: Omit<ConfirmingInput, "witnesses">,
): Run {
  const timeoutMs = ports.settings.testTimeoutSeconds * 1000;
  return async (chosen, confirmation, files) => {
    const options = { timeoutMs, signal, confirmation, files, untested };
    return (await runSuites(ports, tree, suites, chosen, options)).result;
  };
}

interface Compared {
  readonly disagreeing: readonly string[];
  readonly notes: readonly string[];
  /** Why such a run proves nothing, with or without the change; null if it proves something. */
  readonly unusable: string | null;
}

/**
 * A test on which the runs disagree is run again, and then again on the code before the change: one that fails
 * there too depends on where it runs, not on who wrote the change. If no test runs on either, the suite cannot
 * be run this way, and the result means nothing.
 */
async function compare(ports: ConfirmPorts, input: ConfirmInput, second: TestResult): Promise<Compared> {
  const apart = disagreements(input, second);
  if (apart.length === 0) return { disagreeing: [], notes: [], unusable: null };
  const run = runnerOf(ports, input);
  const confirmation = ports.newConfirmation();
  const rerun = await run(apart, confirmation, []);
  const again = disagreements(input, rerun, apart);
  const flaky = apart.filter((id) => !again.includes(id));
  const before = new Set(passing(input.before));
  const comparable = again.filter((id) => before.has(id));
  const isSilent = rerun.tests.length === 0;
  const old =
    comparable.length === 0 && !isSilent
      ? null
      : await run(comparable.length > 0 ? comparable : "all", confirmation, input.original);
  if (old !== null && isSilent && old.tests.length === 0)
    return { disagreeing: [], notes: [], unusable: ports.testRules.whyNotStarted(old) };
  const still = new Set(old === null ? [] : passing(old));
  const dependent = old === null ? [] : comparable.filter((id) => !still.has(id));
  const disagreeing = again.filter((id) => !dependent.includes(id));
  return {
    disagreeing: disagreeing.length === 0 ? [] : [describeDisagreement(disagreeing)],
    notes: [
      ...flaky.map((id) => `${id} is flaky: it passed in one of two confirming runs`),
      ...dependent.map((id) => `${id} depends on where it runs, even without this change`),
    ],
    unusable: null,
  };
}

function describeDisagreement(ids: readonly string[]): string {
  const passes = ids.length === 1 ? "passes" : "pass";
  return `${firstFew(ids)} ${passes} in one run and not in another that differs only in user, folder and machine`;
}

function disagreements(
  { after, flaky }: ConfirmInput,
  second: TestResult,
  among: readonly string[] = after.tests.map((test) => test.id),
): string[] {
  const passed = new Set(passing(second));
  const expected = new Set(passing(after));
  return among.filter((id) => expected.has(id) && !passed.has(id) && !flaky.includes(id));
}

/** How many tests pass in both runs. */
function agreeing({ after }: ConfirmInput, second: TestResult): number {
  const passed = new Set(passing(second));
  return passing(after).filter((id) => passed.has(id)).length;
}

function passing(result: TestResult): string[] {
  return result.tests.filter(({ status }) => status === "passed").map(({ id }) => id);
}

function whyNoCanary({ changed, added }: Canaries): string {
  return changed.length + added.length === 0
    ? "no failing test could be planted, so a forged report would not have been detected"
    : "none of the planted failing tests was executed";
}
