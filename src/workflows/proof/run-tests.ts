import type { LineCoverage, TestResult } from "../../domain/entities/test-result.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Suite } from "../../domain/ports/testing.ts";
import { testsNamed } from "../../domain/rules/proof/named-tests.ts";
import type { Ports } from "../ports.ts";
import { failingIds } from "./baseline.ts";
import { noSuites } from "./no-verdict.ts";
import { type Chosen, chooseSuites, runSuites } from "./suites.ts";

export type RunTestsPorts = Pick<
  Ports,
  "isSource" | "journal" | "newId" | "openSandbox" | "settings" | "testRules" | "tests" | "workspace"
>;

export interface TestRequest {
  /** Ids, names or files; empty means all. */
  readonly wanted: readonly string[];
  readonly lastFailed: boolean;
  readonly coverage: boolean;
}

export interface TestReport {
  readonly suites: readonly Suite[];
  /** Names of suites that your settings exclude. */
  readonly excluded: readonly string[];
  readonly result: TestResult;
  readonly coverage: LineCoverage | null;
  readonly environmentProblem: string | null;
  /** Notes about how the tests ran. */
  readonly notes: readonly string[];
}

const LAST_RUN = "tests.run_by_hand";

/** Runs the user's tests as a repair does: in the sandbox, on a copy of the working tree. */
export async function runTests(
  ports: RunTestsPorts,
  request: TestRequest,
  signal: AbortSignal,
): Promise<TestReport> {
  await ports.openSandbox();
  await using tree = await ports.workspace.openAttempt(ports.newId("A"));
  const { suites, excluded } = await chooseSuites(ports, tree);
  if (suites.length === 0) {
    const { why, hint } = noSuites(excluded);
    throw new AgentForgeError("no_tests", why, { hint });
  }
  const sources = request.coverage ? (await tree.files()).filter(ports.isSource) : [];
  const options = {
    timeoutMs: ports.settings.testTimeoutSeconds * 1000,
    signal,
    ...(request.coverage && {
      coverageOf: sources.filter((path) => !ports.tests.isTestFile(path, suites)),
    }),
  };
  const run = async (chosen: Chosen) => runSuites(ports, tree, suites, chosen, options);
  const wanted = request.lastFailed ? await lastFailed(ports) : request.wanted;
  const { result, coverage, notes = [] } = await runWanted(run, wanted);
  ports.journal.record({
    traceId: null,
    actor: "human",
    actionType: LAST_RUN,
    metadata: { status: result.status, passed: result.passed, failing: failingIds(result).slice(0, 1000) },
  });
  const environmentProblem = ports.testRules.environmentProblem(result)?.why ?? null;
  return { suites, excluded, result, coverage, environmentProblem, notes };
}

/** Exact ids run directly; names and files are looked up in a run of all tests first. */
async function runWanted(run: (chosen: Chosen) => ReturnType<typeof runSuites>, wanted: readonly string[]) {
  if (wanted.length === 0) return run("all");
  const direct = await run(wanted);
  const executed = new Set(direct.result.tests.map((test) => test.id));
  if (wanted.every((id) => executed.has(id))) return direct;

  const everything = await run("all");
  const { tests } = everything.result;
  const named = wanted.map((name) => ({ name, tests: testsNamed(tests, name) }));
  const unknown = named.filter((each) => each.tests.length === 0).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new AgentForgeError(
      "bad_input",
      `no test matches ${unknown.map((name) => `"${name}"`).join(", ")}`,
      {
        hint: "Run `agentforge test --json` to list every test with its id, name and file.",
      },
    );
  }
  return run([...new Set(named.flatMap((each) => each.tests.map(({ id }) => id)))]);
}

async function lastFailed(ports: Pick<Ports, "journal">): Promise<string[]> {
  const [last] = await ports.journal.query({ actionType: LAST_RUN, limit: 1 });
  const failing = last?.metadata.failing;
  if (!Array.isArray(failing) || failing.length === 0) {
    throw new AgentForgeError("bad_input", "the last `agentforge test` had no failures to run again", {
      hint: "Run `agentforge test` first.",
    });
  }
  return failing.map(String);
}
