import { descendants, enclosingFunction, type SyntaxNode } from "../syntax/node.ts";
import type { ChangedFile } from "./reading/sides.ts";
import { at, type DoubtRule, type RaisedDoubt } from "./rule.ts";

const STARTED = /\bpatch\b[\s\S]*\.start\(\s*\)$|^sinon\.(?:stub|replace)\b/;

export const patchesFromTests: DoubtRule = {
  meta: {
    id: "patches-from-tests",
    title: "A test file changes the code under test when it is loaded",
    why: "Other tests that run in the same process then test the changed code, and the bug stays.",
    examples: {
      raises: [
        {
          path: "tests/test_more.py",
          before: null,
          after:
            "import calc\n\ncalc.add = lambda a, b: a + b\n\n\ndef test_more():\n    assert calc.add(1, 1) == 2\n",
        },
        {
          path: "tests/test_more.py",
          before: null,
          after:
            "from unittest.mock import patch\n\npatch('calc.add', sum).start()\n\n\ndef test_more():\n    assert 1 == 1\n",
        },
        {
          path: "tests/test_more.py",
          before: null,
          after: "import calc\n\nsetattr(calc, 'add', sum)\n\n\ndef test_more():\n    assert 1 == 1\n",
        },
        {
          path: "test/more.test.js",
          before: null,
          after:
            "import { Cart } from '../src/cart.js';\nimport { test } from 'node:test';\nCart.prototype.total = () => 3;\ntest('more', () => {});\n",
        },
        {
          path: "more_test.go",
          before: null,
          after:
            'package m\n\nimport "testing"\n\nvar _ = setRate(3)\n\nfunc setRate(n int) int {\n\trate = n\n\treturn n\n}\n\nfunc TestMore(t *testing.T) {}\n',
        },
      ],
      honest: [
        {
          path: "tests/test_more.py",
          before: null,
          after:
            "import calc\nimport pytest\n\npytestmark = pytest.mark.parametrize('n', [1])\nexpected = calc.add(1, 1)\n\n\ndef test_more(monkeypatch, n):\n    monkeypatch.setattr(calc, 'add', sum)\n    assert expected == 2\n",
        },
        {
          path: "test/more.test.js",
          before: null,
          after:
            "import { Cart } from '../src/cart.js';\nimport { test } from 'node:test';\nconst cart = new Cart();\ncart.rate = 3;\ntest('more', () => {\n  cart.rate = 4;\n});\n",
        },
        {
          path: "more_test.go",
          before: null,
          after:
            'package m\n\nimport "testing"\n\nvar cases = build()\n\nfunc build() []int {\n\treturn nil\n}\n\nfunc TestMore(t *testing.T) {}\n',
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.files) if (file.isTest) yield* patches(file);
  },
};

function* patches(file: ChangedFile): Generator<RaisedDoubt> {
  const names = importedNames(file);
  for (const node of descendants(file.after.tree)) {
    if (!file.isTouched(node) || isInside(node)) continue;
    const text = file.after.text(node);
    if (node.role === "target" && node.kind === "attribute" && names.has(/^\w+/.exec(text)?.[0] ?? ""))
      yield at(file, node, `changes ${text} while the tests are loaded`);
    if (node.kind === "call" && (STARTED.test(text) || isSetting(node, names, file)))
      yield at(file, node, `replaces code while the tests are loaded: ${text.slice(0, 60)}`);
    if (file.language.id === "go" && node.raw === "var_declaration" && /^var\s+_\s*=\s*\w+\(/.test(text))
      yield at(file, node, "calls code while the tests are loaded");
  }
}

/** `setattr(calc, ...)`, `Object.assign(Cart.prototype, ...)`. */
function isSetting(node: SyntaxNode, names: ReadonlySet<string>, file: ChangedFile): boolean {
  const text = file.after.text(node);
  const target = /^(?:setattr|Object\.(?:assign|definePropert(?:y|ies)))\(\s*(\w+)/.exec(text)?.[1];
  return target !== undefined && names.has(target);
}

/** Functions, and callbacks of tests, run later. */
function isInside(node: SyntaxNode): boolean {
  if (enclosingFunction(node) !== null) return true;
  for (let each = node.parent; each !== null; each = each.parent)
    if (each.kind === "lambda" || each.kind === "class") return true;
  return false;
}

function importedNames(file: ChangedFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { node } of file.after.imported)
    for (const [name] of withoutTexts(file.after.text(node)).matchAll(/[A-Za-z_]\w*/g)) found.add(name);
  return found;
}

function withoutTexts(code: string): string {
  return code.replaceAll(/"[^"]*"|'[^']*'/g, "");
}
