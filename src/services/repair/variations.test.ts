import { describe, expect, it } from "vitest";
import { findVariations } from "./variations.ts";

function variationsOf(path: string, before: string, after: string) {
  return findVariations({ before: [{ path, text: before }], after: [{ path, text: after }], tests: [] });
}

describe("findVariations", () => {
  it("replaces new code, and nothing else", () => {
    const kept = "def far(a, b):\n    return a + b * 2\n\n\n";
    const before = `${kept}def name(position, scale):\n    return scale[position]\n`;
    const after = `${kept}def name(position, scale):\n    return scale[position - 12]\n`;
    const found = variationsOf("notes.py", before, after);
    expect(found.length).toBeGreaterThan(3);
    for (const { without, line } of found) {
      expect(without.startsWith(kept)).toBe(true);
      expect([without !== before, without !== after, line]).toEqual([true, true, 6]);
    }
    const texts = found.map(({ without }) => without.split("\n")[5]?.trim());
    expect(texts).toContain("return scale[position % 12]");
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("tries every new place once before trying any a second time", () => {
    const before = "export const f = (a) => a;\n";
    const after =
      "export const f = (a) => a + 1;\nexport const g = (a) => a * 2;\nexport const h = (a) => a - 3;\n";
    const lines = variationsOf("f.js", before, after).map(({ line }) => line);
    expect(new Set(lines.slice(0, 6))).toEqual(new Set([1, 2, 3]));
    expect(lines.length).toBeLessThanOrEqual(12);
  });

  it("leaves documentation alone", () => {
    const before = "def f(a):\n    return a\n";
    expect(variationsOf("f.py", before, 'def f(a):\n    """All of a, or 1."""\n    return a\n')).toEqual([]);
  });

  it("has none for deleted code, moved text in an unknown language, or no change", () => {
    expect(variationsOf("f.js", "f();\ng();\n", "f();\n")).toEqual([]);
    expect(variationsOf("notes.txt", "a\n", "a + 1\n")).toEqual([]);
    expect(variationsOf("f.js", "f();\n", "f();\n")).toEqual([]);
  });
});
