import type { RunRequest } from "./contract.ts";
import { toRoot } from "./paths.ts";

/** Asks our helper files to measure; nothing where nothing was asked for. */
export function coverageEnvironment(request: RunRequest): Record<string, string> {
  if (request.coverageOf.length === 0) return {};
  const files = request.coverageOf.map((path) => toRoot(request.root, path));
  return {
    AGENTFORGE_COVERAGE: JSON.stringify(files),
    ...(request.perTestCoverage ? { AGENTFORGE_PER_TEST: "1" } : {}),
  };
}
