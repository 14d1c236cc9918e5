import { expect, it } from "vitest";
import { isByRule, isBySearch, isWritten, outsideAuthor } from "./authors.ts";

it.each([
  [[], false, false, false],
  [["conformance"], true, false, false],
  [["search"], false, true, false],
  [["conformance", "search"], false, true, false],
  [["llm"], false, false, true],
  [["conformance", "llm"], false, false, true],
  [["ada"], false, false, true],
  [["search", "ada"], false, false, true],
])("%j: by a rule %s, by search %s, written %s", (sources, byRule, bySearch, written) => {
  expect([isByRule(sources), isBySearch(sources), isWritten(sources)]).toEqual([byRule, bySearch, written]);
});

it.each(["search", "conformance", "ada"])("a person or agent named %j has written the change", (name) => {
  expect(isWritten([outsideAuthor(name)])).toBe(true);
  expect(outsideAuthor(name)).toContain(name);
});
