import { readFileSync } from "node:fs";
import { expect } from "vitest";

const { PROPERTY_RUNS: runs, PROPERTY_SEED: seed } = process.env;

/**
 * A test run always uses the same cases, so that it fails because of a change, not by chance;
 * `battery:properties` looks for new ones. fast-check takes longer to load than most tests take to run: only
 * files that import it load it.
 */
if (readFileSync(expect.getState().testPath ?? "", "utf8").includes('from "fast-check"')) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({
    ...(runs === undefined ? { seed: 20_261_115 } : { numRuns: Number(runs) }),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  });
}
