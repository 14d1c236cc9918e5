import { expect, it } from "vitest";
import { python } from "../languages/python.ts";
import { descendants } from "../syntax/node.ts";
import { applyEdits } from "./apply.ts";
import { insertBefore } from "./edits.ts";
import { openSource } from "./source.ts";

it.each([
  [
    "after a docstring",
    'def f(a):\n    """Says."""\n    g(a)\n',
    'def f(a):\n    """Says."""\n    h()\n    g(a)\n',
  ],
  ["before any other statement", "def f(a):\n    g(a)\n", "def f(a):\n    h()\n    g(a)\n"],
])("code is inserted %s", (_, before, after) => {
  const context = openSource({ path: "m.py", text: before }, python);
  const first = descendants(context.tree).find(({ kind }) => kind === "block")?.children[0];
  if (first === undefined) throw new Error("the function has no body");
  const edits = insertBefore(context, first, "h()").edits.map((edit) => ({ ...edit, path: "m.py" }));
  expect(applyEdits(edits, new Map([["m.py", before]])).get("m.py")).toBe(after);
});
