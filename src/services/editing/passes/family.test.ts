import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { render, toHunks } from "../hunks.ts";
import { indexSource } from "../source-index.ts";
import { readSource } from "../source-text.ts";
import { FAITHFUL_PASSES, FREE_PASSES } from "./list.ts";

const passes = [...FAITHFUL_PASSES, ...FREE_PASSES];

it("lists every pass of the folder", () => {
  const files = readdirSync(import.meta.dirname)
    .filter((file) => !file.endsWith(".test.ts") && file !== "list.ts")
    .map((file) => file.replace(".ts", ""));
  expect(passes.map((pass) => pass.meta.name).sort()).toEqual(files.sort());
});

describe.each(passes.map((pass) => [pass.meta.name, pass] as const))("%s", (_, pass) => {
  it("states its purpose", () => {
    expect(pass.meta.title).not.toBe("");
    expect(pass.meta.why).toMatch(/\.$/);
    expect(pass.meta.examples.length).toBeGreaterThan(0);
  });

  it.each(pass.meta.examples.map((example) => [example.title, example] as const))("%s", (_title, example) => {
    const text = readSource(Buffer.from(example.file));
    if (text === null) throw new Error("not text");
    const source = indexSource(text);
    const results = pass
      .find(source, example)
      .map(({ from, to, outputs }) => outputs[0] && render(source, toHunks(from, to, outputs[0])));
    const result = results.length === 1 ? (results[0] ?? null) : null;
    expect(result).toBe(example.result);
  });

  it("finds nothing in an empty file and nothing for a blank search", () => {
    const empty = readSource(Buffer.from(""));
    const blank = readSource(Buffer.from("\n\n\n"));
    if (empty === null || blank === null) throw new Error("not text");
    expect(pass.find(indexSource(empty), { search: "a\nb\nc\nd\n", replace: "x\n" })).toEqual([]);
    expect(pass.find(indexSource(blank), { search: "a\n\n\n", replace: "x\n" })).toEqual([]);
  });
});
