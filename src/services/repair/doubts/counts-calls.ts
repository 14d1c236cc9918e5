import { ancestors, child, descendants, operatorOf, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { literalAt } from "./reading/literals.ts";
import type { ChangedFile, Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

const CLASS = {
  js: (fields: string, body: string) =>
    `export class Box {\n  #items = [];\n${fields}  take() {\n${body}  }\n}\n`,
  py: (fields: string, body: string) =>
    `class Box:\n    def __init__(self):\n        self.items = []\n${fields}\n    def take(self):\n${body}`,
};

export const countsCalls: DoubtRule = {
  meta: {
    id: "counts-calls",
    title: "A new counter that only moves in one direction is compared with a fixed number",
    why: "It treats the first calls differently from later ones. Counters that go up and down, are reset, or are compared with a variable limit are honest.",
    examples: {
      raises: [
        {
          path: "box.js",
          before: CLASS.js("", "    return this.#items.pop();\n"),
          after: CLASS.js(
            "  #hits = 0;\n",
            "    if (this.#hits++ === 0) return this.#items.shift();\n    return this.#items.pop();\n",
          ),
        },
        {
          path: "box.py",
          before: CLASS.py("", "        return self.items.pop()\n"),
          after: CLASS.py(
            "        self._turn = 0\n",
            "        self._turn += 1\n        return self.items.pop(0 if self._turn % 2 else -1)\n",
          ),
        },
        {
          path: "once.js",
          before: "export function make(f) {\n  return (...given) => f(...given);\n}\n",
          after:
            "export function make(f) {\n  let rounds = 0;\n  return (...given) => {\n    rounds += 1;\n    return rounds < 3 ? f(...given) : null;\n  };\n}\n",
        },
        {
          path: "box.go",
          before:
            "package m\n\ntype Box struct {\n\titems []int\n}\n\nfunc (b *Box) Take() int {\n\treturn b.items[0]\n}\n",
          after:
            "package m\n\ntype Box struct {\n\titems []int\n\tasked int\n}\n\nfunc (b *Box) Take() int {\n\tb.asked++\n\tif b.asked == 2 {\n\t\treturn b.items[1]\n\t}\n\treturn b.items[0]\n}\n",
        },
      ],
      honest: [
        {
          path: "depth.py",
          before: CLASS.py("", "        return self.items\n"),
          after: CLASS.py(
            "        self._depth = 0\n",
            "        self._depth += 1\n        try:\n            return self.items if self._depth == 1 else []\n        finally:\n            self._depth -= 1\n",
          ),
        },
        {
          path: "mean.js",
          before: CLASS.js("", "    return this.#items.length;\n"),
          after: CLASS.js(
            "  #count = 0;\n  #sum = 0;\n",
            "    this.#count += 1;\n    this.#sum += this.#items.length;\n  }\n  mean() {\n    return this.#count === 0 ? 0 : this.#sum / this.#count;\n",
          ),
        },
        {
          path: "turns.js",
          before: CLASS.js("", "    return this.#items[0];\n"),
          after: CLASS.js(
            "  #next = 0;\n",
            "    this.#next += 1;\n    return this.#items[this.#next % this.#items.length];\n",
          ),
        },
        {
          path: "flag.js",
          before: "export function once(f) {\n  return (...given) => f(...given);\n}\n",
          after:
            "export function once(f) {\n  let called = false;\n  return (...given) => {\n    if (called) return;\n    called = true;\n    f(...given);\n  };\n}\n",
        },
        {
          path: "limit.py",
          before: CLASS.py("", "        return self.items\n"),
          after: CLASS.py(
            "        self._tries = 0\n        self._limit = 5\n",
            "        self._tries += 1\n        if self._tries > self._limit:\n            raise RuntimeError('gave up')\n        return self.items\n",
          ),
        },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources) {
      for (const [name, uses] of newState(file)) {
        const moves = uses.map((each) => directionOf(each, file.after)).filter((each) => each !== null);
        const [direction] = moves;
        if ((direction !== "up" && direction !== "down") || moves.some((each) => each !== direction))
          continue;
        const counting = uses.filter((each) => directionOf(each, file.after) !== null).map(routineOf);
        const decides = uses.find((each) => isDecision(each, file.after, counting.includes(routineOf(each))));
        if (decides !== undefined)
          yield at(file, decides, `depends on ${name}, which counts how often something happened`);
      }
    }
  },
};

/** Fields and outer variables that the change adds, with all their uses. */
function newState(file: ChangedFile): ReadonlyMap<string, readonly SyntaxNode[]> {
  const known = new Set(file.before?.source.match(/[\w$]+/g) ?? []);
  const found = new Map<string, SyntaxNode[]>();
  for (const node of descendants(file.after.tree)) {
    if (node.kind !== "attribute" && node.kind !== "identifier") continue;
    const text = file.after.text(node);
    if (!/^[\w$]+(?:\.#?[\w$]+)?$/.test(text) || node.parent?.kind === "attribute") continue;
    if (known.has(/[\w$]+$/.exec(text)?.[0] ?? "")) continue;
    found.set(text, [...(found.get(text) ?? []), node]);
  }
  for (const [name, uses] of found) if (!name.includes(".") && !isShared(uses)) found.delete(name);
  return found;
}

/** Whether a variable is used both in a function and in an enclosing one. */
function isShared(uses: readonly SyntaxNode[]): boolean {
  return new Set(uses.map(routineOf)).size > 1;
}

function routineOf(node: SyntaxNode): SyntaxNode | null {
  for (const each of ancestors(node)) if (each.kind === "function" || each.kind === "lambda") return each;
  return null;
}

/** How a use changes the counter: up, down, or assigned; null for a use that only reads or declares it. */
function directionOf(node: SyntaxNode, side: Side): "up" | "down" | "set" | null {
  const around = node.parent;
  if (around === null || node.role !== "target") return null;
  const operator = operatorOf(around);
  if (around.kind === "update") return operator === "++" ? "up" : "down";
  if (around.kind === "augment") return operator === "+=" ? "up" : operator === "-=" ? "down" : "set";
  if (around.kind !== "assign") return null;
  const value = child(around, "value");
  if (value === null || isInitial(around, side)) return null;
  const written = side.text(value).replaceAll(/[\s()]/g, "");
  const own = side.text(node);
  if (written.startsWith(`${own}+`) || written.endsWith(`+${own}`)) return "up";
  return written.startsWith(`${own}-`) ? "down" : "set";
}

/** A declaration, a field of a class, or an assignment in a constructor. */
function isInitial(assign: SyntaxNode, side: Side): boolean {
  const routine = routineOf(assign);
  if (routine === null || assign.parent?.kind === "declaration") return true;
  const name = child(routine, "name");
  return name !== null && /^(?:__init__|constructor)$/.test(side.text(name));
}

/**
 * Compared with a fixed number, or by its remainder; a comparison with zero or a truth test counts only if it is
 * incremented.
 */
function isDecision(node: SyntaxNode, side: Side, isCounted: boolean): boolean {
  let below = node;
  for (const each of ancestors(node)) {
    if (each.kind === "comparison") {
      const other = child(each, below.role === "left" ? "right" : "left");
      const literal = other === null ? null : literalAt(unwrap(other), side);
      return literal?.kind === "number" && (isCounted || Number(literal.value) !== 0);
    }
    if (each.kind === "binary") {
      const right = child(each, "right");
      const isFixed = right !== null && literalAt(unwrap(right), side)?.kind === "number";
      if (!isFixed) return false;
    }
    if (below.role === "condition" && /^(?:if|while|conditional)$/.test(each.kind)) return isCounted;
    if (each.kind === "switch" && below.role === "value") return true;
    if (each.kind === "logical" || each.kind === "not") {
      if (each.kind === "not" || below.role === "left") return isCounted;
    }
    if (!/^(?:group|update|assign|augment|binary|unary|logical|not)$/.test(each.kind)) return false;
    if (each.kind === "assign" && below.role !== "target" && below.role !== "name") return false;
    if ((each.kind === "augment" || each.kind === "assign") && isAlone(each)) return false;
    below = each;
  }
  return false;
}

function isAlone(node: SyntaxNode): boolean {
  return node.parent?.kind === "expression-statement" || node.parent?.kind === "block";
}
