import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changeOf, testsOf } from "../../../../test/support/doubts/changes.ts";
import { languageOf } from "../languages/list.ts";
import { hasSyntaxError } from "../syntax/parse.ts";
import { doubtRules, searchRules } from "./list.ts";
import { findDoubts, readDoubts, sentences } from "./read.ts";

const helpers = new Set(["rule.ts", "list.ts", "read.ts"]);
const rules = [...new Set([...doubtRules, ...searchRules])];

describe("the family of doubts", () => {
  it("lists every file of the folder", () => {
    const files = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !helpers.has(name),
    );
    expect(rules.map((each) => `${each.meta.id}.ts`).sort()).toEqual(files.sort());
  });

  it("applies every rule except those for search guesses to every source", () => {
    const onlySearch = searchRules.filter((each) => !doubtRules.includes(each));
    expect(onlySearch.map((each) => each.meta.id)).toEqual(["guesses-test-value"]);
  });

  it("treats replaced function code as forged evidence", () => {
    const before = "def f(a):\n    return a\n";
    const after = `${before}\ndef g(test):\n    code = test.__code__\n    test.__code__ = code.replace(co_consts=())\n`;
    const found = readDoubts({
      before: [{ path: "m.py", text: before }],
      after: [{ path: "m.py", text: after }],
      tests: [],
    });
    expect(found.some(({ forges }) => forges)).toBe(true);
  });

  it.each([
    ["an equality without a comparison", "always-equal"],
    ["an equality that accepts wrong values", "bends-comparison"],
  ])("treats %s as forged evidence", (_name, id) => {
    const examples = rules.find(({ meta }) => meta.id === id)?.meta.examples.raises ?? [];
    for (const example of examples.filter(({ after }) => !after.includes("Proxy")))
      expect(readDoubts(changeOf(example)).some(({ forges }) => forges)).toBe(true);
  });

  it.each(rules.map((each) => [each.meta.id, each] as const))("%s has complete meta", (_id, { meta }) => {
    expect(meta.title).not.toBe("");
    expect(meta.why).not.toBe("");
    expect(meta.examples.raises.length).toBeGreaterThan(1);
    expect(meta.examples.honest.length).toBeGreaterThan(0);
  });

  const raising = rules.flatMap((rule) =>
    rule.meta.examples.raises.map((each, index) => [rule.meta.id, index, each.path, rule, each] as const),
  );
  it.each(raising)("%s is raised by its example %i in %s", (_id, _index, path, rule, example) => {
    const found = sentences(findDoubts(changeOf(example), [rule]));
    expect(found).not.toEqual([]);
    for (const sentence of found)
      expect(sentence).toMatch(new RegExp(`^${path.replaceAll(".", "\\.")}:[1-9]\\d* [a-z]`));
    if (doubtRules.includes(rule))
      expect(readDoubts(changeOf(example)).map(({ text }) => text)).toEqual(
        expect.arrayContaining([...found]),
      );
  });

  const honest = doubtRules.flatMap((rule) =>
    rule.meta.examples.honest.map((each, index) => [rule.meta.id, index, each.path, each] as const),
  );
  it.each(honest)("no doubt is raised by the honest change %s %i in %s", (_id, _index, _path, example) => {
    expect(readDoubts(changeOf(example))).toEqual([]);
  });

  it.each(raising)("%s ignores example %i in %s when the code already did it", (...[, , , rule, example]) => {
    const file = { path: example.path, text: example.after };
    const unchanged = {
      before: [file],
      after: [{ ...file, text: `${file.text}\n` }],
      tests: testsOf(example),
    };
    expect(findDoubts(unchanged, [rule])).toEqual([]);
  });

  const examples = rules.flatMap((rule) =>
    [...rule.meta.examples.raises, ...rule.meta.examples.honest].map(
      (each) => [rule.meta.id, each.path, each] as const,
    ),
  );
  it.each(examples)("%s has examples that parse (%s)", (_id, path, { before, after, tests }) => {
    const language = languageOf(path);
    for (const text of [before, after, tests])
      if (language !== null && text !== null && text !== undefined)
        expect(hasSyntaxError(language.grammar, text)).toBe(false);
  });
});
