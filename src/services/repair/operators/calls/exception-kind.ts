import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { child, descendants, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["exception-kind"];

const COMMON: Readonly<Record<string, readonly string[]>> = {
  python: [
    "ValueError",
    "TypeError",
    "KeyError",
    "IndexError",
    "ZeroDivisionError",
    "AttributeError",
    "RuntimeError",
  ],
  javascript: ["Error", "TypeError", "RangeError", "SyntaxError"],
  typescript: ["Error", "TypeError", "RangeError", "SyntaxError"],
};

/** What the body of a `try` statement may raise in Python, by what it calls. */
const RAISED: readonly (readonly [calls: RegExp, names: readonly string[]])[] = [
  [/\bimport_module\(|\b__import__\(|^\s*(?:import|from) /m, ["ImportError", "ModuleNotFoundError"]],
  [
    /\bopen\(|\.(?:read|write)_(?:text|bytes)\(|\b(?:os|shutil)\.\w+\(|\.(?:unlink|stat|mkdir)\(/,
    ["OSError", "FileNotFoundError"],
  ],
  [/\bjson\.loads?\(/, ["json.JSONDecodeError", "ValueError"]],
  [/\.decode\(/, ["UnicodeDecodeError"]],
  [/\bDecimal\(/, ["InvalidOperation"]],
  [/\bnext\(/, ["StopIteration"]],
  [/\bsubprocess\.\w+\(/, ["subprocess.CalledProcessError"]],
  [/\bget_nowait\(|\.get\([^)]*timeout=/, ["queue.Empty"]],
  [/\bwait_for\(/, ["asyncio.TimeoutError"]],
];

export const exceptionKind: Operator = {
  meta: {
    id: "exception-kind",
    title: "Use a different kind of exception",
    why: "The wrong exception raised, or the wrong one caught.",
    cost: costs.prior,
    kinds: ["throw", "catch"],
    most: 20,
    examples: [
      {
        language: "python",
        before: "def f():\n    raise KeyError('x')",
        after: "def f():\n    raise ValueError('x')",
      },
      {
        language: "python",
        before: "try:\n    f()\nexcept KeyError:\n    g()",
        after: "try:\n    f()\nexcept IndexError:\n    g()",
      },
      {
        language: "python",
        before: "try:\n    m = importlib.import_module(s)\nexcept KeyError:\n    g()",
        after: "try:\n    m = importlib.import_module(s)\nexcept ImportError:\n    g()",
      },
      { language: "javascript", before: "throw new Error('x');", after: "throw new RangeError('x');" },
      { language: "typescript", before: "throw new Error('x');", after: "throw new TypeError('x');" },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    raise a" },
      { language: "javascript", code: "function f(a) { throw a; }" },
    ],
  },
  *propose(site, context) {
    const body = child(site, "body") ?? site.children.find((each) => each.kind === "block");
    const seen = [...new Set(context.source.match(/\b[A-Z]\w*(?:Error|Exception)\b/g) ?? [])];
    const raised = raisedIn(site, context);
    const others = [...raised, ...seen, ...(COMMON[context.language.id] ?? [])];
    for (const node of descendants(site)) {
      if (body !== undefined && body !== null && node.start >= body.start) continue;
      if (node.kind !== "identifier" || !/(?:Error|Exception)$/.test(context.text(node))) continue;
      for (const other of new Set(others)) {
        if (other !== context.text(node)) {
          const isKnown = seen.includes(other) || raised.includes(other);
          yield put(node, other, isKnown ? 0 : costs.unseenKind);
        }
      }
      return;
    }
  },
};

/** What the code that a handler protects may raise; only modules that the file imports are named. */
function raisedIn(site: SyntaxNode, context: Context): readonly string[] {
  const body = site.kind === "catch" && site.parent !== null ? child(site.parent, "body") : null;
  if (body === null || context.language.id !== "python") return [];
  const text = context.text(body);
  const names = RAISED.flatMap(([calls, found]) => (calls.test(text) ? found : []));
  return names.filter((name) => {
    const [module = "", member] = name.split(".");
    if (name === "InvalidOperation") return /\bInvalidOperation\b/.test(context.source);
    return member === undefined || new RegExp(`^import ${module}$`, "m").test(context.source);
  });
}
