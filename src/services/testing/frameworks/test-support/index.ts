import { cargoTestSituations } from "./cargo-test.ts";
import { goTestSituations } from "./go-test.ts";
import { jestSituations } from "./jest.ts";
import { mochaSituations } from "./mocha.ts";
import { nodeTestSituations } from "./node-test.ts";
import { pytestSituations } from "./pytest.ts";
import type { Situation } from "./situation.ts";
import { unittestSituations } from "./unittest.ts";
import { vitestSituations } from "./vitest.ts";

/** By framework id. */
export const situations: Readonly<Record<string, readonly Situation[]>> = {
  "node:test": nodeTestSituations,
  vitest: vitestSituations,
  jest: jestSituations,
  mocha: mochaSituations,
  pytest: pytestSituations,
  unittest: unittestSituations,
  "go test": goTestSituations,
  "cargo test": cargoTestSituations,
};
