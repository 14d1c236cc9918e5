import type { Starter, StarterRule } from "./starter.ts";
import { ECMASCRIPT_FILES } from "./typescript.ts";

const NOT_FOR_PROGRAMS = [
  "!**/cli/**",
  "!**/bin/**",
  "!**/scripts/**",
  "!**/examples/**",
  "!**/*.{test,spec}.*",
  "!*.config.*",
];
const TYPED_LANGUAGES = ["typescript", "tsx"];
const TYPED = ["*.{ts,tsx,mts,cts}", "!*.d.ts"];

const RULES: readonly StarterRule[] = [
  {
    id: "floating-promise-all",
    severity: "major",
    message: "These promises are not awaited.",
    why: "An error in one of them is an unhandled rejection, which ends the Node process.",
    fix_hint: "await it, return it, or write `void` if this is intended.",
    ast: {
      rule: {
        kind: "expression_statement",
        has: {
          kind: "call_expression",
          has: { field: "function", regex: "^Promise\\.(all|allSettled|race|any)$" },
        },
      },
    },
    bad: "Promise.all(list.map(save));\n",
    good: "await Promise.all(list.map(save));\nvoid Promise.all(list);\nPromise.all(list).catch(report);\n",
  },
  {
    id: "parse-int-radix",
    severity: "info",
    message: "parseInt without a radix reads 0x as hexadecimal.",
    why: "The radix states what is expected.",
    ast: {
      rule: { any: [{ pattern: "parseInt($X)" }, { pattern: "Number.parseInt($X)" }] },
      fixes: [{ edits: [{ find: ",?\\s*\\)$", write: ", 10)" }] }],
    },
    bad: "const a = parseInt(text);\n",
    fixed: "const a = parseInt(text, 10);\n",
    good: "const a = parseInt(text, 16);\nlist.map(parseInt);\n",
  },
  {
    id: "strict-equality",
    severity: "minor",
    message: "== converts its operands before it compares.",
    why: "0 == '' and null == undefined are true; only the second is ever meant, so == null is allowed.",
    ast: {
      rule: { any: [{ pattern: "$X == $Y" }, { pattern: "$X != $Y" }] },
      constraints: {
        X: { not: { regex: "^(null|undefined)$" } },
        Y: { not: { regex: "^(null|undefined)$" } },
      },
      fixes: [
        { when: { pattern: "typeof $X2 == $Y" }, edits: [{ write: "typeof $X2 === $Y" }] },
        { when: { pattern: "typeof $X2 != $Y" }, edits: [{ write: "typeof $X2 !== $Y" }] },
      ],
    },
    bad: 'if (typeof a == "string") f();\n',
    fixed: 'if (typeof a === "string") f();\n',
    good: "if (a === b || c == null || d != null) f();\n",
  },
  {
    id: "no-any",
    severity: "minor",
    message: "any turns off type checking.",
    why: "Everything it touches is unchecked too; unknown requires a check first.",
    applies_to: TYPED,
    ast: { language: TYPED_LANGUAGES, rule: { kind: "predefined_type", regex: "^any$" } },
    bad: "function f(a: any) {}\n",
    good: "function f(a: unknown, any: string) {}\n",
  },
  {
    id: "no-non-null",
    severity: "minor",
    message: "The ! only silences the compiler.",
    why: "If the value is missing after all, the error occurs later and elsewhere.",
    applies_to: [...TYPED, "!**/*.{test,spec}.*"],
    ast: { language: TYPED_LANGUAGES, rule: { kind: "non_null_expression" } },
    bad: "const a = map.get(key)!;\n",
    good: "const a = map.get(key) ?? none;\nif (!a) f();\n",
  },
  {
    id: "no-console-log",
    severity: "minor",
    message: "console.log cannot be switched off or filtered.",
    why: "It is usually left over from debugging; a logger lets the user decide.",
    applies_to: NOT_FOR_PROGRAMS,
    ast: { pattern: "console.log($$$A)" },
    bad: "console.log(a);\n",
    good: "log.info(a);\nconsole.error(b);\n",
  },
  {
    id: "new-array",
    severity: "info",
    message: "new Array(3) has three holes, new Array(3, 4) has two elements.",
    why: "A literal has exactly the elements it shows.",
    ast: {
      rule: {
        kind: "new_expression",
        all: [
          { has: { field: "constructor", regex: "^Array$" } },
          { has: { field: "arguments", any: [{ regex: "^\\(\\s*\\)$" }, { has: { nthChild: 2 } }] } },
        ],
        regex: "^new Array\\(",
      },
      fixes: [
        {
          edits: [
            { find: "^new Array\\(", write: "[" },
            { find: "\\)$", write: "]" },
          ],
        },
      ],
    },
    bad: "const a = new Array();\nconst b = new Array(x, y);\n",
    fixed: "const a = [];\nconst b = [x, y];\n",
    good: "const a = [];\nconst b = new Array(length);\nconst c = new Array<number>();\n",
  },
  {
    id: "substr",
    severity: "info",
    message: "substr is deprecated.",
    why: "It takes a length, while slice and substring take an end, and engines need not support it.",
    ast: {
      rule: { any: [{ pattern: "$S.substr($A)" }, { pattern: "$S.substr($A, $B)" }] },
      fixes: [{ when: { pattern: "$S.substr($A)" }, edits: [{ write: "$S.slice($A)" }] }],
    },
    bad: "const a = text.substr(2);\n",
    fixed: "const a = text.slice(2);\n",
    good: "const a = text.slice(2, 4);\n",
  },
  {
    id: "trim-names",
    severity: "info",
    message: "The methods are called trimStart and trimEnd.",
    why: "trimLeft and trimRight are aliases for old pages.",
    ast: {
      rule: { any: [{ pattern: "$S.trimLeft()" }, { pattern: "$S.trimRight()" }] },
      fixes: [
        { when: { pattern: "$S.trimLeft()" }, edits: [{ write: "$S.trimStart()" }] },
        { edits: [{ write: "$S.trimEnd()" }] },
      ],
    },
    bad: "const a = text.trimLeft();\nconst b = text.trimRight();\n",
    fixed: "const a = text.trimStart();\nconst b = text.trimEnd();\n",
    good: "const a = text.trimStart();\n",
  },
  {
    id: "jest-names",
    severity: "minor",
    message: "The matcher has another name.",
    why: "Jest 30 removed the aliases.",
    applies_to: ["**/*.{test,spec}.*", "**/__tests__/**"],
    path: "src/a.test.ts",
    ast: {
      rule: {
        kind: "property_identifier",
        regex: "^(toBeCalled|toBeCalledTimes|toBeCalledWith|lastCalledWith|toThrowError)$",
        inside: { kind: "member_expression", regex: "^expect\\(" },
      },
      fixes: [
        { when: { regex: "^toThrowError$" }, edits: [{ write: "toThrow" }] },
        { when: { regex: "^lastCalledWith$" }, edits: [{ write: "toHaveBeenLastCalledWith" }] },
        { edits: [{ find: "^toBe", write: "toHaveBeen" }] },
      ],
    },
    bad: "expect(f).toBeCalledWith(1);\nexpect(f).toThrowError();\n",
    fixed: "expect(f).toHaveBeenCalledWith(1);\nexpect(f).toThrow();\n",
    good: "expect(f).toHaveBeenCalledWith(1);\n",
  },
  {
    id: "has-own",
    severity: "info",
    message: "The object may lack hasOwnProperty or override it.",
    why: "This happens with JSON data and objects without a prototype; Object.hasOwn works with every object.",
    ast: {
      rule: {
        pattern: "$O.hasOwnProperty($K)",
        not: { pattern: "Object.prototype.hasOwnProperty($K)" },
      },
      rewrite: "Object.hasOwn($O, $K)",
    },
    bad: "if (map.hasOwnProperty(key)) f();\n",
    fixed: "if (Object.hasOwn(map, key)) f();\n",
    good: "if (Object.hasOwn(map, key) || Object.prototype.hasOwnProperty.call(map, key)) f();\n",
  },
  {
    id: "primitive-types",
    severity: "minor",
    message: "Primitive types are lowercase.",
    why: "String is the type of the wrapper object, which is almost never meant.",
    applies_to: TYPED,
    ast: {
      language: TYPED_LANGUAGES,
      rule: { kind: "type_identifier", regex: "^(String|Number|Boolean)$" },
      fixes: [
        { when: { regex: "^S" }, edits: [{ write: "string" }] },
        { when: { regex: "^N" }, edits: [{ write: "number" }] },
        { edits: [{ write: "boolean" }] },
      ],
    },
    bad: "function f(a: String): Boolean {\n  return a === b;\n}\n",
    fixed: "function f(a: string): boolean {\n  return a === b;\n}\n",
    good: "function f(a: string): boolean {\n  return Boolean(a);\n}\n",
  },
  {
    id: "useless-catch",
    severity: "info",
    message: "The catch only throws the error again.",
    why: "Without it the program behaves the same, and there is less to read.",
    ast: {
      rule: {
        kind: "catch_clause",
        all: [
          { has: { field: "parameter", pattern: "$E" } },
          { has: { field: "body", kind: "statement_block", has: { nthChild: 1, pattern: "throw $E" } } },
        ],
        not: { inside: { kind: "try_statement", has: { kind: "finally_clause" } } },
      },
    },
    bad: "try {\n  f();\n} catch (error) {\n  throw error;\n}\n",
    good: "try {\n  f();\n} catch (error) {\n  throw new Failure(error);\n}\n",
  },
  {
    id: "json-clone",
    severity: "info",
    message: "A copy through JSON loses dates, maps, undefined and more.",
    why: "structuredClone keeps them, and fails on what it cannot copy.",
    ast: { pattern: "JSON.parse(JSON.stringify($X))" },
    bad: "const a = JSON.parse(JSON.stringify(b));\n",
    good: "const a = structuredClone(b);\n",
  },
  {
    id: "index-of",
    severity: "info",
    message: "includes is clearer.",
    why: "A forgotten `!== -1` is true for everything but the first element.",
    ast: {
      rule: {
        any: [
          { pattern: "$A.indexOf($X) !== -1" },
          { pattern: "$A.indexOf($X) > -1" },
          { pattern: "$A.indexOf($X) >= 0" },
          { pattern: "$A.indexOf($X) === -1" },
          { pattern: "$A.indexOf($X) < 0" },
        ],
      },
      fixes: [
        {
          when: { any: [{ pattern: "$A.indexOf($X) === -1" }, { pattern: "$A.indexOf($X) < 0" }] },
          edits: [{ write: "!$A.includes($X)" }],
        },
        { edits: [{ write: "$A.includes($X)" }] },
      ],
    },
    bad: "if (list.indexOf(a) !== -1 || list.indexOf(b) < 0) f();\n",
    fixed: "if (list.includes(a) || !list.includes(b)) f();\n",
    good: "if (list.includes(a) || list.indexOf(b) > 2) f();\n",
  },
];

/** Rules that TypeScript reviewers argue about, for teams that have agreed on them. */
export const TYPESCRIPT_STRICT: Starter = {
  id: "typescript-strict",
  title: "Stricter rules for TypeScript and JavaScript, on top of the starter rules.",
  languages: ["typescript", "tsx", "javascript"],
  applies_to: ECMASCRIPT_FILES,
  wantedBy: [],
  path: "src/a.ts",
  rules: RULES,
};
