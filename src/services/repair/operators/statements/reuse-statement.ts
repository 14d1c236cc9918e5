import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { insertAfter, insertBefore, isEndOfBlock, statementText } from "../../propose/edits.ts";
import { child, descendants, enclosingFunction, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";
import { PLACES } from "../places.ts";

const costs = COSTS["reuse-statement"];

const LONGEST = 90;
const MOST = 24;

export const reuseStatement: Operator = {
  meta: {
    id: "reuse-statement",
    title: "Copy a statement from elsewhere in the file",
    why: "One place updates a count, sets a state or sends a notification, and a similar place does not.",
    cost: costs.prior,
    kinds: [...PLACES, "update"],
    most: 40,
    examples: [
      {
        language: "python",
        before:
          "class A:\n    def add(self):\n        self.xs.append(1)\n\n    def drop(self):\n        self.size -= 1",
        after:
          "class A:\n    def add(self):\n        self.xs.append(1)\n        self.size += 1\n\n    def drop(self):\n        self.size -= 1",
      },
      {
        language: "javascript",
        before: "function f(a) {\n  a.n = 1;\n  g(a);\n}\nfunction h(a) {\n  return a;\n}",
        after: "function f(a) {\n  a.n = 1;\n  g(a);\n}\nfunction h(a) {\n  g(a);\n  return a;\n}",
      },
      {
        language: "typescript",
        before: "function f(a: A) {\n  a.n += 1;\n}\nfunction h(a: A) {\n  g(a);\n}",
        after: "function f(a: A) {\n  a.n += 1;\n}\nfunction h(a: A) {\n  g(a);\n  a.n -= 1;\n}",
      },
      {
        language: "python",
        before: "def f(a, k):\n    a.state[k] = 1\n    g(k)",
        after: "def f(a, k):\n    a.state[k] = 1\n    g(k)\n    a.state[k] = 2",
      },
      {
        language: "go",
        before: "package p\nfunc f(l *L) {\n\tg(l)\n}\nfunc h(l *L) {\n\tl.n--\n}",
        after: "package p\nfunc f(l *L) {\n\tg(l)\n\tl.n++\n}\nfunc h(l *L) {\n\tl.n--\n}",
      },
      {
        language: "rust",
        before: "fn f(l: &mut L) {\n    g(l);\n}\nfn h(l: &mut L) {\n    l.n = 1;\n}",
        after: "fn f(l: &mut L) {\n    g(l);\n    l.n = 1;\n}\nfn h(l: &mut L) {\n    l.n = 1;\n}",
      },
      {
        language: "javascript",
        before: "function f(v) {\n  v.major += v.patch;\n  v.minor = 0;\n  g(v);\n}",
        after: "function f(v) {\n  v.major += v.patch;\n  v.minor = 0;\n  v.patch = 0;\n  g(v);\n}",
      },
      {
        language: "javascript",
        before: "function f(item, n) {\n  if (item.kept < n) g();\n  item.all -= n;\n}",
        after: "function f(item, n) {\n  if (item.kept < n) g();\n  item.kept -= n;\n  item.all -= n;\n}",
      },
      {
        language: "python",
        before: "def f(n, l):\n    n.next = l.head\n    g(n)\n\n\ndef h(n, l):\n    g(n)\n",
        after:
          "def f(n, l):\n    n.next = l.head\n    g(n)\n\n\ndef h(n, l):\n    n.prev = l.tail\n    g(n)\n",
      },
      {
        language: "python",
        before: "def f(xs):\n    size = len(xs)\n    for x in xs:\n        g(x, size)\n",
        after:
          "def f(xs):\n    size = len(xs)\n    for x in xs:\n        size = len(xs)\n        g(x, size)\n",
      },
      {
        language: "java",
        before: "class A { void f() {\n  g();\n  n = 0;\n}\nvoid h() {\n  g();\n} }",
        after: "class A { void f() {\n  g();\n  n = 0;\n}\nvoid h() {\n  g();\n  n = 0;\n} }",
      },
    ],
    leaves: [
      { language: "python", code: "a()\nb()" },
      { language: "javascript", code: "a();\nb();" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !isStatement(site)) return;
    const visible = new Set(context.variables(site).map((each) => each.name));
    const last = isEndOfBlock(site);
    for (const each of pieces(context)) {
      if (each.again && (each.owner !== owner || site.start < each.node.end)) continue;
      if (each.node === site) {
        for (const code of each.sisters) yield insertBefore(context, site, code);
        continue;
      }
      if ([...each.locals].some((name) => !visible.has(name))) continue;
      const far = each.owner === owner ? 0 : costs.otherFunction;
      for (const [index, code] of each.codes.entries()) {
        yield insertBefore(context, site, code, far + index * costs.perPosition);
        if (last) yield insertAfter(context, site, code, far + index * costs.perPosition + costs.after);
      }
    }
  },
};

interface Piece {
  readonly node: SyntaxNode;
  readonly owner: SyntaxNode;
  /** Assigns a local variable: may be worth repeating further down. */
  readonly again: boolean;
  /** The statement itself, then with the opposite operator or a different plain value. */
  readonly codes: readonly string[];
  /** The same step on other fields of its object: also worth a try right next to it. */
  readonly sisters: readonly string[];
  readonly locals: ReadonlySet<string>;
}

/** Short statements in the file that modify something: calls, and assignments to fields and elements. */
const pieces = remembered((context: Context): readonly Piece[] => {
  const found: Piece[] = [];
  const seen = new Set<string>();
  for (const node of descendants(context.tree)) {
    const again = isStatement(node) && bindsLocally(node);
    const owner = isStatement(node) && (again || changes(node)) ? enclosingFunction(node) : null;
    const code = owner === null ? "" : statementText(node, context).replace(/^(?:let|var)\s+/, "");
    if (owner === null || code.length > LONGEST || code.includes("\n") || seen.has(code)) continue;
    seen.add(code);
    const own = new Set(
      context
        .variables(node)
        .filter((each) => each.distance === 0)
        .map((each) => each.name),
    );
    const names = descendants(node)
      .filter((each) => each.kind === "identifier")
      .map(context.text);
    const sisters = ofSisters(code, owner, context);
    const codes = [...new Set([code, ...variations(code), ...sisters, ...mirrored(code)])];
    found.push({
      node,
      owner,
      again,
      codes,
      sisters,
      locals: new Set(names.filter((name) => own.has(name))),
    });
  }
  return found.slice(0, MOST);
});

function bindsLocally(node: SyntaxNode): boolean {
  const inner = node.kind === "declaration" ? node.children[0] : node;
  if (inner === undefined || (inner.kind !== "assign" && inner.raw !== "variable_declarator")) return false;
  return (child(inner, "target") ?? child(inner, "name"))?.kind === "identifier";
}

function changes(node: SyntaxNode): boolean {
  const inner = node.kind === "expression-statement" ? node.children[0] : node;
  if (inner === undefined) return false;
  if (inner.kind === "call" || inner.kind === "await") return true;
  if (inner.kind !== "assign" && inner.kind !== "augment" && inner.kind !== "update") return false;
  return node.kind === "expression-statement" || child(inner, "target")?.kind !== "identifier";
}

const MOST_SISTERS = 5;

const OPPOSITES: readonly (readonly [RegExp, string])[] = [
  [/\+=/, "-="],
  [/-=/, "+="],
  [/\+\+/, "--"],
  [/--/, "++"],
  [/(?<==\s*)true\b/i, "false"],
  [/(?<==\s*)false\b/i, "true"],
];

/** `a.x = 0` → `a.y = 0`, `a.x -= n` → `a.y -= n`: other fields of the same object that the function uses. */
function ofSisters(code: string, owner: SyntaxNode, context: Context): readonly string[] {
  const match =
    /^([\w.#]+)\.(#?\w+)(\s*(?:=\s*(?:-?\d+|null|None|nil|true|false|True|False|\[\]|\{\}|""|'')|[-+]=\s*[\w.]+);?)$/.exec(
      code,
    );
  if (match === null) return [];
  const [, object = "", field = "", rest = ""] = match;
  const text = context.source.slice(owner.start, owner.end);
  const named = new Set(
    [...text.matchAll(/([\w.#]+)\.(#?\w+)\b(?!\s*\()/g)]
      .filter((each) => each[1] === object)
      .map((each) => each[2]),
  );
  named.delete(field);
  return [...named].slice(0, MOST_SISTERS).map((other) => `${object}.${other}${rest}`);
}

/** The same step on the other side. */
const SIDES: readonly (readonly [string, string])[] = [
  ["next", "prev"],
  ["head", "tail"],
  ["first", "last"],
  ["left", "right"],
  ["start", "end"],
  ["low", "high"],
  ["min", "max"],
  ["top", "bottom"],
  ["front", "back"],
  ["width", "height"],
  ["row", "column"],
  ["x", "y"],
];

function mirrored(code: string): readonly string[] {
  let found = code;
  for (const [a, b] of SIDES) {
    const both = new RegExp(`(?<![A-Za-z0-9])(?:${a}|${b})(?![A-Za-z0-9])`, "g");
    found = found.replace(both, (word) => (word === a ? b : a));
  }
  return found === code ? [] : [found];
}

/** The inverse statement, and the next state after a numbered one. */
function variations(code: string): readonly string[] {
  const found: string[] = [];
  const opposite = OPPOSITES.find(([pattern]) => pattern.test(code));
  if (opposite !== undefined)
    found.push(code.replace(opposite[0], (was) => (/^[TF]/.test(was) ? capital(opposite[1]) : opposite[1])));
  const number = /(?<=[^=!<>+*/-]=\s*)\d+(?=;?$)/.exec(code);
  if (number !== null)
    for (const other of [Number(number[0]) + 1, 0])
      if (other !== Number(number[0]))
        found.push(code.slice(0, number.index) + other + code.slice(number.index + number[0].length));
  return found;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
