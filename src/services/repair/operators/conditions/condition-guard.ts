import { COSTS } from "../../costs.ts";
import { type Context, fits, isScript, type Variable } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, type Expression, infix } from "../../syntax/expression.ts";
import { child, descendants, isValue, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["condition-guard"];

export const conditionGuard: Operator = {
  meta: {
    id: "condition-guard",
    title: "Strengthen or weaken a condition",
    why: "A condition that ignores the empty, the absent or the finished case.",
    cost: costs.prior,
    kinds: ["if", "while", "conditional", "for-classic"],
    most: 80,
    examples: [
      {
        language: "python",
        before: "def f(node):\n    if node.next is None:\n        return 1",
        after: "def f(node):\n    if node is None or node.next is None:\n        return 1",
      },
      {
        language: "python",
        before: "def f(total, coins):\n    if total < 0:\n        return 0",
        after: "def f(total, coins):\n    if total < 0 or not coins:\n        return 0",
      },
      {
        language: "javascript",
        before: "function f(a) { if (a.b > 1) g(); }",
        after: "function f(a) { if (a != null && a.b > 1) g(); }",
      },
      {
        language: "typescript",
        before: "function f(ok: boolean, n: number) { while (n > 0) g(); }",
        after: "function f(ok: boolean, n: number) { while (n > 0 && ok) g(); }",
      },
      {
        language: "python",
        before: "def f(day, free):\n    if day in ('Sat', 'Sun'):\n        g()\n",
        after: "def f(day, free):\n    if day in ('Sat', 'Sun') or day in free:\n        g()\n",
      },
      {
        language: "go",
        before: "package p\nfunc f(n *Node) { if n.next == nil { g() } }",
        after: "package p\nfunc f(n *Node) { if n == nil || n.next == nil { g() } }",
      },
      {
        language: "java",
        before: "class A { void f(Node n) { if (n.next == null) g(); } }",
        after: "class A { void f(Node n) { if (n == null || n.next == null) g(); } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    while True:\n        a()" },
      { language: "javascript", code: "function f(a) { while (true) a(); }" },
    ],
  },
  *propose(site, context) {
    const found = child(site, "condition");
    if (found === null) return;
    const condition = unwrap(found);
    if (!isValue(condition) || condition.kind === "boolean") return;
    const { write } = context.language;
    const whole = context.expression(condition);
    const objects = new Set<string>();
    for (const node of descendants(condition)) {
      if (node.role === "object" && (node.kind === "identifier" || node.kind === "attribute"))
        objects.add(context.text(node));
    }
    const variables = context.variables(condition);
    for (const name of objects) {
      yield replace(condition, infix(write.or, write.isNull(atom(name)), whole), costs.nullCheck);
      yield replace(condition, infix(write.and, write.isNotNull(atom(name)), whole), costs.nullCheck);
    }
    yield* memberships(condition, context);
    for (const each of variables) {
      if (each.kind === "function") continue;
      const far = each.distance * costs.perDistance + (each.definite ? 0 : costs.indefinite);
      const mentioned = objects.has(each.name) ? 0 : costs.notMentioned;
      const tests: [Expression, Expression][] = [];
      const name = atom(each.name);
      const empty = write.isEmpty(name);
      if (empty !== null && fits("list", each.kind)) tests.push([empty, write.not(empty)]);
      if (each.kind === "string" && empty !== null) tests.push([empty, write.not(empty)]);
      if (fits("object", each.kind) && !objects.has(each.name))
        tests.push([write.isNull(name), write.isNotNull(name)]);
      if (fits("boolean", each.kind)) tests.push([write.not(name), name]);
      if (fits("number", each.kind)) tests.push([infix("<=", name, atom("0")), infix(">", name, atom("0"))]);
      for (const [lacks, has] of tests) {
        yield replace(condition, infix(write.or, whole, lacks), far + mentioned);
        yield replace(condition, infix(write.and, whole, has), far + mentioned + costs.has);
        yield replace(condition, infix(write.and, whole, lacks), far + mentioned + costs.lacks);
        yield replace(condition, infix(write.or, whole, has), far + mentioned + costs.lacks);
      }
    }
  },
};

/** `or day in holidays`: an available collection that the condition ignores, preferably one that is never read. */
function* memberships(condition: SyntaxNode, context: Context): Generator<SitePatch> {
  const { write } = context.language;
  const whole = context.expression(condition);
  const subjects = descendants(condition).filter(
    (node) => node.kind === "identifier" && node.role !== "callee" && node.role !== "object",
  );
  const names = [...new Set(subjects.map((node) => context.text(node)))].slice(0, 3);
  for (const each of context.variables(condition)) {
    const isHolder = each.kind === "list" || each.kind === "set" || each.kind === "dict";
    if (each.distance > 0 || (!isHolder && !each.unused)) continue;
    for (const name of names.filter((other) => other !== each.name)) {
      const member = isMember(name, each, context);
      if (member === null) continue;
      const extra = each.unused ? costs.unusedParameter : costs.otherMember;
      yield replace(condition, infix(write.or, whole, member), extra);
      yield replace(condition, infix(write.and, whole, write.not(member)), extra + costs.negatedMember);
    }
  }
}

function isMember(name: string, holder: Variable, context: Context): Expression | null {
  if (context.language.id === "python") return infix("in", atom(name), atom(holder.name));
  if (!isScript(context)) return null;
  return atom(`${holder.name}.${holder.kind === "list" ? "includes" : "has"}(${name})`);
}
