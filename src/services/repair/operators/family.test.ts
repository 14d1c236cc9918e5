import { globSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { languages } from "../languages/list.ts";
import { applyEdits } from "../propose/apply.ts";
import { openSource } from "../propose/source.ts";
import { descendants } from "../syntax/node.ts";
import { operators } from "./list.ts";
import type { Example, Operator } from "./operator.ts";

describe("the family of operators", () => {
  it("lists every file of the folders", () => {
    const files = globSync("*/*.ts", { cwd: import.meta.dirname }).map((path) => basename(path));
    expect(operators.map((each) => `${each.meta.id}.ts`).sort()).toEqual(files.sort());
  });

  it("has at most 25 entries in a folder", () => {
    const entries = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true });
    const sizes = Map.groupBy(entries, ({ parentPath }) => parentPath);
    for (const [folder, { length }] of sizes) expect([folder, length <= 25]).toEqual([folder, true]);
  });

  it.each(operators.map((each) => [each.meta.id, each] as const))("%s has complete meta", (_, operator) => {
    expect(operator.meta.title).not.toBe("");
    expect(operator.meta.why).not.toBe("");
    expect(operator.meta.cost).toBeGreaterThan(0);
    expect(operator.meta.kinds.length).toBeGreaterThan(0);
    const covered = new Set(operator.meta.examples.map((each) => each.language));
    expect([...covered]).toEqual(expect.arrayContaining(["python", "javascript"]));
  });

  const examples = operators.flatMap((operator) =>
    operator.meta.examples.map((example) => [operator.meta.id, example.language, operator, example] as const),
  );
  it.each(examples)("%s proposes its %s example", (_id, _language, operator, example) => {
    expect(outcomes(operator, example)).toContain(example.after);
  });
});

function outcomes(operator: Operator, example: Example): readonly string[] {
  const language = languages.find((each) => each.id === example.language);
  if (language === undefined) throw new Error(`no language ${example.language}`);
  const context = openSource({ path: "example", text: example.before }, language);
  const found: string[] = [];
  for (const site of descendants(context.tree)) {
    if (!operator.meta.kinds.includes(site.kind)) continue;
    for (const proposal of operator.propose(site, context)) {
      const edits = proposal.edits.map((edit) => ({ ...edit, path: "example" }));
      found.push(applyEdits(edits, new Map([["example", example.before]])).get("example") ?? "");
    }
  }
  return found;
}
