import { expect, it } from "vitest";
import { isPythonIndented } from "./python-indentation.ts";

it.each([
  ["", true],
  ["x = 1\n", true],
  ["def f():\n    x = 1\n\n    # note\n  # odd note\n    return x\n", true],
  ["if a: b\nc\n", true],
  ["if a:  # why\n    b\n", true],
  ["x = {\n  'a': 1,\n      'b': [\n 2],\n}\ny = 1\n", true],
  ["x = '''\n   text:\n'''\ny = 1\n", true],
  ['x = f"""\n  {a}:\n"""\n', true],
  ["x = 'it\\'s'\ny = 1\n", true],
  ["x = 1 + \\\n    2\ny = 3\n", true],
  ["def f():\r\n\tx = 1\r\n", true],
  ["a = b[1:\n  2]\nc\n", true],
  ["def f():\nx = 1\n", false],
  ["x = 1\n  y = 2\n", false],
  ["def f():\n    x\n  y\n", false],
  ["def f():\n    if x:\n    y\n", false],
  ["def f():\n", false],
])("%j is %s", (text, valid) => {
  expect(isPythonIndented(text)).toBe(valid);
});
