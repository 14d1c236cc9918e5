import { EVERYWHERE, limits } from "./everywhere.ts";
import { NOT_TESTS, PYTHON_HAZARDS } from "./python-hazards.ts";
import type { Starter, StarterRule } from "./starter.ts";

const MUTABLE = { any: [{ kind: "list" }, { kind: "dictionary" }, { kind: "set" }] };
const DOCSTRING = { kind: "expression_statement", has: { kind: "string" } };
const SECOND = { nthChild: 2, pattern: "$FIRST", follows: DOCSTRING };
const FIRST = { nthChild: 1, pattern: "$FIRST", not: DOCSTRING };

/** Where the function's code starts, below its docstring. */
function inFunctionWith(first: object): object {
  return {
    inside: {
      kind: "parameters",
      inside: { kind: "function_definition", has: { field: "body", has: first } },
    },
  };
}

const setInside = { at: "$FIRST", place: "line-before", write: "if $NAME is None:\n    $NAME = $VALUE" };
const plainDefault = [{ at: "$VALUE", write: "None" }, setInside];
const typedDefault = [{ at: "$TYPE", write: "$TYPE | None" }, { at: "$VALUE", write: "None" }, setInside];

function parameter(kind: string): object {
  return {
    kind,
    all: [
      { has: { field: "name", pattern: "$NAME" } },
      { has: { field: "value", ...MUTABLE, pattern: "$VALUE" } },
    ],
  };
}

const typed = { has: { field: "type", pattern: "$TYPE", not: { regex: "None|Optional|Any|[\"']" } } };
const untyped = { kind: "default_parameter" };

const MISTAKES: readonly StarterRule[] = [
  {
    id: "no-bare-except",
    severity: "major",
    message: "A bare except also catches KeyboardInterrupt and SystemExit.",
    why: "Ctrl-C and sys.exit no longer stop the program.",
    fix_hint: 'Name the exceptions; "except Exception:" if it must be all of them.',
    ast: {
      rule: {
        kind: "except_clause",
        regex: "^except\\s*:",
        not: { has: { kind: "raise_statement", regex: "^raise$", stopBy: "end" } },
      },
      fixes: [{ edits: [{ find: "except\\s*:", write: "except Exception:" }] }],
    },
    bad: "try:\n    f()\nexcept:  # whatever it is\n    g()\n",
    fixed: "try:\n    f()\nexcept Exception:  # whatever it is\n    g()\n",
    good: "try:\n    f()\nexcept ValueError:\n    g()\ntry:\n    f()\nexcept:\n    undo()\n    raise\n",
  },
  {
    id: "no-mutable-default",
    severity: "major",
    message: "The default value is shared by all calls.",
    why: "A list or dict as a default is created once, when the function is defined.",
    fix_hint: "Default to None and create the value inside the function.",
    ast: {
      rule: { any: [parameter("default_parameter"), parameter("typed_default_parameter")] },
      fixes: [
        { when: { all: [untyped, inFunctionWith(FIRST)] }, edits: plainDefault },
        { when: { all: [untyped, inFunctionWith(SECOND)] }, edits: plainDefault },
        { when: { all: [typed, inFunctionWith(FIRST)] }, edits: typedDefault },
        { when: { all: [typed, inFunctionWith(SECOND)] }, edits: typedDefault },
      ],
    },
    bad: 'def f(a, b=[], *, c: dict = {}):\n    """Adds."""\n    b.append(a)\n    return b, c\n',
    fixed:
      'def f(a, b=None, *, c: dict | None = None):\n    """Adds."""\n    if b is None:\n        b = []\n    if c is None:\n        c = {}\n    b.append(a)\n    return b, c\n',
    good: "def f(a, b=(), c=None, d=frozenset()):\n    return a\n",
  },
  {
    id: "none-by-identity",
    severity: "minor",
    message: "Compare with None by identity.",
    why: "A class can define == in any way; `is` cannot be overridden.",
    ast: { pattern: "$X == None", rewrite: "$X is None" },
    bad: "if a.b == None:\n    f()\n",
    fixed: "if a.b is None:\n    f()\n",
    good: "if a.b is None:\n    f()\n",
  },
  {
    id: "not-none-by-identity",
    severity: "minor",
    message: "Compare with None by identity.",
    why: "A class can define != in any way; `is not` cannot be overridden.",
    ast: { pattern: "$X != None", rewrite: "$X is not None" },
    bad: "if a != None:\n    f()\n",
    fixed: "if a is not None:\n    f()\n",
    good: 'if a is not None:\n    f("b != None")\n',
  },
  {
    id: "literal-by-identity",
    severity: "critical",
    message: "`is` compares identity, not the value.",
    why: "Whether two equal strings or numbers are one object depends on the interpreter; Python 3.8 warns.",
    ast: {
      rule: { any: [{ pattern: "$X is $Y" }, { pattern: "$X is not $Y" }] },
      constraints: { Y: { any: [{ kind: "string" }, { kind: "integer" }, { kind: "float" }] } },
      fixes: [
        { when: { pattern: "$X is $Y" }, edits: [{ write: "$X == $Y" }] },
        { when: { pattern: "$X is not $Y" }, edits: [{ write: "$X != $Y" }] },
      ],
    },
    bad: 'if a is "x" or b is not 1:\n    f()\n',
    fixed: 'if a == "x" or b != 1:\n    f()\n',
    good: "if a is None or b is True or c is not d:\n    f()\n",
  },
  {
    id: "no-eval",
    severity: "critical",
    message: "eval and exec run whatever they are given.",
    why: "A single untrusted string lets someone else's code run with the program's permissions.",
    applies_to: NOT_TESTS,
    ast: { rule: { any: [{ pattern: "eval($$$A)" }, { pattern: "exec($$$A)" }] } },
    bad: "x = eval(text)\n",
    good: 'x = ast.literal_eval(text)\ny = model.eval()\nz = "eval(x)"\n',
  },
  {
    id: "no-breakpoint",
    severity: "critical",
    message: "A debugger was left in the code.",
    why: "The program stops and waits for a developer who is not there.",
    ast: {
      rule: {
        any: [
          { kind: "expression_statement", has: { pattern: "breakpoint()" } },
          { kind: "expression_statement", has: { pattern: "pdb.set_trace()" } },
          { pattern: "import pdb" },
        ],
      },
      fixes: [
        {
          when: {
            kind: "expression_statement",
            any: [{ follows: { regex: "." } }, { precedes: { regex: "." } }],
          },
          edits: [{ write: "" }],
        },
      ],
    },
    bad: "def f(x):\n    breakpoint()\n    return x\n",
    fixed: "def f(x):\n    return x\n",
    good: "def f(x):\n    return set_breakpoint(x)\n",
  },
  {
    id: "assert-on-tuple",
    severity: "critical",
    message: "The assertion is always true: a tuple is never empty here.",
    why: "The parentheses make the condition and the message one tuple.",
    ast: { pattern: "assert ($A, $B)", rewrite: "assert $A, $B" },
    bad: 'assert (x > 1, "too small")\n',
    fixed: 'assert x > 1, "too small"\n',
    good: 'assert (x > 1), "too small"\nassert f(a, b)\n',
  },
  {
    id: "raise-not-implemented",
    severity: "major",
    message: "NotImplemented is a value, not an exception.",
    why: "The caller gets a TypeError that says nothing about what is missing.",
    ast: {
      rule: { any: [{ pattern: "raise NotImplemented" }, { pattern: "raise NotImplemented($$$A)" }] },
      fixes: [{ edits: [{ find: "NotImplemented", write: "NotImplementedError" }] }],
    },
    bad: "def f():\n    raise NotImplemented\n",
    fixed: "def f():\n    raise NotImplementedError\n",
    good: "def f():\n    raise NotImplementedError()\ndef __eq__(self, other):\n    return NotImplemented\n",
  },
  {
    id: "return-in-finally",
    severity: "major",
    message: "A return in finally discards the exception.",
    why: "Whatever went wrong in the try block, the caller sees success.",
    fix_hint: "Return after the try statement.",
    ast: {
      rule: {
        kind: "return_statement",
        inside: {
          kind: "finally_clause",
          stopBy: { any: [{ kind: "function_definition" }, { kind: "finally_clause" }] },
        },
      },
    },
    bad: "def f():\n    try:\n        return g()\n    finally:\n        return 1\n",
    good: "def f():\n    try:\n        return g()\n    finally:\n        close()\n",
  },
  ...PYTHON_HAZARDS,
];

const body = (lines: readonly string[]) => `def f(a):\n${lines.join("")}    return 0\n`;

/** Definite mistakes, and limits that only the worst code exceeds. */
export const PYTHON: Starter = {
  id: "python",
  title: "Starter rules for Python.",
  languages: ["python"],
  applies_to: ["**/*.py"],
  wantedBy: ["*.py"],
  path: "src/a.py",
  rules: [
    ...EVERYWHERE,
    ...MISTAKES,
    ...limits(
      { complexity: 25, functionLines: 150 },
      {
        branches: (count) =>
          body(Array.from({ length: count }, (_, at) => `    if a == ${at}:\n        return ${at}\n`)),
        nested: (depth) =>
          body(
            [...Array(depth).keys()]
              .map((at) => `${"    ".repeat(at + 1)}if a > ${at}:\n`)
              .concat(`${"    ".repeat(depth + 1)}g()\n`),
          ),
      },
    ),
    {
      id: "parameters",
      severity: "info",
      message: "The function has too many parameters.",
      why: "Callers mix them up, and every new one makes it worse.",
      metric: { measure: "parameters", max: 12 },
      bad: `def f(${Array.from({ length: 13 }, (_, at) => `a${at}`).join(", ")}):\n    pass\n`,
      good: "def f(a, b):\n    pass\n",
    },
  ],
};
