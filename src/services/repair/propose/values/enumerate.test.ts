import { describe, expect, it } from "vitest";
import { languageOf } from "../../languages/list.ts";
import { atom } from "../../syntax/expression.ts";
import { enumerate } from "./enumerate.ts";
import type { Value } from "./value.ts";
import type { Visit } from "./visits.ts";

function languageFor(path: string) {
  const language = languageOf(path);
  if (language === null) throw new Error(`no language for ${path}`);
  return language;
}

const python = languageFor("m.py");
const javascript = languageFor("m.js");

/** Rows of the value, what it should have been (undefined if a passing test leaves it alone), and the atoms. */
type Row = readonly [value: Value, wanted: Value | undefined, ...atoms: readonly Value[]];

function textsFor(original: string, atoms: readonly string[], rows: readonly Row[], language = python) {
  const visits = rows.map(([value, wanted, ...values]): Visit => {
    const own = { value, atoms: values, failing: wanted !== undefined };
    return wanted === undefined ? own : { ...own, wanted };
  });
  const place = {
    original: atom(original),
    atoms: atoms.map((text) => ({ expression: atom(text), size: 1 })),
    language,
  };
  return enumerate(visits, place).map((each) => each.expression.text);
}

const list = (...items: Value[]): Value => ({ kind: "list", items });

describe("expressions with the wanted values", () => {
  const cases: readonly [string, () => readonly string[], string][] = [
    [
      "one more term",
      () =>
        textsFor(
          "net",
          ["net", "tax"],
          [
            [20, 30, 20, 10],
            [4, 5, 4, 1],
            [6, undefined, 6, 0],
          ],
        ),
      "net + tax",
    ],
    [
      "an operation on two larger expressions",
      () =>
        textsFor(
          "len(words)",
          ["words"],
          [
            [4, 0.5, list("a", "b", "a", "a")],
            [1, undefined, list("x")],
            [5, 0.6, list("x", "y", "z", "x", "y")],
          ],
        ),
      "len(set(words)) / len(words)",
    ],
    [
      "parentheses where they are needed",
      () =>
        textsFor(
          "a",
          ["a", "b", "c"],
          [
            [1, 9, 1, 2, 3],
            [4, 36, 4, 5, 4],
            [2, 12, 2, 0, 6],
          ],
        ),
      "(a + b) * c",
    ],
    [
      "JavaScript",
      () =>
        textsFor(
          "words.length",
          ["words"],
          [
            [3, 2, list("a", "b", "a")],
            [2, undefined, list("a", "b")],
            [4, 1, list("q", "q", "q", "q")],
          ],
          javascript,
        ),
      "new Set(words).size",
    ],
    [
      "a choice",
      () =>
        textsFor(
          "text",
          ["text", "name", '"..."'],
          [
            ["long", "long...", "long", "long name", "..."],
            ["ab", undefined, "ab", "ab", "..."],
            ["abcd", "abcd...", "abcd", "abcde", "..."],
          ],
        ),
      'text + "..." if text != name else text',
    ],
  ];
  it.each(cases)("%s", (_, work, wanted) => {
    expect(work()).toContain(wanted);
  });

  it("keep the values that passing tests saw", () => {
    const rows: readonly Row[] = [
      [1, 2, 1],
      [5, 10, 5],
    ];
    expect(textsFor("a", ["a"], rows)).toContain("a + a");
    expect(textsFor("a", ["a"], [...rows, [7, undefined, 7]])).not.toContain("a + a");
  });

  it("are larger only if failing tests show more values", () => {
    const rows: readonly Row[] = [
      [1, 9, 1, 2, 3],
      [4, 36, 4, 5, 4],
    ];
    expect(textsFor("a", ["a", "b", "c"], rows)).toContain("(a + b) * c");
    expect(textsFor("a", ["a", "b", "c"], rows.slice(0, 1))).not.toContain("(a + b) * c");
  });

  it("are none if no failing test runs the place", () => {
    expect(textsFor("a", ["a", "b"], [[1, undefined, 1, 2]])).toEqual([]);
  });

  it("do not evaluate the original expression twice", () => {
    const found = textsFor(
      "xs.pop()",
      [],
      [
        [1, 2],
        [3, 6],
      ],
    );
    expect(found.filter((text) => text.split("xs.pop()").length > 2)).toEqual([]);
  });
});
