import { describe, expect, it } from "vitest";
import { relateIndentation } from "./indentation.ts";

const relate = (search: string, file: string, replace = search) => {
  const files = file.split("|");
  const pairs = search.split("|").map((line, index) => ({ search: line, file: files[index] ?? "" }));
  return relateIndentation(pairs, replace.split("|"));
};

describe("the relation between two indentations", () => {
  it.each([
    ["same", "a|  b", "a|  b", "    x", "    x"],
    ["offset", "a|  b", "    a|      b", "    x", "        x"],
    ["offset", "    a|      b", "a|  b", "        x", "    x"],
    ["offset", "    a|      b", "a|  b", "  x", null],
    ["tabs", "    a|        b", "\ta|\t\tb", "            x", "\t\t\tx"],
    ["tabs", "  a|    b", "\ta|\t\tb", "      x", "\t\t\tx"],
    ["tabs", "\ta|\t\tb", "  a|    b", "\t\t\tx", "      x"],
    ["tabs", "a|    b", "\ta|\t\tb", "        x", "\t\t\tx"],
    ["tabs", "    a|       b", "\ta|\t   b", "        x", "\t\tx"],
    ["scale", "a|    b|        c", "a|  b|    c", "            x", "      x"],
    ["scale", "a|    b", "a|  b", "   x", null],
    ["first_line", "a|      b", "    a|      b", "      x", "      x"],
    ["map", "a|  b| c", "a|   b|  c", "  x", "   x"],
    ["map", "a|  b| c", "a|   b|  c", "      x", null],
  ])("%s: %j in %j makes %j %j", (kind, search, file, line, result) => {
    const relation = relate(search, file);
    expect(relation?.kind).toBe(kind);
    expect(relation?.reindent(line, 1)).toBe(result);
  });

  it("restores the file's indentation on a first line that lost it", () => {
    expect(relate("a|      b", "    a|      b")?.reindent("x", 0)).toBe("    x");
  });

  it("turns the inner levels of a block that lost its tabs into tabs", () => {
    expect(relate("a|b", "\ta|\tb", "a|  c|    d")?.reindent("    d", 2)).toBe("\t\t\td");
  });

  it("leaves blank lines alone", () => {
    expect(relate("a|b", "    a|    b")?.reindent("", 1)).toBe("");
    expect(relate("a|b", "    a|    b")?.reindent("  ", 1)).toBe("  ");
  });

  it("is unknown if one indentation maps to two", () => {
    expect(relate("a|b|c", "a|  b|    c")).toBeNull();
  });
});
