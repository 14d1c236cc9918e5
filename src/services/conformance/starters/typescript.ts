import { EVERYWHERE, limits } from "./everywhere.ts";
import type { Starter, StarterRule } from "./starter.ts";

const FUNCTIONS = {
  any: [
    { kind: "arrow_function" },
    { kind: "function_declaration" },
    { kind: "function_expression" },
    { kind: "method_definition" },
  ],
};
const STRING = { any: [{ kind: "string" }, { kind: "template_string" }] };

const MISTAKES: readonly StarterRule[] = [
  {
    id: "no-focused-tests",
    severity: "critical",
    message: "A focused test keeps all others from running.",
    why: "The build stays green even if the other tests would fail.",
    applies_to: ["**/*.{test,spec}.*"],
    ast: {
      rule: {
        kind: "member_expression",
        regex: "^(test\\.)?(describe|it|test)\\.only$",
        inside: { kind: "call_expression", field: "function" },
      },
      fixes: [{ edits: [{ find: "\\.only$", write: "" }] }],
    },
    path: "src/a.test.ts",
    bad: "it.only('x', () => {});\n",
    fixed: "it('x', () => {});\n",
    good: "it('x', () => {});\nconst x = only('it.only(1)');\n",
  },
  {
    id: "no-debugger",
    severity: "critical",
    message: "A debugger statement was left in the code.",
    why: "The program stops in every browser with open developer tools.",
    ast: { rule: { kind: "debugger_statement" }, rewrite: "" },
    bad: "f();\ndebugger;\n",
    fixed: "f();\n",
    good: "f(debuggerOf(x));\n",
  },
  {
    id: "no-eval",
    severity: "critical",
    message: "eval runs whatever it is given.",
    why: "A single untrusted string lets someone else's code run with the program's permissions.",
    ast: { rule: { any: [{ pattern: "eval($$$A)" }, { pattern: "new Function($$$A)" }] } },
    bad: "const a = eval(text);\n",
    good: "const a = JSON.parse(text);\nmodel.eval(text);\n",
  },
  {
    id: "implied-eval",
    severity: "critical",
    message: "A timer that is given a string evaluates it.",
    why: "This is eval under another name, and it runs in the global scope.",
    fix_hint: "Pass a function.",
    ast: {
      rule: { any: [{ pattern: "setTimeout($S, $$$A)" }, { pattern: "setInterval($S, $$$A)" }] },
      constraints: { S: STRING },
    },
    bad: 'setTimeout("tick()", 10);\n',
    good: "setTimeout(tick, 10);\n",
  },
  {
    id: "no-ts-ignore",
    severity: "minor",
    message: "Use @ts-expect-error, so that the comment must be removed when the error is gone.",
    why: "@ts-ignore also hides the next error on that line.",
    pattern: { regex: "(//|/\\*)\\s*@ts-ignore", replace: "$1 @ts-expect-error" },
    bad: ["// @ts", "ignore\nf(1);\n"].join("-"),
    fixed: "// @ts-expect-error\nf(1);\n",
    good: "// @ts-expect-error: the types are wrong\nf(1);\n",
  },
  {
    id: "no-var",
    severity: "minor",
    message: "var is visible outside its block.",
    why: "Two loops that use the same name share one variable.",
    fix_hint: "Write const, or let if it is reassigned.",
    ast: {
      language: ["typescript", "tsx"],
      rule: { kind: "variable_declaration", not: { inside: { kind: "ambient_declaration", stopBy: "end" } } },
    },
    bad: "var a = 1;\n",
    good: "const a = 1;\ndeclare var b: number;\ndeclare global {\n  var c: number;\n}\n",
  },
  {
    id: "no-empty-catch",
    severity: "major",
    message: "The error is swallowed.",
    why: "When something breaks later, the cause is unknown.",
    fix_hint:
      "Handle it, say in a comment why it does not matter, or write `catch {` to show that it is meant.",
    ast: {
      rule: {
        kind: "catch_clause",
        all: [
          { has: { field: "body", regex: "^\\{\\s*\\}$" } },
          { has: { field: "parameter", not: { regex: "^_|^(ignored?|unused|expected)$" } } },
        ],
      },
    },
    bad: "try {\n  f();\n} catch (error) {}\n",
    good: "try {\n  f();\n} catch (error) {\n  // the file is optional\n}\ntry {\n  g();\n} catch {}\n",
  },
  {
    id: "typeof-typo",
    severity: "critical",
    message: "typeof never returns this.",
    why: "The comparison has the same result for every value.",
    ast: {
      rule: {
        any: [
          { pattern: "typeof $X === $S" },
          { pattern: "typeof $X !== $S" },
          { pattern: "typeof $X == $S" },
          { pattern: "typeof $X != $S" },
        ],
      },
      constraints: {
        S: {
          kind: "string",
          not: { regex: "^.(undefined|object|boolean|number|string|function|symbol|bigint|unknown|date).$" },
        },
      },
    },
    bad: 'if (typeof x === "undefind") f();\n',
    good: 'if (typeof x === "undefined" || typeof x === typeof y) f();\n',
  },
  {
    id: "async-for-each",
    severity: "major",
    message: "forEach does not wait for an async function.",
    why: "The code after it runs first, and an error inside becomes an unhandled rejection.",
    fix_hint: "for (const x of list) await …, or await Promise.all(list.map(…)).",
    ast: {
      rule: {
        kind: "call_expression",
        all: [
          {
            has: {
              field: "function",
              kind: "member_expression",
              has: { field: "property", regex: "^forEach$" },
            },
          },
          {
            has: {
              field: "arguments",
              has: {
                nthChild: 1,
                regex: "^async\\b",
                any: [{ kind: "arrow_function" }, { kind: "function_expression" }],
              },
            },
          },
        ],
      },
    },
    bad: "list.forEach(async (x) => {\n  await save(x);\n});\n",
    good: "for (const x of list) await save(x);\nawait Promise.all(list.map(async (x) => save(x)));\n",
  },
  {
    id: "async-promise-executor",
    severity: "major",
    message: "An error in an async executor is lost.",
    why: "It rejects the executor's own promise, which is discarded, and the new promise never settles.",
    ast: {
      rule: {
        kind: "new_expression",
        all: [
          { has: { field: "constructor", regex: "^Promise$" } },
          { has: { field: "arguments", has: { nthChild: 1, regex: "^async\\b" } } },
        ],
      },
    },
    bad: "const p = new Promise(async (resolve) => resolve(await f()));\n",
    good: "const p = new Promise((resolve) => setTimeout(resolve, 1));\n",
  },
  {
    id: "delete-array-element",
    severity: "major",
    message: "delete leaves a hole in the array.",
    why: "The length stays the same, and the element reads as undefined.",
    fix_hint: "Use splice.",
    ast: { pattern: "delete $A[$I]", constraints: { I: { kind: "number" } } },
    bad: "delete list[0];\n",
    good: "delete map[key];\nlist.splice(0, 1);\n",
  },
  {
    id: "nan-comparison",
    severity: "critical",
    message: "NaN is equal to nothing, not even itself.",
    why: "The comparison has the same result for every value.",
    ast: {
      rule: {
        any: [
          { pattern: "$X === NaN" },
          { pattern: "$X == NaN" },
          { pattern: "$X !== NaN" },
          { pattern: "$X != NaN" },
        ],
      },
      fixes: [
        {
          when: { any: [{ pattern: "$X === NaN" }, { pattern: "$X == NaN" }] },
          edits: [{ write: "Number.isNaN($X)" }],
        },
        { edits: [{ write: "!Number.isNaN($X)" }] },
      ],
    },
    bad: "if (x === NaN || y !== NaN) f();\n",
    fixed: "if (Number.isNaN(x) || !Number.isNaN(y)) f();\n",
    good: "if (Number.isNaN(x)) f();\n",
  },
  {
    id: "new-buffer",
    severity: "critical",
    message: "new Buffer with a number returns uninitialized memory.",
    why: "Old data from the memory of the process can leak. It has been deprecated since Node 6.",
    ast: {
      rule: { any: [{ pattern: "new Buffer($X)" }, { pattern: "new Buffer($X, $E)" }] },
      fixes: [
        { when: { pattern: "new Buffer($X, $E)" }, edits: [{ write: "Buffer.from($X, $E)" }] },
        {
          when: {
            has: {
              field: "arguments",
              has: { any: [{ kind: "string" }, { kind: "array" }, { kind: "template_string" }] },
            },
          },
          edits: [{ write: "Buffer.from($X)" }],
        },
      ],
    },
    bad: 'const b = new Buffer(text, "base64");\nconst c = new Buffer([1]);\n',
    fixed: 'const b = Buffer.from(text, "base64");\nconst c = Buffer.from([1]);\n',
    good: "const b = Buffer.from(text);\nconst c = Buffer.alloc(10);\n",
  },
  {
    id: "return-in-finally",
    severity: "major",
    message: "A return in finally discards the error.",
    why: "Whatever went wrong in the try block, the caller sees success.",
    fix_hint: "Return after the try statement.",
    ast: {
      rule: {
        kind: "return_statement",
        inside: { kind: "finally_clause", stopBy: { any: [{ kind: "finally_clause" }, ...FUNCTIONS.any] } },
      },
    },
    bad: "function f() {\n  try {\n    g();\n  } finally {\n    return 1;\n  }\n}\n",
    good: "function f() {\n  try {\n    return g();\n  } finally {\n    close(() => {\n      return 1;\n    });\n  }\n}\n",
  },
  {
    id: "throw-literal",
    severity: "major",
    message: "The thrown value has no stack trace.",
    why: "A string has no stack trace and does not pass `instanceof Error`.",
    ast: { pattern: "throw $S", constraints: { S: STRING }, rewrite: "throw new Error($S);" },
    bad: 'throw "no such file";\n',
    fixed: 'throw new Error("no such file");\n',
    good: 'throw new Error("no such file");\nthrow error;\n',
  },
  {
    id: "negated-left-operand",
    severity: "critical",
    message: "Only the left operand is negated.",
    why: "`!a in b` is `(!a) in b`, which looks for the key true or false.",
    ast: {
      rule: { any: [{ pattern: "!$A in $B" }, { pattern: "!$A instanceof $B" }] },
      fixes: [
        { when: { pattern: "!$A in $B" }, edits: [{ write: "!($A in $B)" }] },
        { edits: [{ write: "!($A instanceof $B)" }] },
      ],
    },
    bad: "if (!key in map || !x instanceof Map) f();\n",
    fixed: "if (!(key in map) || !(x instanceof Map)) f();\n",
    good: "if (!(key in map)) f();\n",
  },
  {
    id: "literal-comparison",
    severity: "critical",
    message: "A new object or array is equal to nothing.",
    why: "The comparison has the same result for every value.",
    ast: {
      rule: { any: [{ pattern: "$X === $Y" }, { pattern: "$X !== $Y" }] },
      constraints: { Y: { any: [{ kind: "array" }, { kind: "object" }, { kind: "regex" }] } },
    },
    bad: "if (list === []) f();\n",
    good: "if (list.length === 0 || kind === 'array') f();\n",
  },
  {
    id: "assignment-in-condition",
    severity: "major",
    message: "A condition assigns.",
    why: "It is usually a comparison with one = too few; a second pair of parentheses marks it as intended.",
    ast: {
      rule: {
        kind: "if_statement",
        has: { field: "condition", has: { kind: "assignment_expression" } },
      },
    },
    bad: "if (a = b) f();\n",
    good: "if (a === b) f();\nif ((match = next())) f();\n",
  },
  {
    id: "unawaited-expect",
    severity: "major",
    message: "The assertion is not awaited.",
    why: "The test ends first, and passes no matter what the assertion finds.",
    fix_hint: "await it, or return it.",
    applies_to: ["**/*.{test,spec}.*", "**/__tests__/**"],
    path: "src/a.test.ts",
    ast: {
      rule: {
        kind: "expression_statement",
        has: { kind: "call_expression", regex: "^expect\\([\\s\\S]*\\)\\s*\\.(resolves|rejects)\\." },
      },
      fixes: [
        {
          when: { inside: { ...FUNCTIONS, regex: "^async\\b", stopBy: FUNCTIONS } },
          edits: [{ find: "^", write: "await " }],
        },
      ],
    },
    bad: "it('x', async () => {\n  expect(f()).rejects.toThrow();\n});\n",
    fixed: "it('x', async () => {\n  await expect(f()).rejects.toThrow();\n});\n",
    good: "it('x', async () => {\n  await expect(f()).rejects.toThrow();\n  return expect(g()).resolves.toBe(1);\n});\n",
  },
  {
    id: "wrapper-objects",
    severity: "major",
    message: "A wrapper object is not the value it wraps.",
    why: "new Boolean(false) is true in a condition, and new String(a) === a is false.",
    ast: {
      pattern: "new $T($X)",
      constraints: { T: { regex: "^(String|Number|Boolean)$" } },
      rewrite: "$T($X)",
    },
    bad: "const a = new Boolean(b);\n",
    fixed: "const a = Boolean(b);\n",
    good: "const a = Boolean(b);\nconst c = new Map(d);\n",
  },
  {
    id: "no-import-circles",
    severity: "major",
    message: "Files import one another in a cycle.",
    why: "Which file runs first depends on the import order; the other one sees undefined.",
    layers: {},
    path: "a.ts",
    bad: 'import { b } from "./a.ts";\nexport const a = b;\n',
    good: 'import { b } from "./b.ts";\n',
  },
  {
    id: "file-length",
    severity: "info",
    message: "The file is too long.",
    why: "It probably has more than one purpose, and changes conflict more often.",
    metric: { measure: "file_lines", max: 1000 },
    bad: "f();\n".repeat(1001),
    good: "f();\n".repeat(1000),
  },
];

const body = (lines: readonly string[]) => `function f(a) {\n${lines.join("")}  return 0;\n}\n`;

export const ECMASCRIPT_FILES = [
  "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}",
  "!**/*.min.js",
  "!**/dist/**",
  "!**/vendor/**",
];

/** Definite mistakes in TypeScript and JavaScript, and limits that only the worst code exceeds. */
export const TYPESCRIPT: Starter = {
  id: "typescript",
  title: "Starter rules for TypeScript and JavaScript.",
  languages: ["typescript", "tsx", "javascript"],
  applies_to: ECMASCRIPT_FILES,
  wantedBy: ["*.ts", "*.tsx", "*.js", "*.jsx"],
  path: "src/a.ts",
  rules: [
    ...EVERYWHERE,
    ...MISTAKES,
    ...limits(
      { complexity: 25 },
      {
        branches: (count) =>
          body(Array.from({ length: count }, (_, at) => `  if (a === ${at}) return ${at};\n`)),
        nested: (depth) => body([`${"if (a) { ".repeat(depth)}g();${" }".repeat(depth)}\n`]),
      },
    ),
  ],
};
