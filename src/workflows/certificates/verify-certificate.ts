import type { Certificate } from "../../domain/entities/certificate.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { CheckRun } from "../../domain/ports/conformance.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import {
  compareChecks,
  compareTests,
  type Difference,
} from "../../domain/rules/proof/certificate-comparison.ts";
import { suitesWithoutVerdict } from "../../domain/rules/proof/verdict.ts";
import { firstFew } from "../../domain/rules/text/first-few.ts";
import {
  type ConfirmAgainPorts,
  certifiedTexts,
  confirmAgain,
  type Earlier,
} from "../examine/confirm-again.ts";
import type { Ports } from "../ports.ts";
import { live } from "../proof/check-requirement.ts";
import { chooseSuites, runSuites } from "../proof/suites.ts";
import { type Found, factsOf, findCertificate } from "./find-certificate.ts";

export type VerifyCertificatePorts = Pick<
  Ports,
  "certificates" | "conformance" | "newId" | "openSandbox" | "redact" | "sha256" | "workspace"
> &
  ConfirmAgainPorts;

export type Verification = { readonly commit: string; readonly certificate: Certificate | null } & (
  | { readonly status: "verified"; readonly notes: readonly string[] }
  | {
      readonly status: "differs";
      readonly differences: readonly Difference[];
      readonly notes: readonly string[];
    }
  | { readonly status: "cannot_be_verified"; readonly why: string; readonly hint: string | null }
);

/** Repeats what a certificate claims in clean checkouts, and compares the results. */
export async function verifyCertificate(
  ports: VerifyCertificatePorts,
  name: string,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<Verification> {
  const found = await findCertificate(ports, name);
  if (found.status !== "found") {
    const { commit, why, hint } = found;
    return { status: "cannot_be_verified", commit, certificate: null, why, hint };
  }
  const { certificate, commit } = found;
  const about = { commit, certificate };
  const facts = await factsOf(ports, found);
  if (facts.length > 0) return { status: "differs", ...about, differences: facts, notes: [] };
  if (certificate.base_commit === null) {
    return unverifiable(
      found,
      "the fix is the repository's first commit, so there is nothing before it to compare with",
    );
  }
  await ports.openSandbox();
  const run = (at: string, side: Side, earlier: Earlier | null) =>
    observe(ports, { at, side, earlier, certificate, signal, say });
  const before = await run(certificate.base_commit, "before", null);
  if (before.status === "unknown") return unverifiable(found, before.why);
  const after = await run(commit, "after", before);
  if (after.status === "unknown") return unverifiable(found, after.why);

  const { statement } = certificate;
  const differences = [
    ...before.differences,
    ...after.differences,
    ...compareChecks(statement, before.checks, after.checks),
  ];
  const notes = [...before.notes, ...after.notes, ...notesOn(certificate)];
  return differences.length === 0
    ? { status: "verified", ...about, notes }
    : { status: "differs", ...about, differences, notes };
}

type Side = "before" | "after";

interface Observing {
  readonly at: string;
  readonly side: Side;
  /** The result on the commit before the fix, if this is the commit of the fix. */
  readonly earlier: Earlier | null;
  readonly certificate: Certificate;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

type Observed =
  | ({
      readonly status: "observed";
      readonly differences: readonly Difference[];
      readonly notes: readonly string[];
      /** Ids of the violations; null if no checks were certified, or they could not run. */
      readonly checks: readonly string[] | null;
    } & Earlier)
  | { readonly status: "unknown"; readonly why: string };

async function observe(ports: VerifyCertificatePorts, observing: Observing): Promise<Observed> {
  const { at, side, certificate, signal, say } = observing;
  await using tree = await ports.workspace.openCommit(ports.newId("A"), at);
  say(`Running the tests on the commit ${side === "before" ? "before the fix" : "of the fix"}`);
  const ran = await observeTests(ports, tree, observing);
  if (ran.status === "unknown") return ran;
  const confirmed = await confirmAgain(ports, tree, observing, ran.result);
  if (confirmed.status === "unknown") return confirmed;
  const tests = {
    ...ran,
    texts: await certifiedTexts(tree, certificate),
    differences: [...ran.differences, ...confirmed.differences],
    notes: [...ran.notes, ...confirmed.notes],
  };
  if (certificate.statement.checks === null) return { ...tests, checks: null };
  say(`Running the checks on the commit ${side === "before" ? "before the fix" : "of the fix"}`);
  const run = await ports.conformance.check(tree, { signal }).catch(recoverable);
  if ("why" in run) return { status: "unknown", why: `the checks cannot run: ${run.why}` };
  const [problem] = run.problems;
  if (problem) {
    const { contract, check, why } = problem;
    return { status: "unknown", why: `${contract}/${check} cannot run: ${why}` };
  }
  return { ...tests, checks: live(run).map((violation) => violation.violation_id) };
}

function recoverable(error: unknown): { readonly why: string } | CheckRun {
  if (error instanceof AgentForgeError) return { why: error.message };
  throw error;
}

type TestsObserved =
  | Omit<Observed & { status: "observed" }, "checks" | "texts">
  | { readonly status: "unknown"; readonly why: string };

/**
 * Reruns the tests whose result differs from the certificate: a test that gives both results is flaky, not
 * different.
 */
async function observeTests(
  ports: Pick<Ports, "redact" | "settings" | "testRules" | "tests">,
  tree: AttemptTree,
  { certificate, side, signal }: Observing,
): Promise<TestsObserved> {
  const { tests } = certificate.statement;
  if (tests[side] === "no_tests" && tests.cases.length === 0) {
    if (certificate.statement.checks === null)
      return {
        status: "unknown",
        why: "the certificate names no test and no check that can be repeated",
      };
    return { status: "observed", differences: [], notes: [], result: null };
  }
  const { suites } = await chooseSuites(ports, tree);
  if (suites.length === 0)
    return { status: "unknown", why: "no test framework was recognized in the clean checkout" };
  const options = { timeoutMs: ports.settings.testTimeoutSeconds * 1000, signal };
  const { result } = await runSuites(ports, tree, suites, "all", options);
  const why = suitesWithoutVerdict(result)[0] ?? notRun(ports, result);
  if (why !== null) return { status: "unknown", why };
  const first = compareTests(certificate.statement, side, ports.redact(result));
  const doubted = first.flatMap((difference) => (difference.test === null ? [] : [difference.test]));
  const present = new Set(result.tests.map((test) => test.id));
  const again = doubted.filter((id) => present.has(id));
  if (again.length === 0) return { status: "observed", differences: first, notes: [], result };
  const second = await runSuites(ports, tree, suites, again, options);
  const still = new Set(
    compareTests(certificate.statement, side, ports.redact(second.result), again).map(({ test }) => test),
  );
  const flaky = again.filter((id) => !still.has(id));
  return {
    status: "observed",
    differences: first.filter(({ test }) => test === null || !flaky.includes(test)),
    notes: flaky.map((id) => `${id} is flaky: it passed and failed`),
    result,
  };
}

function notRun(ports: Pick<Ports, "testRules">, result: TestResult): string | null {
  const problem = ports.testRules.environmentProblem(result);
  if (problem?.certain) return problem.why;
  if (result.status === "timed_out") return "the tests timed out";
  if (result.status !== "could_not_run") return null;
  const last = result.raw_output.trim().split("\n").at(-1) ?? "";
  return `the tests do not start here${last === "" ? "" : `: ${last}`}`;
}

function notesOn({ statement }: Certificate): string[] {
  const { uncommitted, reverified_on: again } = statement;
  return [
    ...(uncommitted.length > 0
      ? [`certified with uncommitted changes in the working tree: ${firstFew(uncommitted)}`]
      : []),
    ...(again === null
      ? []
      : [
          "the code had changed before the approval: on the commit before the fix, only the fixed tests are compared",
        ]),
  ];
}

function unverifiable({ commit, certificate }: Found, why: string): Verification {
  const hint = "Install what the tests need (agentforge doctor lists what is installed), then verify again.";
  return { status: "cannot_be_verified", commit, certificate, why, hint };
}
