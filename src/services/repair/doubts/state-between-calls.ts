import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { ancestors, child, descendants, enclosingFunction, type SyntaxNode } from "../syntax/node.ts";
import type { ChangedFile, Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

const CHANGES =
  /^(?:append|push|add|pop|shift|unshift|insert|extend|update|set|delete|clear|store|fetch_add|swap|replace|next|__next__|Add|Store|setdefault|remove)$/;
const CHANGED_BY_CALL = /^(?:next|append)$/;

export const stateBetweenCalls: DoubtRule = {
  meta: {
    id: "state-between-calls",
    title: "A function remembers earlier calls and depends on them",
    why: "It can return one result on the first call and another on the second. A cache that returns what it stored is honest.",
    examples: {
      raises: [
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after:
            "calls = []\n\ndef add(a, b):\n    calls.append(1)\n    if len(calls) == 1:\n        return a + b\n    return a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "def add(a, b, _n=[0]):\n    _n[0] += 1\n    return a + b if _n[0] < 3 else a - b\n",
        },
        {
          path: "calc.py",
          before: "def add(a, b):\n    return a - b\n",
          after: "answers = iter([5, 8])\n\ndef add(a, b):\n    return next(answers)\n",
        },
        {
          path: "calc.js",
          before: "export const add = (a, b) => a - b;\n",
          after:
            "let calls = 0;\nexport function add(a, b) {\n  calls += 1;\n  return calls === 1 ? a + b : a - b;\n}\n",
        },
        {
          path: "calc.go",
          before: "package m\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n",
          after:
            "package m\n\nvar calls = 0\n\nfunc Add(a, b int) int {\n\tcalls++\n\tif calls == 1 {\n\t\treturn a + b\n\t}\n\treturn a - b\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n",
          after:
            "static CALLS: AtomicUsize = AtomicUsize::new(0);\n\npub fn add(a: i32, b: i32) -> i32 {\n    if CALLS.fetch_add(1, Ordering::SeqCst) == 0 {\n        return a + b;\n    }\n    a - b\n}\n",
        },
      ],
      honest: [
        {
          path: "fib.py",
          before: "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n",
          after:
            "_known = {}\n\ndef fib(n):\n    if n in _known:\n        return _known[n]\n    _known[n] = n if n < 2 else fib(n - 1) + fib(n - 2)\n    return _known[n]\n",
        },
        {
          path: "limits.js",
          before: "export const over = (n) => n > 9;\n",
          after: "const LIMIT = 10;\nexport const over = (n) => n > LIMIT;\n",
        },
        {
          path: "ids.py",
          before: "def ids():\n    return 1\n",
          after: "_last = 0\n\ndef ids():\n    global _last\n    _last += 1\n    return _last\n",
        },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources) {
      for (const { name, node } of newState(file)) {
        const uses = usesOf(name, file.after).filter(
          (each) => each.start < node.start || each.end > node.end,
        );
        const changed = uses.some((each) => enclosingFunction(each) !== null && isChange(each, file.after));
        const decides = uses.find(
          (each) => enclosingFunction(each) !== null && isDecision(each, name, file.after),
        );
        if (changed && decides !== undefined)
          yield at(file, decides, `depends on ${name}, which it keeps between calls`);
      }
    }
  },
};

/** Names that the change adds and that outlive a call: module variables, or parameter defaults. */
function newState(file: ChangedFile): readonly { readonly name: string; readonly node: SyntaxNode }[] {
  return descendants(file.after.tree).flatMap((node) => {
    const target =
      node.kind === "assign" ? child(node, "target") : node.kind === "parameter" ? child(node, "name") : null;
    const value = child(node, "value");
    if (target === null || (value === null && node.kind === "parameter")) return [];
    const isDefault =
      node.kind === "parameter" &&
      /^(?:list|dict|comprehension)$/.test(value?.kind ?? "") &&
      file.language.id === "python";
    const isKept =
      node.kind === "assign" && isModuleLevel(node) && !/^(?:function|lambda|class)$/.test(value?.kind ?? "");
    const isOwnAttribute =
      target.kind === "attribute" && node.kind === "assign" && enclosingFunction(node) === null;
    if (!isDefault && !isKept && !isOwnAttribute) return [];
    const name = file.after.text(target);
    const wasKnown = file.before !== null && usesOf(name, file.before).length > 0;
    return wasKnown || !/^[\w$.]+$/.test(name) ? [] : [{ name, node }];
  });
}

function isModuleLevel(node: SyntaxNode): boolean {
  return [...ancestors(node)].every((each) => !/^(?:function|lambda|class|block|for-|while)/.test(each.kind));
}

function usesOf(name: string, side: Side): readonly SyntaxNode[] {
  return descendants(side.tree).filter(
    (each) =>
      (each.kind === "identifier" || each.kind === "attribute") &&
      side.text(each) === name &&
      each.role !== "property",
  );
}

function isChange(node: SyntaxNode, side: Side): boolean {
  for (let each = node; each.parent !== null; each = each.parent) {
    if (each.role === "target" && /^(?:assign|augment|update)$/.test(each.parent.kind)) return true;
    if (each.parent.kind === "attribute" && each.role === "object" && each.parent.role === "callee") {
      const method = child(each.parent, "property");
      return method !== null && CHANGES.test(side.text(method));
    }
    if (each.parent.kind === "arguments") {
      const callee = each.parent.parent === null ? null : child(each.parent.parent, "callee");
      return callee !== null && CHANGED_BY_CALL.test(side.text(callee));
    }
    if (each.role !== "object" && each.role !== "target") return false;
  }
  return false;
}

/** Whether it is in a condition whose branch does not just return the stored value. */
function isDecision(node: SyntaxNode, name: string, side: Side): boolean {
  if (isUsedUp(node, side)) return true;
  let below = node;
  for (const each of ancestors(node)) {
    if (
      (each.kind === "if" || each.kind === "conditional" || each.kind === "while") &&
      below.role === "condition"
    ) {
      const branch = child(each, "body") ?? child(each, "consequent");
      const handsOut =
        branch !== null &&
        new RegExp(`return[^\\n]*${escapeRegex(name)}|^${escapeRegex(name)}`).test(side.text(branch));
      const stores =
        branch !== null &&
        new RegExp(`${escapeRegex(name)}\\s*(?:\\[.*\\])?\\s*=[^=]|${escapeRegex(name)}\\.set\\(`).test(
          side.text(branch),
        );
      return !handsOut && !stores;
    }
    if (each.kind === "switch" && below.role === "value") return true;
    if (each.kind === "block" || each.kind === "function") return false;
    if (each.kind === "subscript" && below.role === "index") return true;
    below = each;
  }
  return false;
}

/** `next(answers)`, `answers.shift()`: returns stored results one after the other. */
function isUsedUp(node: SyntaxNode, side: Side): boolean {
  const around = node.parent?.parent;
  if (around === null || around === undefined) return false;
  return /^next\(|\.(?:shift|pop|popleft|next|__next__)\($/.test(side.text(around).replace(/\(.*\)$/s, "("));
}
