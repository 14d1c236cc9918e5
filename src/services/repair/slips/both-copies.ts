import { type Context, isScript } from "../propose/context.ts";
import { copiesOf } from "../propose/copies.ts";
import { callOf } from "../propose/method-call.ts";
import type { Change } from "../syntax/change.ts";
import {
  child,
  descendants,
  enclosingClass,
  enclosingFunction,
  remembered,
  type SyntaxNode,
} from "../syntax/node.ts";
import { importing } from "./python-imports.ts";
import { at, type Slip } from "./slip.ts";

const MOST_PAIRS = 2;
const WHY = "a value that one method stores and another one hands out stays shared with both callers";
const STORES = /^(?:append|push|add|set|unshift|appendleft|insert|setdefault)$/;
const FIELD = String.raw`(?:self|this)\.#?\w+`;
const HANDED = new RegExp(String.raw`^(${FIELD})(?:\[[^\]]+\]|\.(?:get|at|pop)\([^()]*\))?$`);

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "ordinary",
  kinds: ["return", "identifier"],
  examples: [
    [
      "from copy import deepcopy\nclass A:\n    def put(self, k, v):\n        self.d[k] = v\n\n    def get(self, k):\n        return self.d[k]\n",
      "from copy import deepcopy\nclass A:\n    def put(self, k, v):\n        self.d[k] = deepcopy(v)\n\n    def get(self, k):\n        return deepcopy(self.d[k])\n",
    ],
    [
      "class A:\n    def __init__(self, xs):\n        self.xs = xs\n\n    def all(self):\n        return self.xs\n",
      "class A:\n    def __init__(self, xs):\n        self.xs = list(xs)\n\n    def all(self):\n        return list(self.xs)\n",
    ],
  ],
  leaves: ["class A:\n    def __init__(self, xs):\n        self.xs = xs\n"],
  correct: copiedTwice,
};

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "ordinary",
  kinds: ["return", "identifier"],
  examples: [
    [
      "class A {\n  put(k, v) {\n    this.#m.set(k, v);\n  }\n  get(k) {\n    return this.#m.get(k);\n  }\n}\n",
      "class A {\n  put(k, v) {\n    this.#m.set(k, structuredClone(v));\n  }\n  get(k) {\n    return structuredClone(this.#m.get(k));\n  }\n}\n",
    ],
    [
      "class A {\n  constructor(xs) {\n    this.xs = xs;\n  }\n  all() {\n    return this.xs;\n  }\n}\n",
      "class A {\n  constructor(xs) {\n    this.xs = [...xs];\n  }\n  all() {\n    return [...this.xs];\n  }\n}\n",
    ],
  ],
  leaves: ["class A {\n  constructor(xs) {\n    this.xs = xs;\n  }\n}\n"],
  correct: copiedTwice,
};

function* copiedTwice(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const owner = enclosingClass(site);
  const isReturn = site.kind === "return";
  const field = isReturn ? handedField(site, context) : storedField(site, context);
  if (owner === null || field === null) return;
  const uses = sharedIn(context)(owner);
  const others = (isReturn ? uses.stored : uses.handed).get(field) ?? [];
  for (const other of others.slice(0, MOST_PAIRS)) {
    const [stored, handed] = isReturn ? [other, site.children[0]] : [site, other.children[0]];
    if (handed !== undefined && enclosingFunction(stored) !== enclosingFunction(handed))
      yield* copied(stored, handed, context);
  }
}

function* copied(stored: SyntaxNode, handed: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const [own, out] = [context.text(stored), context.text(handed)];
  const deep = isScript(context) ? "structuredClone" : "deepcopy";
  const needed = isScript(context) ? [] : importing("copy", "deepcopy", context);
  yield [...needed, at(stored, `${deep}(${own})`), at(handed, `${deep}(${out})`)];
  const kind = context.kindOf(stored);
  const copies = copiesOf(out, kind, context);
  for (const [index, copy] of copiesOf(own, kind, context).entries())
    if (!copy.startsWith(deep)) yield [at(stored, copy), at(handed, copies[index] ?? out)];
}

/** Where the methods of a class store a parameter in a field, and where they hand it out. */
const sharedIn = remembered((context: Context) =>
  remembered((owner: SyntaxNode) => {
    const nodes = descendants(owner);
    return {
      stored: Map.groupBy(nodes, (each) => storedField(each, context)),
      handed: Map.groupBy(nodes, (each) => handedField(each, context)),
    };
  }),
);

/** The field that a `return` hands out, as a whole or an entry of it. */
function handedField(site: SyntaxNode, context: Context): string | null {
  const [value] = site.kind === "return" ? site.children : [];
  return (value === undefined ? null : HANDED.exec(context.text(value))?.[1]) ?? null;
}

/** The field that takes over a parameter: `this.xs = xs`, `self.d[k] = v`, `this.list.push(x)`. */
function storedField(site: SyntaxNode, context: Context): string | null {
  const { parent } = site;
  if (site.kind !== "identifier" || !isParameter(site, context)) return null;
  if (parent?.kind === "assign" && site.role === "value") {
    const target = child(parent, "target");
    return new RegExp(`^(${FIELD})(?:\\[[^\\]]+\\])?$`).exec(target ? context.text(target) : "")?.[1] ?? null;
  }
  const call = parent?.kind === "arguments" ? callOf(parent.parent, context) : null;
  if (!call || call.object === null || call.given.at(-1) !== site || !STORES.test(call.name)) return null;
  return new RegExp(`^${FIELD}$`).exec(context.text(call.object))?.[0] ?? null;
}

function isParameter(site: SyntaxNode, context: Context): boolean {
  const owner = enclosingFunction(site);
  const parameters = owner === null ? [] : (child(owner, "parameters")?.children ?? []);
  const name = context.text(site);
  return parameters.some((each) => /^\w+/.exec(context.text(each))?.[0] === name);
}

export const bothCopiesSlips: readonly Slip[] = [python, javascript];
