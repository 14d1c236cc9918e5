import { globSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { languages } from "../languages/list.ts";
import { applyEdits } from "../propose/apply.ts";
import { type Crash, proposalsAt } from "../propose/proposals.ts";
import { regionsOf } from "../propose/regions.ts";
import { openSource } from "../propose/source.ts";
import { allOperators } from "./late.ts";
import type { Example, Operator, SitePatch, Snippet } from "./operator.ts";

describe("the family of operators", () => {
  it("lists every file of the folders", () => {
    const files = globSync("*/*.ts", { cwd: import.meta.dirname }).map((path) => basename(path));
    expect(allOperators.map((each) => `${each.meta.id}.ts`).sort()).toEqual(files.sort());
  });

  it("has at most 25 entries in a folder", () => {
    const entries = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true });
    const sizes = Map.groupBy(entries, ({ parentPath }) => parentPath);
    for (const [folder, { length }] of sizes) expect([folder, length <= 25]).toEqual([folder, true]);
  });

  it.each(allOperators.map((each) => [each.meta.id, each] as const))(
    "%s has complete meta",
    (_, operator) => {
      expect(operator.meta.title).not.toBe("");
      expect(operator.meta.why).not.toBe("");
      expect(operator.meta.cost).toBeGreaterThan(0);
      expect(operator.meta.kinds.length).toBeGreaterThan(0);
      const covered = new Set(operator.meta.examples.map((each) => each.language));
      expect([...covered]).toEqual(expect.arrayContaining(["python", "javascript"]));
      expect(operator.meta.leaves.map((each) => each.language)).toEqual(
        expect.arrayContaining(["python", "javascript"]),
      );
      expect(operator.meta.most).toBeGreaterThan(0);
    },
  );

  const examples = allOperators.flatMap((operator) =>
    operator.meta.examples.map((example) => [operator.meta.id, example.language, operator, example] as const),
  );
  it.each(examples)("%s proposes its %s example", (_id, _language, operator, example) => {
    expect(outcomes(operator, example)).toContain(example.after);
  });

  const leaves = allOperators.flatMap((operator) =>
    operator.meta.leaves.map((snippet) => [operator.meta.id, snippet.code, operator, snippet] as const),
  );
  it.each(leaves)("%s leaves %j alone", (_id, _code, operator, snippet) => {
    expect(proposalsFor(operator, snippet)).toEqual([]);
  });

  it.each([
    ["wrap-call", "javascript", "xs.splice(n, 1);", "xs.splice(Boolean(n), 1);"],
    ["wrap-call", "python", "def f(xs):\n    return g(len(xs))", "def f(xs):\n    return g(bool(len(xs)))"],
    ["wrap-call", "python", "xs.append(x)", "xs.copy().append(x)"],
    ["wrap-call", "javascript", "xs.push(x);", "xs.slice().push(x);"],
    ["add-term", "javascript", "function f(xs, i) { return xs[i]; }", "function f(xs, i) { return xs[-i]; }"],
    ["add-term", "python", "x = (a + b) % n", "x = (a + b) % -n"],
    ["add-term", "javascript", "x = a + b;", "x = a + -b;"],
    ["number-constant", "python", "x = xs[-1]", "x = xs[-0]"],
    ["number-constant", "javascript", "x = a - 1;", "x = a - -1;"],
    ["number-constant", "python", "x = a + 1", "x = a + -1"],
    ["call-name", "javascript", "xs.push(x); ys.concat(y);", "xs.concat(x); ys.concat(y);"],
  ])("%s proposes nothing absurd in %s: %s", (id, language, before, after) => {
    const operator = allOperators.find(({ meta }) => meta.id === id);
    if (operator === undefined) throw new Error(`no operator ${id}`);
    const proposed = outcomes(operator, { language, before, after });
    expect(proposed.length).toBeGreaterThan(0);
    expect(proposed).not.toContain(after);
  });

  it("tries the order of texts after other comparisons", () => {
    const operator = allOperators.find(({ meta }) => meta.id === "comparison-operator");
    const extras = (code: string) =>
      proposalsFor(operator as Operator, { language: "javascript", code }).map(({ extra }) => extra);
    expect(Math.max(...extras("x = s !== '';"))).toBeGreaterThan(Math.max(...extras("x = s !== t;")));
  });
});

function outcomes(operator: Operator, { language, before }: Example): readonly string[] {
  return proposalsFor(operator, { language, code: before }).map((proposal) => {
    const edits = proposal.edits.map((edit) => ({ ...edit, path: "example" }));
    return applyEdits(edits, new Map([["example", before]])).get("example") ?? "";
  });
}

/** At every site where a search would call it. */
function proposalsFor(operator: Operator, { language: id, code }: Snippet): readonly SitePatch[] {
  const language = languages.find((each) => each.id === id);
  if (language === undefined) throw new Error(`no language ${id}`);
  const context = openSource({ path: "example", text: code }, language);
  const failing = (crash: Crash) => {
    throw new Error(crash.message);
  };
  return regionsOf(context.tree, code)
    .flatMap(({ sites }) => sites)
    .flatMap((site) => proposalsAt(operator, site, context, failing));
}
