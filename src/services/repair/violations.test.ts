import { describe, expect, it } from "vitest";
import type { Violation } from "../../domain/entities/violation.ts";
import { createViolationSearch } from "./index.ts";
import { applyEdits } from "./propose/apply.ts";

const files: Readonly<Record<string, string>> = {
  "shop.ts": "export function count(names: string[]): number {\n  log(names);\n  return names.lenght;\n}\n",
  "more.ts": "export const size = (names: string[]) => names.length;\n",
  "notes.md": "# Notes\n",
};

async function offers(violation: Partial<Violation>, judged = true): Promise<readonly string[]> {
  const source = createViolationSearch({ isJudgedByProgram: async () => judged });
  const tree = {
    path: "",
    lent: [],
    files: async () => Object.keys(files),
    readText: async (path: string) => files[path] ?? "",
  };
  const found: string[] = [];
  const asked = { file_path: "shop.ts", line: 3, ...violation } as Violation;
  const { signal } = new AbortController();
  const brief = async () => {
    throw new Error("it needs no briefing");
  };
  for await (const { patch } of source.patches({ violation: asked, tree, signal, brief }))
    found.push(applyEdits(patch.edits, new Map(Object.entries(files))).get(asked.file_path) ?? "");
  return found;
}

describe("createViolationSearch", () => {
  it("tries a limited number of edits where the program complains", async () => {
    const found = await offers({});
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(40);
    expect(found.every((text) => text !== files["shop.ts"])).toBe(true);
  });

  it("removes no statement, because that would silence the rule", async () => {
    const found = await offers({ line: 2 });
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((text) => text.split("\n").length < 5)).toEqual([]);
  });

  it.each<[string, Partial<Violation>, boolean]>([
    ["no program judges", {}, false],
    ["the violation has no line", { line: null }, true],
    ["the language is not supported", { file_path: "notes.md", line: 1 }, true],
  ])("offers nothing if %s", async (_, violation, judged) => {
    expect(await offers(violation, judged)).toEqual([]);
  });
});
