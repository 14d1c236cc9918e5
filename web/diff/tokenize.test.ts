import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageOf } from "./languages.ts";
import { type Inside, segmentsOf, tokenize } from "./tokenize.ts";

describe("tokenize", () => {
  it.each([
    ["a.js", "const x = 'a' + 12; // why", ["keyword const", "string 'a'", "number 12", "comment // why"]],
    ["a.js", "fetch('http://x/#1')", ["string 'http://x/#1'"]],
    ["a.ts", "return `a {b} c`", ["keyword return", "string `a {b} c`"]],
    ["a.py", "def f(): # note", ["keyword def", "comment # note"]],
    ["a.py", "x = 'it\\'s' + \"b\"", ["string 'it\\'s'", 'string "b"']],
    ["a.go", "/* a */ func", ["comment /* a */", "keyword func"]],
    ["a.yaml", "color: '#fff' # c", ["string '#fff'", "comment # c"]],
    ["a.sql", "x -- note", ["comment -- note"]],
    ["a.txt", "const 'x' // 1", []],
    ["constructor", "const x = 1", []],
  ])("colors %s: %s", (path, line, expected) => {
    const { tokens } = tokenize(line, languageOf(path));
    expect(tokens.map(({ kind, start, end }) => `${kind} ${line.slice(start, end)}`)).toEqual(expected);
  });

  it("continues a block that an earlier line opened", () => {
    const language = languageOf("a.js");
    const kinds: string[] = [];
    let inside: Inside = null;
    for (const line of ["/* one", "two */ let a = `x", "y` // z"]) {
      const colored = tokenize(line, language, inside);
      kinds.push(colored.tokens.map(({ kind }) => kind).join(" "));
      inside = colored.inside;
    }
    expect(kinds).toEqual(["comment", "comment keyword string", "string comment"]);
    expect(inside).toBeNull();
  });

  it("covers any line in order without losing text", () => {
    const paths = fc.constantFrom("a.js", "a.py", "a.css", "a.html", "a.sh", "a.json", "a.sql", "a.go");
    const parts = fc.constantFrom(
      "/*",
      "*/",
      '"""',
      "`",
      "\\",
      '"',
      "'",
      "#",
      "//",
      "1e9",
      "if",
      " ",
      "\ud800",
      "é",
    );
    fc.assert(
      fc.property(paths, fc.array(fc.oneof(parts, fc.string({ unit: "binary" }))), (path, pieces) => {
        const line = pieces.join("");
        const { tokens } = tokenize(line, languageOf(path));
        for (const [index, { start, end }] of tokens.entries()) {
          expect(start).toBeGreaterThanOrEqual(tokens[index - 1]?.end ?? 0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(line.length);
        }
        expect(
          segmentsOf(line, tokens, [])
            .map(({ text }) => text)
            .join(""),
        ).toBe(line);
      }),
    );
  });
});

describe("segmentsOf", () => {
  it("splits at both colors and marks", () => {
    expect(
      segmentsOf("let a = 10;", [{ start: 0, end: 3, kind: "keyword" }], [{ start: 2, end: 5 }]),
    ).toEqual([
      { text: "le", kind: "keyword", marked: false },
      { text: "t", kind: "keyword", marked: true },
      { text: " a", kind: null, marked: true },
      { text: " = 10;", kind: null, marked: false },
    ]);
  });

  it("has no segments for an empty line", () => {
    expect(segmentsOf("", [], [])).toEqual([]);
  });
});
