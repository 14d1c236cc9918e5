import type { Framework } from "../contract.ts";
import { cargoTest } from "./cargo-test.ts";
import { fallback } from "./fallback.ts";
import { goTest } from "./go-test.ts";
import { jest } from "./jest.ts";
import { mocha } from "./mocha.ts";
import { nodeTest } from "./node-test.ts";
import { pytest } from "./pytest.ts";
import { unittest } from "./unittest.ts";
import { vitest } from "./vitest.ts";

/** Every framework; the order settles ties in detection. */
export const frameworks: readonly Framework[] = [
  nodeTest,
  vitest,
  jest,
  mocha,
  pytest,
  unittest,
  goTest,
  cargoTest,
  fallback,
];
