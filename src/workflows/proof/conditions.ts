import type { TestResult } from "../../domain/entities/test-result.ts";
import type { ReadChange } from "../../domain/ports/repair.ts";
import type { Suite, TestText } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { House } from "../house.ts";
import { runSuites } from "../suites.ts";

const MOST_TRIED = 6;

export type ConditionPorts = Pick<House, "findConditions" | "tests" | "lore" | "settings">;

export interface ConditionInput {
  readonly tree: AttemptTree;
  readonly suites: readonly Suite[];
  readonly after: TestResult;
  readonly signal: AbortSignal;
}

/**
 * Conditions that limit a change although no test asks for it: every test passes without them. An author who knows
 * only the tests' inputs limits a fix to them this way.
 */
export async function findUnneededConditions(
  ports: ConditionPorts,
  input: ConditionInput,
  change: ReadChange,
  fixed: readonly string[],
): Promise<readonly string[]> {
  for (const { path, line, text, without } of ports.findConditions(change).slice(0, MOST_TRIED)) {
    if (await passesWith(ports, input, { path, text: without }, fixed))
      return [`${path}:${line} limits the change by a condition that no test needs: ${text}`];
  }
  return [];
}

/** The tests that were fixed decide most cases, in little time. */
async function passesWith(
  ports: ConditionPorts,
  { tree, suites, after, signal }: ConditionInput,
  file: TestText,
  fixed: readonly string[],
): Promise<boolean> {
  const options = { timeoutMs: ports.settings.testTimeoutSeconds * 1000, signal, files: [file] };
  const first = await runSuites(ports, tree, suites, fixed, options);
  if (!isPassing(first.result, fixed)) return false;
  const { result } = await runSuites(ports, tree, suites, "all", options);
  return isPassing(result, passing(after));
}

function isPassing(result: TestResult, ids: readonly string[]): boolean {
  const passed = new Set(passing(result));
  return ids.length > 0 && ids.every((id) => passed.has(id));
}

function passing(result: TestResult): readonly string[] {
  return result.tests.filter(({ status }) => status === "passed").map(({ id }) => id);
}
