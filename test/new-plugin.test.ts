import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { top } from "../scripts/generated-docs.ts";
import { FAMILIES } from "../scripts/new/families.ts";
import { addLine, addToList } from "../scripts/new/list.ts";
import { camelCase, isKebabCase, snakeCase, titleOf } from "../scripts/new/names.ts";

test.each(Object.entries(FAMILIES))("npm run new adds a %s to the real list of its family", (_, family) => {
  const before = readFileSync(join(top, family.list), "utf8");
  const after = addToList(before, { ...family, name: "line-word", value: "lineWord" });
  const added = after.split("\n").filter((line) => /lineWord/.test(line));
  expect(added).toEqual([`import { lineWord } from "${family.from}/line-word.ts";`, "  lineWord,"]);
  expect(after.replace(/^.*lineWord.*\n/gm, "")).toBe(before);
  expect(after.indexOf("  lineWord,")).toBeGreaterThan(after.lastIndexOf("\nimport "));
});

test.each(Object.entries(FAMILIES))(
  "npm run new adds the other lines of a %s to the real files",
  (_, family) => {
    for (const { path, line, before } of family.additions("line-word")) {
      const text = readFileSync(join(top, path), "utf8");
      expect(text.split(before)).toHaveLength(2);
      expect(addLine(text, line, before).split("\n")).toContain(line);
    }
  },
);

test("a line cannot be added before text that the file does not have", () => {
  expect(() => addLine("a\nb\n", "x", "c")).toThrow('the file has no "c"');
});

test.each(Object.entries(FAMILIES))("the template of a %s exports what the list imports", (_, family) => {
  const files = family.files("line-word");
  expect(files[`${family.folder}/line-word.ts`]).toMatch(/^export const lineWord\b/m);
  for (const text of Object.values(files)) expect(text).not.toContain("undefined");
});

test("names are written as each place requires", () => {
  expect([camelCase("line-word"), snakeCase("line-word"), titleOf("line-word")]).toEqual([
    "lineWord",
    "line_word",
    "Line word",
  ]);
  expect(["line-word", "lineWord", "-x", "../x", ""].map(isKebabCase)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
