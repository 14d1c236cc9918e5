import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const resources = join(import.meta.dirname, "resources");
const { withoutTypeImports } = await import(join(resources, "javascript-imports.mjs"));
const { Texts } = await import(join(resources, "javascript-texts.mjs"));

describe("imports of types", () => {
  it.each([
    ["an unused name", 'import { A, b } from "./m";\nb();\n', 'import {    b } from "./m";\nb();\n'],
    ["the last name", 'import { b, A } from "./m";\nb();\n', 'import { b,   } from "./m";\nb();\n'],
    ["a renamed one", 'import { a as A, b } from "./m";\nb();\n', 'import {         b } from "./m";\nb();\n'],
    ["every name", 'import { A, B } from "./m";\nb();\n', "b();\n"],
    ["a default import", 'import A from "./m";\nb();\n', "b();\n"],
    ["a namespace", 'import * as A from "./m";\nb();\n', "b();\n"],
    ["names that were marked as types", 'import {       } from "./m";\nb();\n', "b();\n"],
    [
      "a name in a comment",
      'import { A } from "./m";\n/** An A. */\n// A\nb();\n',
      "/** An A. */\n// A\nb();\n",
    ],
  ])("removes %s", (_, before, after) => {
    const found: string = withoutTypeImports(before);
    expect(found.length).toBe(before.length);
    expect(found.trimStart()).toBe(after);
  });

  it.each([
    ["a used name", 'import { a } from "./m";\na();\n'],
    ["an exported name", 'import { a } from "./m";\nexport { a };\n'],
    ["a name in a template", 'import { a } from "./m";\nf(`//$' + "{a}`);\n"],
    ["an import for its effects", 'import "./m";\n'],
    ["a used default import next to an unused name", 'import a, { } from "./m";\na();\n'],
    ["text that looks like an import", "const text = \"import { A } from 'm'\";\n"],
    ["a dynamic import", 'const { a } = await import("./m");\n'],
  ])("keeps %s", (_, text) => {
    expect(withoutTypeImports(text)).toBe(text);
  });
});

describe("the text of a TypeScript file as it runs", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agentforge-texts-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("keeps an import that only an edit uses", () => {
    const text = 'import { clamp } from "./m";\nexport const shown = (n: number) => n;\n';
    const texts = new Texts([{ path: "a.ts", text, marks: { ticks: [], observe: [], record: [] } }], folder);
    const path = join(folder, "a.ts");
    expect(texts.toRun(path)).not.toContain("clamp");
    texts.apply([["a.ts", text.lastIndexOf("n;"), text.lastIndexOf(";"), "clamp(n)"]]);
    expect(texts.toRun(path)).toContain('import { clamp } from "./m";');
    texts.apply([]);
    expect(texts.toRun(path)).not.toContain("clamp");
  });
});
