import { cargoTestSituations } from "./cargo-test.ts";
import { ctestSituations } from "./ctest.ts";
import { dotnetTestSituations } from "./dotnet-test.ts";
import { goTestSituations } from "./go-test.ts";
import { gradleSituations } from "./gradle.ts";
import { jestSituations } from "./jest.ts";
import { mavenSituations } from "./maven.ts";
import { minitestSituations } from "./minitest.ts";
import { mochaSituations } from "./mocha.ts";
import { bunTestSituations, denoTestSituations, jasmineSituations, uvuSituations } from "./node-runners.ts";
import { nodeTestSituations } from "./node-test.ts";
import { phpunitSituations } from "./phpunit.ts";
import { pytestSituations } from "./pytest.ts";
import { rspecSituations } from "./rspec.ts";
import type { Situation } from "./situation.ts";
import { swiftTestSituations } from "./swift-test.ts";
import { avaSituations, tapeSituations, tapSituations } from "./tap-like.ts";
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
  ctest: ctestSituations,
  "dotnet test": dotnetTestSituations,
  gradle: gradleSituations,
  maven: mavenSituations,
  minitest: minitestSituations,
  phpunit: phpunitSituations,
  rspec: rspecSituations,
  "swift test": swiftTestSituations,
  ava: avaSituations,
  tap: tapSituations,
  tape: tapeSituations,
  jasmine: jasmineSituations,
  uvu: uvuSituations,
  "bun test": bunTestSituations,
  "deno test": denoTestSituations,
};
