import { describe, expect, it } from "vitest";
import { languages } from "../languages/list.ts";
import { regionsOf } from "./regions.ts";
import { openSource } from "./source.ts";

function sites(id: string, code: string): readonly string[] {
  const language = languages.find((each) => each.id === id);
  if (language === undefined) throw new Error(`no language ${id}`);
  const { tree } = openSource({ path: "x", text: code }, language);
  return regionsOf(tree, code).flatMap((region) =>
    region.sites.filter((site) => site.kind === "number").map((site) => code.slice(site.start, site.end)),
  );
}

describe("regionsOf", () => {
  it.each<[string, string, string, readonly string[]]>([
    ["an import", "javascript", 'import { a } from "./a.js";\nx = 1;', ["1"]],
    ["a decorator", "python", "@retry(3)\ndef f():\n    return 1", ["1"]],
    ["a type", "typescript", "type A = 3;\nconst b: 4 = g(1);", ["1"]],
    ["the type of an array", "go", "package p\n\ntype A [3]int\n\nvar x = 1", ["1"]],
    ["unit tests inside the code", "rust", "fn f() -> i32 { 1 }\nmod tests { fn t() { g(3); } }", ["1"]],
    ["an annotation", "java", "class A { @Timeout(3) int f() { return 1; } }", ["1"]],
  ])("leaves out %s (%s)", (_, id, code, wanted) => {
    expect(sites(id, code)).toEqual(wanted);
  });

  it("does not mistake a module with a short name for tests", () => {
    expect(sites("rust", "mod math { fn f() -> i32 { 1 } }")).toEqual(["1"]);
  });
});
