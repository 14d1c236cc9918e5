import { performance } from "node:perf_hooks";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { whyNotStarted } from "../../services/testing/index.ts";
import type { Ports } from "../../workflows/ports.ts";
import { chooseSuites, nameOfSuite } from "../../workflows/proof/suites.ts";
import type { HealthCheck } from "./health-check.ts";

/** Time limit for one suite; by then it has shown that it starts. */
const SUITE_MS = 30_000;
/** Time limit for all suites; the rest is reported as not tried. */
const ALL_MS = 120_000;

/**
 * Starts the runner of every suite that a repair would use, in the sandbox, on a copy: a detected suite may
 * still not run.
 */
export async function examineSuites(
  ports: Ports,
  tree: AttemptTree,
  say: (what: string) => void,
): Promise<HealthCheck[]> {
  const { suites, excluded } = await chooseSuites(ports, tree);
  const left = excluded.map((name) =>
    healthCheck(name, "absent", "excluded by tests.exclude in your settings"),
  );
  if (suites.length === 0 && left.length === 0)
    return [
      {
        subject: "tests",
        level: "absent",
        detail: "no test framework recognized here",
        remedy: "There is nothing to repair without tests; docs/testing.md lists the supported frameworks.",
      },
    ];
  const started = performance.now();
  const findings: HealthCheck[] = [];
  for (const suite of suites) {
    const isLate = performance.now() - started > ALL_MS;
    say(`Starting the tests of ${described(nameOfSuite(suite))}`);
    findings.push(
      isLate
        ? healthCheck(nameOfSuite(suite), "absent", "not tried: the others took too long")
        : await startSuite(ports, tree, suite),
    );
  }
  return [...findings, ...left];
}

async function startSuite({ tests }: Ports, tree: AttemptTree, suite: Suite): Promise<HealthCheck> {
  const name = nameOfSuite(suite);
  try {
    const { result } = await tests.run(tree, suite, { timeoutMs: SUITE_MS });
    const { status, passed, failed, errors } = result;
    const executed = passed + failed + errors;
    if (status === "could_not_run")
      return healthCheck(name, "broken", "does not start", whyNotStarted(result));
    if (status === "no_tests") return healthCheck(name, "absent", `starts, but ${whyNotStarted(result)}`);
    if (status === "timed_out")
      return healthCheck(name, "good", `starts (${suite.why}); not finished after ${SUITE_MS / 1000} s`);
    const outcome = failed + errors === 0 ? "all passed" : `${failed + errors} failed`;
    return healthCheck(name, "good", `runs (${suite.why}): ${counted(executed, "test")}, ${outcome}`);
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    return healthCheck(name, "absent", `not tried: ${error.message}`, error.hint ?? null);
  }
}

function healthCheck(
  suite: string,
  level: HealthCheck["level"],
  detail: string,
  remedy: string | null = null,
): HealthCheck {
  return { subject: "tests", level, detail: `${described(suite)} ${detail}`, remedy, suite };
}

/** For people: `pytest@.` covers the whole repository, so its folder needs no mention. */
function described(suite: string): string {
  return suite.replace(/@\.$/, "").replace("@", " in ");
}
