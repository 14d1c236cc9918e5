import type { Framework } from "../contract.ts";
import { ava } from "./ava.ts";
import { bunTest } from "./bun-test.ts";
import { cargoTest } from "./cargo-test.ts";
import { ctest } from "./ctest.ts";
import { denoTest } from "./deno-test.ts";
import { dotnetTest } from "./dotnet-test.ts";
import { fallback } from "./fallback.ts";
import { goTest } from "./go-test.ts";
import { gradle } from "./gradle.ts";
import { jasmine } from "./jasmine.ts";
import { jest } from "./jest.ts";
import { maven } from "./maven.ts";
import { minitest } from "./minitest.ts";
import { mocha } from "./mocha.ts";
import { nodeTest } from "./node-test.ts";
import { phpunit } from "./phpunit.ts";
import { pytest } from "./pytest.ts";
import { rspec } from "./rspec.ts";
import { swiftTest } from "./swift-test.ts";
import { tap } from "./tap.ts";
import { tape } from "./tape.ts";
import { unittest } from "./unittest.ts";
import { uvu } from "./uvu.ts";
import { vitest } from "./vitest.ts";

/** Every framework; the order breaks ties in detection. */
export const frameworks: readonly Framework[] = [
  nodeTest,
  vitest,
  jest,
  mocha,
  tape,
  tap,
  ava,
  jasmine,
  uvu,
  bunTest,
  denoTest,
  pytest,
  unittest,
  goTest,
  cargoTest,
  ctest,
  dotnetTest,
  gradle,
  maven,
  minitest,
  phpunit,
  rspec,
  swiftTest,
  fallback,
];
