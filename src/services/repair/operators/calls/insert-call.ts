import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { insertNear } from "../../propose/edits.ts";
import { siblingsOf } from "../../propose/siblings.ts";
import { child, descendants, enclosingFunction, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["insert-call"];

/** Calls that usually come in pairs. */
const COUNTERPARTS: Readonly<Record<string, readonly string[]>> = {
  add: ["remove", "discard", "delete"],
  append: ["pop"],
  push: ["pop"],
  acquire: ["release"],
  open: ["close"],
  set: ["delete"],
};
const MOST_CALLS = 40;
const LONGEST = 80;

export const insertCall: Operator = {
  meta: {
    id: "insert-call",
    title: "Insert a call that is made elsewhere",
    why: "A missing call: a step that similar code takes, cleanup at the end, or a change of state.",
    cost: costs.prior,
    kinds: ["expression-statement", "declaration", "if", "for-each", "while", "return", "assign", "augment"],
    most: 40,
    examples: [
      {
        language: "python",
        before: "def f(a, k):\n    a.touch(k)\n    return k\n\n\ndef g(a, k):\n    return a[k]\n",
        after:
          "def f(a, k):\n    a.touch(k)\n    return k\n\n\ndef g(a, k):\n    a.touch(k)\n    return a[k]\n",
      },
      {
        language: "python",
        before: "def f(seen, x):\n    seen.add(x)\n    y = g(x)\n    return y\n",
        after: "def f(seen, x):\n    seen.add(x)\n    y = g(x)\n    seen.remove(x)\n    return y\n",
      },
      {
        language: "python",
        before: "def f(job):\n    job.move(State.BUSY)\n    g(State.DONE)\n    log(job)\n",
        after:
          "def f(job):\n    job.move(State.BUSY)\n    g(State.DONE)\n    job.move(State.DONE)\n    log(job)\n",
      },
      {
        language: "python",
        before: "def f(out, x):\n    out.append(table[x[:2]])\n    return out\n",
        after: "def f(out, x):\n    out.append(table[x[:2]])\n    out.append(x[2:])\n    return out\n",
      },
      {
        language: "javascript",
        before: "function f(seen, x) {\n  seen.add(x);\n  h(x);\n}",
        after: "function f(seen, x) {\n  seen.add(x);\n  h(x);\n  seen.delete(x);\n}",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "a.b(1);\nc = 2;" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !isStatement(site)) return;
    const { write } = context.language;
    const own = statementCalls(owner);
    const offered = new Map<string, number>();
    const offer = (code: string, extra: number) => {
      if (!offered.has(code) && code.length <= LONGEST && !code.includes("\n")) offered.set(code, extra);
    };
    for (const call of own) {
      for (const code of undoing(call, context)) offer(code, 0);
      for (const code of withSiblings(call, context)) offer(code, costs.sibling);
      for (const code of withRests(call, owner, context)) offer(code, costs.sibling);
    }
    const known = new Set(context.variables(site).map((each) => each.name));
    for (const call of statementCalls(context.tree)) {
      if (!own.includes(call) && namesOf(call, context).every((name) => known.has(name)))
        offer(context.text(call), costs.elsewhere);
    }
    for (const code of toObjects(site, owner, context)) offer(code, costs.methodOfClass);
    for (const [code, extra] of [...offered].slice(0, MOST_CALLS))
      yield* insertNear(context, site, write.statement(code), extra);
  },
};

const statementCalls = remembered((within: SyntaxNode): readonly SyntaxNode[] =>
  descendants(within).filter((node) => node.kind === "call" && node.parent?.kind === "expression-statement"),
);

function* undoing(call: SyntaxNode, context: Context): Generator<string> {
  const callee = child(call, "callee");
  const given = child(call, "arguments");
  const object = callee && child(callee, "object");
  const property = callee && child(callee, "property");
  if (object === null || property === null || given === null) return;
  for (const name of COUNTERPARTS[context.text(property)] ?? []) {
    const rest = name === "pop" || name === "close" || name === "release" ? "()" : context.text(given);
    yield `${context.text(object)}.${name}${rest}`;
  }
}

/** The same call with another member of the same namespace, such as the next state. */
function* withSiblings(call: SyntaxNode, context: Context): Generator<string> {
  const given = child(call, "arguments");
  if (given === null) return;
  for (const argument of given.children) {
    for (const sibling of siblingsOf(argument, context)) {
      yield context.source.slice(call.start, argument.start) +
        sibling +
        context.source.slice(argument.end, call.end);
    }
  }
}

/** The same call with the rest of a sequence, if the function takes a part: for `head = items[:n]`, `add(x)` becomes `add(items[n:])`. */
function* withRests(call: SyntaxNode, owner: SyntaxNode, context: Context): Generator<string> {
  const given = child(call, "arguments")?.children ?? [];
  const [argument] = given;
  if (argument === undefined || given.length > 1) return;
  for (const part of descendants(owner).filter((node) => node.kind === "slice")) {
    const object = part.parent && child(part.parent, "object");
    const [from, to] = [child(part, "from"), child(part, "to")];
    if (object === null || (from === null) === (to === null)) continue;
    const bounds = [to, from].map((each) => context.text(each));
    const rest = context.language.write.slice(context.expression(object), bounds[0] ?? "", bounds[1] ?? "");
    if (rest !== null)
      yield context.source.slice(call.start, argument.start) +
        rest.text +
        context.source.slice(argument.end, call.end);
  }
}

/** Methods of the file's classes, called with available variables on objects that the function already uses. */
function* toObjects(site: SyntaxNode, owner: SyntaxNode, context: Context): Generator<string> {
  const given = context
    .variables(site)
    .filter((each) => each.distance === 0 && each.definite && !/^(?:self|this)$/.test(each.name))
    .map((each) => each.name)
    .slice(0, 5);
  for (const object of receiversIn(owner, context)) {
    for (const { name, arity } of methodsOf(context)) {
      const rest = given.filter((each) => each !== object);
      if (arity === 1) for (const each of rest) yield `${object}.${name}(${each})`;
      if (arity !== 2) continue;
      for (const first of rest)
        for (const second of rest) if (first !== second) yield `${object}.${name}(${first}, ${second})`;
    }
  }
}

function receiversIn(owner: SyntaxNode, context: Context): ReadonlySet<string> {
  const found = new Set<string>();
  for (const node of descendants(owner)) {
    const object = node.kind === "attribute" && node.role === "callee" ? child(node, "object") : null;
    if (object?.kind === "identifier") found.add(context.text(object));
  }
  return found;
}

interface Method {
  readonly name: string;
  readonly arity: number;
}

const methodsOf = remembered((context: Context): readonly Method[] => {
  const found: Method[] = [];
  for (const node of descendants(context.tree)) {
    const name = child(node, "name");
    if (node.kind !== "function" || name === null || node.parent?.parent?.kind !== "class") continue;
    const names = child(node, "parameters")?.children.map((each) => context.text(each)) ?? [];
    if (!context.text(name).startsWith("_"))
      found.push({ name: context.text(name), arity: names.length - (names[0] === "self" ? 1 : 0) });
  }
  return found;
});

/** Names that a call depends on; capitalized and called names are assumed to exist. */
function namesOf(call: SyntaxNode, context: Context): readonly string[] {
  const found: string[] = [];
  for (const node of descendants(call)) {
    if (node.kind !== "identifier" || node.role === "callee" || node.role === "property") continue;
    if (!/^[A-Z]/.test(context.text(node))) found.push(context.text(node));
  }
  return found;
}
