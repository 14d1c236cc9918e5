import type { RunRequest } from "../contract.ts";
import { toRoot } from "../paths.ts";

/** Tells our helper files what to measure; empty if nothing was requested. */
export function coverageEnvironment(request: RunRequest): Record<string, string> {
  if (request.coverageOf.length === 0) return {};
  const files = request.coverageOf.map((path) => toRoot(request.root, path));
  const lines = Object.entries(request.coverageLines ?? {}).map(([path, some]) => [
    toRoot(request.root, path),
    some,
  ]);
  return {
    AGENTFORGE_COVERAGE: JSON.stringify(files),
    ...(lines.length > 0 ? { AGENTFORGE_COVERAGE_LINES: JSON.stringify(Object.fromEntries(lines)) } : {}),
    ...(request.perTestCoverage ? { AGENTFORGE_PER_TEST: "1" } : {}),
  };
}
