import { expect, it } from "vitest";
import { ranBy } from "./ran-by.ts";

it.each([
  [{ run: false, tests: [], test_count: 0 }, "is not run by any test"],
  [{ run: true, tests: null, test_count: 0 }, "is run by tests, but it was not recorded which ones"],
  [{ run: true, tests: [], test_count: 0 }, "is run while files are loaded, outside of any test"],
  [{ run: true, tests: ["a"], test_count: 1 }, "is run by 1 test"],
  [{ run: true, tests: ["a", "b"], test_count: 31 }, "is run by 31 tests"],
])("%j %s", (line, words) => {
  expect(ranBy(line)).toBe(words);
});
