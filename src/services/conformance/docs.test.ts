import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadContract } from "./load-contracts.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/conformance.md"), "utf8");
const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");

it("the page has examples", () => {
  expect(examples.length).toBe(2);
});

it.each(examples)("loads\n%s", (example) => {
  const isList = example.startsWith("- id:");
  const contract = isList ? `id: page\ndescription: d\nchecks:\n${example}` : example;
  expect(loadContract("docs/conformance.md", contract)).toMatchObject({ status: "ok" });
});
