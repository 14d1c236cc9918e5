import { expect, it } from "vitest";
import { isByRule, isWritten } from "./authors.ts";

it.each([
  [[], false, false],
  [["conformance"], true, false],
  [["search"], false, false],
  [["conformance", "search"], false, false],
  [["llm"], false, true],
  [["conformance", "llm"], false, true],
  [["ada"], false, true],
])("%j: by a rule %s, written %s", (sources, byRule, written) => {
  expect([isByRule(sources), isWritten(sources)]).toEqual([byRule, written]);
});
