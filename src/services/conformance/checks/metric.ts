import { z } from "zod";
import { type CheckedFile, defineCheckType, type RawViolation } from "../check-type.ts";
import { type MeasuredFunction, measureFunctions } from "../functions.ts";
import { rangeOf } from "../syntax.ts";

const Options = z.strictObject({
  measure: z.enum(["complexity", "function_lines", "file_lines", "nesting", "parameters"]),
  max: z.int().nonnegative(),
});
type Options = z.output<typeof Options>;

const LABELS: Readonly<Record<Options["measure"], string>> = {
  complexity: "a complexity of",
  function_lines: "a length in lines of",
  file_lines: "a length in lines of",
  nesting: "a nesting depth of",
  parameters: "a number of parameters of",
};

/** Limits for the metrics of a function or file. */
export const metric = defineCheckType({
  meta: {
    id: "metric",
    title: "Functions and files that are too large or too complex",
    why: "Size and nesting are the cheapest predictors of code that people get wrong.",
    scope: "file",
    options: Options,
    valid: [
      {
        title: "an else-if chain is not nested",
        options: { measure: "nesting", max: 1 },
        files: { "a.ts": "function f(a) {\n  if (a) {\n  } else if (b) {\n  } else if (c) {\n  }\n}\n" },
      },
      {
        title: "self is not counted",
        options: { measure: "parameters", max: 1 },
        files: { "a.py": "class A:\n    def f(self, a): pass\n" },
      },
      {
        title: "nested functions are counted separately",
        options: { measure: "complexity", max: 2 },
        files: { "a.js": "function f() {\n  if (a) b();\n  return () => (c ? 1 : 2);\n}\n" },
      },
      { title: "at the limit", options: { measure: "file_lines", max: 2 }, files: { "a.txt": "1\n2\n" } },
    ],
    invalid: [
      {
        title: "branches, loops, handlers and operators",
        options: { measure: "complexity", max: 5 },
        files: {
          "a.py":
            "def f(a, b):\n    if a and b:\n        pass\n    elif b:\n        pass\n    for x in a:\n        try:\n            pass\n        except E:\n            pass\n",
        },
        findings: ["a.py:1"],
      },
      {
        title: "depth",
        options: { measure: "nesting", max: 2 },
        files: {
          "a.go": "package a\n\nfunc f() {\n\tfor {\n\t\tif a {\n\t\t\tif b {\n\t\t\t}\n\t\t}\n\t}\n}\n",
        },
        findings: ["a.go:3"],
      },
      {
        title: "parameters of every language",
        options: { measure: "parameters", max: 2 },
        files: {
          "a.go": "package a\n\nfunc f(a, b int, c string) {}\n",
          "a.rs": "fn f(a: u8, b: u8, c: u8) {}\n",
          "A.java": "class A { void f(int a, int b, int c) {} }\n",
          "a.ts": "const f = (a: number, b?: string, ...c: string[]) => 1;\n",
        },
        findings: ["A.java:1", "a.go:3", "a.rs:1", "a.ts:1"],
      },
      {
        title: "lines",
        options: { measure: "function_lines", max: 2 },
        files: { "a.ts": "class A {\n  f() {\n    return 1;\n  }\n}\n" },
        findings: ["a.ts:2"],
      },
      {
        title: "files",
        options: { measure: "file_lines", max: 1 },
        files: { "a.md": "1\n2" },
        findings: ["a.md"],
      },
    ],
  },
  needsSyntax: (_, options) => options.measure !== "file_lines",
  run: (files, options) =>
    files.flatMap((file) =>
      options.measure === "file_lines" ? ofFile(file, options) : ofFunctions(file, options),
    ),
});

function ofFile(file: CheckedFile, options: Options): readonly RawViolation[] {
  const lines = file.text.replace(/\r?\n$/, "").split("\n").length;
  if (file.text === "" || lines <= options.max) return [];
  return [
    {
      path: file.path,
      range: null,
      snippet: "",
      scope: "",
      message: `${file.path} has ${LABELS.file_lines} ${lines}, ${options.max} allowed`,
    },
  ];
}

function ofFunctions(file: CheckedFile, options: Options): readonly RawViolation[] {
  const tree = file.syntax();
  if (tree === null) return [];
  return measureFunctions(tree).flatMap((each) => {
    const measured = measureOf(each, options.measure);
    if (measured <= options.max) return [];
    const range = rangeOf(each.node);
    return [
      {
        path: file.path,
        range: { ...range, endLine: range.line, endColumn: range.column + 1 },
        snippet: each.name,
        scope: each.scope,
        message: `${each.name} has ${LABELS[options.measure]} ${measured}, ${options.max} allowed`,
      },
    ];
  });
}

function measureOf(measured: MeasuredFunction, measure: Options["measure"]): number {
  if (measure === "function_lines") return measured.lines;
  if (measure === "file_lines") return 0;
  return measured[measure];
}
