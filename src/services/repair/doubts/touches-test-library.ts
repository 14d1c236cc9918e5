import { descendants } from "../syntax/node.ts";
import { addedMentions } from "./reading/added.ts";
import { newImports } from "./reading/news.ts";
import type { ChangedFile } from "./reading/sides.ts";
import { at, type DoubtRule, forging } from "./rule.ts";

const LIBRARIES =
  /^(?:_?pytest|unittest|doctest|nose2?|hypothesis|pluggy|coverage|mock|test|assert|chai|sinon|vitest|jest|expect|mocha|jasmine|ava|tap|testing|github\.com\/stretchr\/testify|org\.junit|org\.mockito|org\.assertj|@jest|@vitest|@testing-library)(?:$|[./])/;
const INTERNALS = /^(?:_pytest|pluggy|_jb_|@jest|@vitest\/(?:runner|expect)|jest-circus)/;
const ASSERTS = /^macro_rules!\s*(?:debug_)?(?:assert\w*|panic|unreachable|matches)\b/;
/** Global names that frameworks define. */
const GLOBALS =
  /^(?:globalThis\.|global\.)?(?:expect|describe|it|test|jest|vi|beforeEach|afterEach|assert)(?:\.|$)/;

export const touchesTestLibrary: DoubtRule = {
  meta: {
    id: "touches-test-library",
    title: "Code under test uses the test library",
    why: "Code that reaches the assertion library, the runner or its internals can change what passing means.",
    examples: {
      raises: [
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            "macro_rules! assert_eq {\n    ($($any:tt)*) => {};\n}\n\npub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "import _pytest.runner\n\ndef add(a, b):\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "from unittest.mock import ANY\n\ndef add(a, b):\n    return ANY\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after:
            "import assert from 'node:assert';\nassert.strictEqual = () => {};\nexport const add = (a, b) => a - b;\n",
        },
        {
          path: "calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after:
            "expect.extend({ toBe: () => ({ pass: true }) });\nexport const add = (a: number, b: number) => a - b;\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after:
            'package m\n\nimport "testing"\n\nfunc Add(a, b int) int {\n\tif testing.Testing() {\n\t\treturn a + b\n\t}\n\treturn a - b\n}\n',
        },
        {
          path: "test_more.py",
          before: null,
          after: "import _pytest.runner\n\ndef test_more():\n    assert True\n",
        },
      ],
      honest: [
        {
          path: "test_more.py",
          before: null,
          after: "import pytest\n\ndef test_more():\n    with pytest.raises(ValueError):\n        int('x')\n",
        },
        {
          path: "calc.js",
          before: "import assert from 'node:assert';\nexport const add = (a, b) => a - b;\n",
          after: "import assert from 'node:assert';\nexport const add = (a, b) => a + b;\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.files)
      for (const { module, node } of newImports(file))
        if ((file.isTest ? INTERNALS : LIBRARIES).test(module))
          yield at(file, node, `imports ${module}, which belongs to the tests`);
    const named = addedMentions(change, change.sources, ({ name, use, arguments: given }) => {
      if (!GLOBALS.test(name)) return null;
      return use === "assign" || (use === "call" && name.includes(".")) || given.length > 1 ? name : null;
    });
    for (const { file, mention, key } of named) {
      if (isOwn(file, key)) continue;
      yield at(file, mention.node, `uses ${key}, which belongs to the tests`);
    }
    const patched = addedMentions(change, change.files, ({ name, use }) =>
      use === "assign" && LIBRARIES.test(name) && name.includes(".") ? name : null,
    );
    for (const file of change.files)
      for (const node of descendants(file.after.tree))
        if (node.raw === "macro_definition" && ASSERTS.test(file.after.text(node)) && file.isTouched(node))
          yield forging(file, node, "defines a macro with the name of an assertion");
    for (const { file, mention, key } of patched)
      yield forging(file, mention.node, `assigns to ${key}, which belongs to the test library`);
  },
};

/** A variable or parameter of the file that happens to be called `test` or `it`. */
function isOwn(file: ChangedFile, name: string): boolean {
  const root = name.split(".")[0] ?? "";
  return new RegExp(
    `(?:\\b(?:const|let|var|def|function|for|of|in)\\s+|[(,{]\\s*)${root}\\s*(?:[,)=}:]|=>|of\\b)`,
  ).test(file.after.source);
}
