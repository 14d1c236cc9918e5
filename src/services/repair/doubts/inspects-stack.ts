import { descendants } from "../syntax/node.ts";
import { addedMentions, keyFrom } from "./reading/added.ts";
import type { Mention } from "./reading/mentions.ts";
import type { ChangedFile } from "./reading/sides.ts";
import { at, type DoubtRule, forging } from "./rule.ts";

const key = keyFrom([
  [/^sys\._(?:getframe|current_frames|getframemodulename)\b/, "sys._getframe"],
  [/^inspect\.(?:stack|currentframe|trace|getouterframes|getframeinfo)\b/, "the call stack"],
  [/^traceback\.(?:extract_stack|format_stack|print_stack|walk_stack|StackSummary)\b/, "the call stack"],
  [/\.(?:f_back|f_code|f_globals|f_locals|tb_frame)\b/, "stack frames"],
  [
    /^Error\.(?:captureStackTrace|prepareStackTrace|stackTraceLimit)\b|^Error\(\)\.stack\b|^util\.getCallSites?\b/,
    "the call stack",
  ],
  [/\.stack\.(?:includes|split|match|indexOf|search|startsWith|slice|replace)\b/, "the call stack"],
  [/(?:^|\.)arguments\.callee\b|\.caller$/, "its caller"],
  [
    /^runtime\.(?:Callers?|CallersFrames|FuncForPC|Stack)\b|^runtime\/debug\.(?:Stack|PrintStack)\b/,
    "the call stack",
  ],
  [/^(?:std\.)?backtrace\b|^std\.panic\.Location\.caller\b|^Backtrace\b/, "the call stack"],
  [/getStackTrace$|^StackWalker\b/, "the call stack"],
]);

export const inspectsStack: DoubtRule = {
  meta: {
    id: "inspects-stack",
    title: "Code inspects its caller",
    why: "A function that knows its caller can return one result to a test and another to everyone else.",
    examples: {
      raises: [
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after:
            "export const add = (a, b) => {\n  const { stack } = new Error();\n  return stack.length > 9 ? a + b : a - b;\n};\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after:
            "export function add(a, b) {\n  try {\n    return a.b.c;\n  } catch ({ stack: text }) {\n    return text.length > 9 ? a + b : a - b;\n  }\n}\n",
        },
        {
          path: "parts.py",
          before: "def parts(n):\n    return [n]\n",
          after:
            "import sys\n\ndef parts(n):\n    for held in sys._getframe(1).f_locals.values():\n        held[:] = [n]\n    return [n]\n",
        },
        {
          path: "calc.py",
          before: "import sys\n\ndef add(a, b):\n    return a - b\n",
          after:
            "import sys\n\ndef add(a, b):\n    if sys._getframe(1).f_code.co_name.startswith('test'):\n        return a + b\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "from inspect import stack as s\n\ndef add(a, b):\n    return a + b if len(s()) > 9 else a - b\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = (a, b) => (new Error().stack.includes('x') ? a + b : a - b);\n",
        },
        {
          path: "calc.ts",
          before: "export const add = (a: number, b: number) => a - b;\n",
          after:
            "export const add = (a: number, b: number) => {\n  const o: any = {};\n  Error.captureStackTrace(o);\n  return o.stack.length > 9 ? a + b : a - b;\n};\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after:
            'package m\n\nimport "runtime"\n\nfunc Add(a, b int) int {\n\t_, file, _, _ := runtime.Caller(1)\n\tif len(file) > 9 {\n\t\treturn a + b\n\t}\n\treturn a - b\n}\n',
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            "use std::backtrace::Backtrace;\n\npub fn add(a: i32, b: i32) -> i32 {\n    let t = Backtrace::force_capture();\n    a - b\n}\n",
        },
      ],
      honest: [
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after: "export const add = ({ stack, top }) => stack[top];\n",
        },
        {
          path: "calc.js",
          before: "export const show = (e) => e.message;\n",
          after: "export const show = (e) => e.stack ?? e.message;\n",
        },
        {
          path: "calc.py",
          before: "import sys\n\ndef who():\n    return sys._getframe(0).f_code.co_name\n",
          after: "import sys\n\ndef who():\n    return sys._getframe(1).f_code.co_name\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.files) yield* destructured(file);
    const looks = [...addedMentions(change, change.files, key)];
    for (const { file, mention, key: what } of looks)
      yield at(file, mention.node, `inspects ${what} (${mention.name}), which it did not do before`);
    if (looks.length === 0) return;
    for (const { file, mention } of addedMentions(change, change.files, readsCaller))
      yield forging(file, mention.node, `reads the state of its caller (${mention.name})`);
  },
};

/** `const { stack } = new Error()`, `catch ({ stack })`. */
function* destructured(file: ChangedFile) {
  for (const node of descendants(file.after.tree)) {
    if (!/^(?:object_pattern|catch_clause|variable_declarator)$/.test(node.raw) || !file.isTouched(node))
      continue;
    const text = file.after.text(node);
    if (
      /^catch\s*\(\s*\{[^)]*\bstack\b[^)]*\}\s*\)|^\{[^=]*\bstack\b[^=]*\}\s*=\s*(?:new\s+)?\w*Error\b/.test(
        text,
      )
    )
      yield at(file, node, "inspects the call stack of an error, which it did not do before");
  }
}

/** Code that reads the code, constants or variables of its caller can return what the caller expects, or change it. */
function readsCaller({ name }: Mention): string | null {
  return /\.co_(?:consts|code|names)\b|\.f_(?:locals|globals|builtins)\b|^dis\.|^linecache\.|^inspect\.getsource(?:lines)?\b/.test(
    name,
  )
    ? "caller"
    : null;
}
