import { COSTS } from "../../costs.ts";
import type { Context, Variable } from "../../propose/context.ts";
import { insertAfter, insertBefore } from "../../propose/edits.ts";
import { mayReturn } from "../../propose/results.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isLoop,
  isStatement,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";
import { PLACES } from "../places.ts";

const costs = COSTS["insert-statement"];

export const insertStatement: Operator = {
  meta: {
    id: "insert-statement",
    title: "Add a missing statement",
    why: "A missing visited mark, append, pointer step, counter update, break or return.",
    cost: costs.prior,
    kinds: [...PLACES, "update"],
    most: 240,
    examples: [
      {
        language: "python",
        before: "def f(node, seen):\n    seen.add(1)\n    g(node)\n    return seen",
        after: "def f(node, seen):\n    seen.add(1)\n    seen.add(node)\n    g(node)\n    return seen",
      },
      {
        language: "python",
        before: "def f(node):\n    prev = None\n    while node:\n        node = node.next\n    return prev",
        after:
          "def f(node):\n    prev = None\n    while node:\n        prev = node\n        node = node.next\n    return prev",
      },
      {
        language: "python",
        before:
          "def f(xs):\n    for x in xs:\n        try:\n            y = g(x)\n        except ValueError:\n            h(x)\n        k(y)",
        after:
          "def f(xs):\n    for x in xs:\n        try:\n            y = g(x)\n        except ValueError:\n            h(x)\n            continue\n        k(y)",
      },
      {
        language: "javascript",
        before: "function f(xs, x) {\n  xs.push(1);\n  return xs;\n}",
        after: "function f(xs, x) {\n  xs.push(1);\n  xs.push(x);\n  return xs;\n}",
      },
      {
        language: "javascript",
        before:
          "class A {\n  constructor(size, name) {\n    this.size = size;\n  }\n  f() { return this.name; }\n}",
        after:
          "class A {\n  constructor(size, name) {\n    this.size = size;\n    this.name = name;\n  }\n  f() { return this.name; }\n}",
      },
      {
        language: "typescript",
        before: "function f(n: number) {\n  while (n > 0) {\n    g(n);\n  }\n}",
        after: "function f(n: number) {\n  while (n > 0) {\n    g(n);\n    n -= 1;\n  }\n}",
      },
      {
        language: "go",
        before: "package p\nfunc f(xs []int, x int) []int {\n\tg(x)\n\treturn xs\n}",
        after: "package p\nfunc f(xs []int, x int) []int {\n\tg(x)\n\txs = append(xs, x)\n\treturn xs\n}",
      },
      {
        language: "go",
        before:
          "package p\ntype C struct { m map[string]int }\nfunc (c *C) f(k string) {\n\tg(c.m)\n\th(k)\n}",
        after:
          "package p\ntype C struct { m map[string]int }\nfunc (c *C) f(k string) {\n\tg(c.m)\n\th(k)\n\tdelete(c.m, k)\n}",
      },
      {
        language: "java",
        before: "class A { int f(int a) {\n  g(a);\n  return 0;\n} }",
        after: "class A { int f(int a) {\n  g(a);\n  a += 1;\n  return 0;\n} }",
      },
    ],
    leaves: [
      { language: "python", code: "a = 1\nb = 2" },
      { language: "javascript", code: "a = 1;\nb = 2;" },
    ],
  },
  *propose(site, context) {
    if (enclosingFunction(site) === null) return;
    if (!isStatement(site)) return;
    const siblings = site.parent?.children ?? [];
    const last = siblings.at(-1) === site;
    for (const { code, extra } of statements(site, context)) yield insertBefore(context, site, code, extra);
    const ends = ["return", "break", "continue", "throw"].includes(site.kind);
    if (!last || ends) return;
    for (const { code, extra } of statements(site, context))
      yield insertAfter(context, site, code, extra + costs.after);
    yield* leaving(site, context);
  },
};

interface Statement {
  readonly code: string;
  readonly extra: number;
}

function* statements(site: SyntaxNode, context: Context): Generator<Statement> {
  const { write, adders } = context.language;
  const variables = context.variables(site).filter((each) => each.kind !== "function");
  const near = variables.filter((each) => each.distance === 0);
  const reassigned = assignedNames(enclosingFunction(site) ?? site, context);
  const containers = [...variables, ...members(site, context)];
  for (const container of containers) {
    const adder = adders.find((each) => each.takes === container.kind);
    if (adder === undefined) continue;
    const far = container.distance * costs.perDistance + (container.definite ? 0 : costs.indefinite);
    for (const item of near) {
      if (item.name === container.name) continue;
      yield {
        code:
          adder.write?.(container.name, item.name) ??
          write.statement(`${container.name}.${adder.method}(${item.name})`),
        extra: far + unsure(item),
      };
    }
  }
  yield* entries(containers, near, context);
  yield* fields(site, near, context);
  for (const target of near) {
    if (!reassigned.has(target.name)) continue;
    for (const value of near) {
      if (value.name === target.name || !alike(target, value)) continue;
      yield {
        code: write.assignment(target.name, value.name),
        extra: costs.assignVariable + unsure(target) + unsure(value),
      };
    }
    for (const value of startValues(site, target.name, context)) {
      yield { code: write.assignment(target.name, value), extra: costs.assignValue + unsure(target) };
    }
    if (target.kind === "number" && isAskedAbout(site, target.name, context))
      yield { code: write.assignment(target.name, `-${target.name}`), extra: costs.negate + unsure(target) };
    if (target.kind === "number" || target.kind === null) {
      const guess = target.kind === null ? costs.unknownStep : 0;
      yield { code: write.statement(`${target.name} += 1`), extra: costs.step + guess + unsure(target) };
      yield { code: write.statement(`${target.name} -= 1`), extra: costs.step + guess + unsure(target) };
    }
  }
  for (const target of variables) {
    if (target.distance > 1 || target.kind !== "number") continue;
    if (target.distance === 0 && reassigned.has(target.name)) continue;
    const extra = costs.otherTarget + costs.perDistanceOfTarget * target.distance + unsure(target);
    yield { code: write.statement(`${target.name} += 1`), extra };
    yield { code: write.statement(`${target.name} -= 1`), extra };
  }
  for (const code of callsNearby(site, context))
    yield { code: write.statement(code), extra: costs.nearbyCall };
}

/** Containers that are members, as the function names them: `this.items`. */
function members(site: SyntaxNode, context: Context): readonly Variable[] {
  const owner = enclosingFunction(site);
  const found = new Map<string, Variable>();
  for (const node of owner === null ? [] : descendants(owner)) {
    if (node.kind !== "attribute" || node.role === "callee") continue;
    const kind = context.kindOf(node);
    if (kind !== "list" && kind !== "dict" && kind !== "set") continue;
    const name = context.text(node);
    found.set(name, { name, kind, definite: true, distance: 0, unused: false });
  }
  return [...found.values()].slice(0, 4);
}

/** Stores a value in the field with the same name. */
function* fields(site: SyntaxNode, near: readonly Variable[], context: Context): Generator<Statement> {
  const { write } = context.language;
  const own = enclosingFunction(site)?.parent?.parent?.kind === "class" && /\bthis\./.test(context.source);
  const objects = near
    .filter((each) => each.kind === "object" || each.kind === null)
    .map((each) => each.name);
  for (const value of near) {
    const field = context.ingredients.fields.find((each) => each.toLowerCase() === value.name.toLowerCase());
    if (field === undefined || !value.definite) continue;
    for (const object of own ? ["this", ...objects] : objects) {
      if (object === value.name) continue;
      const extra =
        (value.unused ? costs.unusedParameter : costs.keepField) +
        (object === "this" || object === "self" ? 0 : costs.otherObject);
      yield { code: write.assignment(`${object}.${field}`, value.name), extra };
    }
  }
}

/** Whether a condition on the variable led to the branch that contains the statement. */
function isAskedAbout(site: SyntaxNode, name: string, context: Context): boolean {
  const branch = [...ancestors(site)].find((each) => each.kind === "if");
  const condition = branch === undefined ? null : child(branch, "condition");
  if (condition === null) return false;
  return descendants(condition).some((each) => each.kind === "identifier" && context.text(each) === name);
}

/** Stores a value under its key. */
function* entries(
  variables: readonly Variable[],
  near: readonly Variable[],
  context: Context,
): Generator<Statement> {
  const { puts, drops } = context.language;
  if (puts === undefined) return;
  for (const map of variables.filter((each) => each.kind === "dict")) {
    for (const key of near) {
      if (key.name === map.name || key.kind === "dict" || key.kind === "list" || key.kind === "object")
        continue;
      if (drops !== undefined)
        yield {
          code: drops(map.name, key.name),
          extra: costs.dropEntry + map.distance * costs.perDistanceOfMap + unsure(key),
        };
      for (const value of near) {
        if (value.name === map.name || value.name === key.name) continue;
        const extra = costs.keepEntry + map.distance * costs.perDistanceOfMap + unsure(key) + unsure(value);
        yield { code: puts(map.name, key.name, value.name), extra };
      }
    }
  }
}

/** The initial value of a variable, if it is a plain value: accumulators are reset to it. */
function startValues(site: SyntaxNode, name: string, context: Context): readonly string[] {
  const owner = enclosingFunction(site);
  const found = new Set<string>();
  if (owner === null) return [];
  for (const node of descendants(owner)) {
    if (node.kind !== "assign") continue;
    const target = child(node, "target");
    const value = child(node, "value");
    if (target === null || value === null || context.text(target) !== name) continue;
    const plain =
      value.kind === "number" || value.kind === "string" || value.kind === "boolean" || value.kind === "null";
    if (plain || (value.children.length === 0 && (value.kind === "list" || value.kind === "dict")))
      found.add(context.text(value));
  }
  return [...found];
}

function unsure(variable: Variable): number {
  return variable.definite ? 0 : costs.indefinite;
}

function alike(a: Variable, b: Variable): boolean {
  return a.kind === null || b.kind === null || a.kind === b.kind;
}

function assignedNames(owner: SyntaxNode, context: Context): ReadonlySet<string> {
  const found = new Set<string>();
  for (const node of descendants(owner)) {
    if (node.role === "target" && node.kind === "identifier") found.add(context.text(node));
    if (node.role === "target" && node.kind === "tuple")
      for (const each of node.children) found.add(context.text(each));
  }
  return found;
}

/** Calls that are statements elsewhere in the function. */
function callsNearby(site: SyntaxNode, context: Context): readonly string[] {
  const owner = enclosingFunction(site);
  const found = new Set<string>();
  if (owner === null) return [];
  for (const node of descendants(owner)) {
    if (node.kind !== "call" || node.parent?.kind !== "expression-statement") continue;
    const code = context.text(node);
    if (code.length < 80 && !code.includes("\n") && node.parent !== site) found.add(code);
  }
  return [...found].slice(0, 6);
}

/** Leaves a loop or the function at the end of a block. */
function* leaving(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const { write } = context.language;
  const inLoop = [...ancestors(site)].some(isLoop);
  const owner = enclosingFunction(site);
  const branch = site.parent?.parent?.kind;
  const conditional = branch === "if" || branch === "else" || branch === "catch";
  if (inLoop && conditional) {
    yield insertAfter(context, site, write.breaking, costs.exit);
    yield insertAfter(context, site, write.continuing, costs.exit);
  }
  const atEnd = owner !== null && child(owner, "body") === site.parent;
  if (!atEnd && !conditional) return;
  for (const each of context.variables(site)) {
    if (each.distance > 0 || !each.definite || !mayReturn(site, each.name, context)) continue;
    yield insertAfter(
      context,
      site,
      write.returning(each.name),
      atEnd ? costs.returnAtEnd : costs.returnEarlier,
    );
  }
}
