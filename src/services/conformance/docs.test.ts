import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadContract } from "./load-contracts.ts";

const examples = ["conformance.md", "starters.md"].flatMap((name) => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs", name), "utf8");
  return [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
});

it("the pages have examples", () => {
  expect(examples.length).toBe(4);
});

it.each(examples)("loads\n%s", (example) => {
  const isList = example.startsWith("- id:");
  const contract = isList ? `id: page\ndescription: d\nchecks:\n${example}` : example;
  expect(loadContract("docs.yaml", contract)).toMatchObject({ status: "ok" });
});
