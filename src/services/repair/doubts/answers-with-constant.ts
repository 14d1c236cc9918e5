import { child, returnsOf, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { changedRoutines, parametersOf } from "./reading/functions.ts";
import { literalAt } from "./reading/literals.ts";
import type { Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

export const answersWithConstant: DoubtRule = {
  meta: {
    id: "answers-with-constant",
    title: "A function returns a constant",
    why: "Every return statement returns the same literal, regardless of the arguments. It passes tests that expect only that result.",
    examples: {
      raises: [
        {
          path: "even.py",
          before: "def even(n):\n    if n % 2 == 1:\n        return False\n    return True\n",
          after: "def even(n):\n    if n % 2 == 1:\n        return False\n    return False\n",
        },
        {
          path: "add.js",
          before: "export function add(a, b) {\n  return a - b;\n}\n",
          after: "export function add(a, b) {\n  return 5;\n}\n",
        },
        {
          path: "add.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after: "package m\n\nfunc Add(a, b int) int {\n\treturn 5\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn ok(n: i32) -> bool {\n    return n > 3;\n}\n",
          after: "pub fn ok(n: i32) -> bool {\n    return true;\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after: "pub fn add(a: i32, b: i32) -> i32 {\n    5\n}\n",
        },
        {
          path: "add.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after: "export const add = (a: number, b: number) => 5;\n",
        },
      ],
      honest: [
        {
          path: "even.py",
          before: "def even(n):\n    return n % 2 == 1\n",
          after: "def even(n):\n    if n % 2 == 1:\n        return False\n    return True\n",
        },
        {
          path: "limits.py",
          before: "def limit():\n    return 10\n",
          after: "def limit():\n    return 20\n",
        },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources) {
      for (const { name, before, after } of changedRoutines(file)) {
        const constant = constantOf(after, file.after);
        if (constant === null || parametersOf(after, file.after).length === 0) continue;
        const earlier = before === null || file.before === null ? null : answersOf(before, file.before);
        const isDropped = earlier !== null && earlier.length > 0 && earlier.some((each) => each === null);
        const isOneOfSeveral = answersOf(after, file.after).length > 1;
        if (before === null ? !isOneOfSeveral : !isDropped && !(isOneOfSeveral && new Set(earlier).size > 1))
          continue;
        yield at(file, after, `makes ${name || "a function"} return ${constant} for every input`);
      }
    }
  },
};

function constantOf(routine: SyntaxNode, side: Side): string | null {
  const answers = new Set(answersOf(routine, side));
  const [only] = answers;
  return answers.size === 1 && only !== undefined ? only : null;
}

/** The value of each return, null for anything other than a literal. */
function answersOf(routine: SyntaxNode, side: Side): readonly (string | null)[] {
  const values = returnsOf(routine).map((each) => each.children[0]);
  const tail = tailOf(routine);
  return [...values, ...(tail === null ? [] : [tail])].map((value) => {
    const literal = value === undefined ? null : literalAt(innermost(value), side);
    return literal === null ? null : literal.value;
  });
}

function innermost(node: SyntaxNode): SyntaxNode {
  const inner = unwrap(node);
  const operand = inner.kind === "unary" ? inner.children.at(-1) : undefined;
  return operand ?? inner;
}

/** The last expression of a Rust block, or the body of an arrow function. */
function tailOf(routine: SyntaxNode): SyntaxNode | null {
  const body = child(routine, "body");
  if (body === null || body.kind !== "block") return body;
  const last = body.children.at(-1);
  return routine.raw === "function_item" && last !== undefined && isTail(last) ? last : null;
}

function isTail(node: SyntaxNode): boolean {
  return !["expression-statement", "assign", "return", "declaration", "import", "closed", "comment"].includes(
    node.kind,
  );
}
