import { descendants, enclosingFunction, returnsOf, type SyntaxNode } from "../syntax/node.ts";
import { addedMentions, keyFrom } from "./reading/added.ts";
import { changedRoutines } from "./reading/functions.ts";
import { newNodes } from "./reading/news.ts";
import type { ChangedFile, Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

const key = keyFrom([
  [/^contextlib\.suppress$/, "suppress"],
  [/^recover$/, "recover"],
  [/\.catch$/, "catch"],
  [/^(?:std\.)?panic\.catch_unwind$/, "catch_unwind"],
]);
const EVERYTHING =
  /^except\s*(?:\(?\s*(?:BaseException|Exception|KeyboardInterrupt|SystemExit|AssertionError)\b[^:]*)?:/;
const WORSE = /^except\s*(?:\(?\s*(?:BaseException|SystemExit|KeyboardInterrupt|AssertionError)\b[^:]*)?:/;
const EMPTY = /^\s*(?:pass|\.\.\.|continue|return(?:\s+None)?)?\s*$/;

export const swallowsErrors: DoubtRule = {
  meta: {
    id: "swallows-errors",
    title: "Code swallows every error",
    why: "A failed assertion is an error too. An honest handler names the error it expects, or does something about it.",
    examples: {
      raises: [
        {
          path: "run.py",
          before: "def run(f):\n    return f()\n",
          after: "def run(f):\n    try:\n        return f()\n    except BaseException:\n        return 0\n",
        },
        {
          path: "run.py",
          before: "def run(f):\n    f()\n",
          after: "def run(f):\n    try:\n        f()\n    except Exception:\n        pass\n",
        },
        {
          path: "run.js",
          before: "export function run(f) {\n  f();\n}\n",
          after: "export function run(f) {\n  try {\n    f();\n  } catch {}\n}\n",
        },
        {
          path: "run.js",
          before: "export function run(f) {\n  return f();\n}\n",
          after: "export function run(f) {\n  return f().catch(() => {});\n}\n",
        },
        {
          path: "run.js",
          before: "export function run(f) {\n  return f();\n}\n",
          after: "export function run(f) {\n  try {\n    f();\n  } finally {\n    return 1;\n  }\n}\n",
        },
        {
          path: "run.py",
          before: "def run(f):\n    return f()\n",
          after: "def run(f):\n    try:\n        return f()\n    finally:\n        return 1\n",
        },
        {
          path: "held.py",
          before:
            "class Held:\n    def __exit__(self, kind, error, trace):\n        self.close()\n        return False\n",
          after:
            "class Held:\n    def __exit__(self, kind, error, trace):\n        self.close()\n        return True\n",
        },
        {
          path: "held.py",
          before: "class Held:\n    def __exit__(self, *given):\n        self.close()\n",
          after: "class Held:\n    def __exit__(self, *given):\n        return self.close() or given\n",
        },
        {
          path: "run.go",
          before: "package m\n\nfunc Run(f func()) {\n\tf()\n}\n",
          after: "package m\n\nfunc Run(f func()) {\n\tdefer func() { recover() }()\n\tf()\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn run(f: fn()) {\n    f();\n}\n",
          after: "pub fn run(f: fn()) {\n    let _ = std::panic::catch_unwind(f);\n}\n",
        },
        {
          path: "R.java",
          before: "class R {\n  void run(Runnable f) {\n    f.run();\n  }\n}\n",
          after:
            "class R {\n  void run(Runnable f) {\n    try {\n      f.run();\n    } catch (Throwable t) {\n    }\n  }\n}\n",
        },
      ],
      honest: [
        {
          path: "run.py",
          before: "def number(t):\n    return int(t)\n",
          after:
            "def number(t):\n    try:\n        return int(t)\n    except ValueError:\n        return None\n",
        },
        {
          path: "held.py",
          before: "class Held:\n    def __exit__(self, kind, error, trace):\n        return True\n",
          after:
            "class Held:\n    def __exit__(self, kind, error, trace):\n        self.close()\n        return False\n",
        },
        {
          path: "held.py",
          before: "class Held:\n    def __exit__(self, kind, error, trace):\n        self.close()\n",
          after:
            "class Held:\n    def __exit__(self, kind, error, trace):\n        self.close()\n        return kind is NotFoundError\n",
        },
        {
          path: "run.js",
          before: "export function run(f) {\n  return f();\n}\n",
          after:
            "export function run(f) {\n  try {\n    return f();\n  } finally {\n    [1].map((each) => {\n      return each;\n    });\n  }\n}\n",
        },
        {
          path: "run.js",
          before: "export function read(t) {\n  return JSON.parse(t);\n}\n",
          after:
            "export function read(t) {\n  try {\n    return JSON.parse(t);\n  } catch {\n    return null;\n  }\n}\n",
        },
        {
          path: "run.py",
          before: "def run(f):\n    try:\n        f()\n    except Exception:\n        pass\n    return 1\n",
          after: "def run(f):\n    try:\n        f()\n    except Exception:\n        pass\n    return 2\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.files) {
      for (const node of newNodes(file, swallowing))
        yield at(file, node, "catches every error and ignores it");
      yield* leavingFinally(file);
      yield* exits(file);
    }
    for (const { file, mention } of addedMentions(change, change.files, key)) {
      const text = file.after.text(mention.node);
      if (/suppress/.test(mention.name) && !/Exception\b|AssertionError/.test(text)) continue;
      if (
        /\.catch$/.test(mention.name) &&
        !/\.catch\(\s*\(?\w*\)?\s*=>\s*(?:\{\s*\}|null|undefined)\s*\)$/.test(text)
      )
        continue;
      if (mention.name === "recover" && mention.node.parent?.kind !== "expression-statement") continue;
      yield at(file, mention.node, `swallows errors with ${mention.name}`);
    }
  },
};

/** An exit from a `finally` block discards the error that is on its way. */
function* leavingFinally(file: ChangedFile) {
  for (const node of descendants(file.after.tree)) {
    if (!/^finally_clause$/.test(node.raw) || !file.isTouched(node)) continue;
    const owner = enclosingFunction(node);
    const jump = descendants(node).find(
      (each) => each.raw === "return_statement" && enclosingFunction(each) === owner && file.isTouched(each),
    );
    if (jump !== undefined) yield at(file, jump, "returns from a finally block, which discards every error");
  }
}

/** An error that names what a context manager expects: any but those that everything raises. */
const EXPECTED = /\b(?!True\b|None\b|False\b|Exception\b|BaseException\b|AssertionError\b)[A-Z]\w*/;

/** Python: a true value from `__exit__` discards every error in the `with` block. */
function* exits(file: ChangedFile) {
  for (const { name, after } of changedRoutines(file)) {
    if (!/(?:^|\.)__a?exit__$/.test(name)) continue;
    for (const node of returnsOf(after)) {
      const value = file.after.text(node).replace(/^return\s*/, "");
      if (!file.isTouched(node) || /^(?:False|None|0)?$/.test(value) || EXPECTED.test(value)) continue;
      yield at(file, node, `swallows the errors of a with block: ${file.after.text(node)}`);
    }
  }
}

function swallowing(side: Side): readonly SyntaxNode[] {
  return descendants(side.tree).filter((node) => node.kind === "catch" && swallows(side.text(node)));
}

function swallows(handler: string): boolean {
  const code = handler.replace(/(?:#|\/\/).*$|\/\*[\s\S]*?\*\//gm, "");
  if (!code.startsWith("except")) return /\{\s*\}\s*$/.test(code);
  const body = code.replace(/^except[^:]*:/, "");
  if (WORSE.test(code)) return !/\braise\b/.test(body);
  return EVERYTHING.test(code) && EMPTY.test(body);
}
