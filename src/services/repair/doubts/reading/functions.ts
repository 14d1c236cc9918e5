import type { Code } from "../../syntax/code.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isStatement,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { ChangedFile, Routine, Side } from "./sides.ts";

export interface RoutinePair {
  readonly name: string;
  readonly before: SyntaxNode | null;
  readonly after: SyntaxNode;
}

export function readRoutines(code: Code): readonly Routine[] {
  const seen = new Map<string, number>();
  return descendants(code.tree)
    .filter((node) => node.kind === "function" || isNamedLambda(node))
    .map((node) => {
      const around = [node, ...ancestors(node)]
        .filter((each) => each.kind === "function" || each.kind === "class" || each.raw === "impl_item")
        .map((each) => nameOf(each, code))
        .reverse();
      const name = around.join(".");
      const count = seen.get(name) ?? 0;
      seen.set(name, count + 1);
      return { name: count === 0 ? name : `${name}#${count}`, node };
    });
}

/** New functions, and functions whose text changed. */
export function changedRoutines(file: ChangedFile): readonly RoutinePair[] {
  const old = new Map(file.before?.routines.map((each) => [each.name, each.node]) ?? []);
  return file.after.routines.flatMap(({ name, node }) => {
    const before = old.get(name) ?? null;
    if (before !== null && file.before?.text(before) === file.after.text(node)) return [];
    return [{ name, before, after: node }];
  });
}

/** Parameter names in order, without the receiver of a method. */
export function parametersOf(routine: SyntaxNode, side: Side): readonly string[] {
  const list = child(routine, "parameters");
  if (list === null) return [];
  if (list.kind === "identifier") return [side.text(list)];
  const names = list.children.flatMap((each) => {
    if (each.kind === "identifier") return [side.text(each)];
    const named = child(each, "name") ?? each.children.find((one) => one.kind === "identifier");
    if (named !== undefined && named !== null) return [side.text(named)];
    return descendants(each)
      .filter((one) => one.kind === "identifier" || one.raw === "shorthand_property_identifier_pattern")
      .map((one) => side.text(one));
  });
  return names.filter((each) => each !== "self" && each !== "cls");
}

/** Statements of the function and its blocks, without docstrings. */
export function statementsOf(routine: SyntaxNode): readonly SyntaxNode[] {
  return descendants(routine).filter(
    (each) =>
      isStatement(each) &&
      enclosingFunction(each) === routine &&
      !(each.kind === "expression-statement" && each.children.every((one) => one.kind === "string")),
  );
}

/** `const add = (a, b) => a + b`. */
function isNamedLambda(node: SyntaxNode): boolean {
  return node.kind === "lambda" && node.role === "value" && node.parent?.kind === "assign";
}

function nameOf(node: SyntaxNode, { text }: Code): string {
  if (node.raw === "impl_item") return text(node).split("{")[0]?.trim() ?? "";
  const { parent } = node;
  return text(child(node, "name") ?? (parent && (child(parent, "target") ?? child(parent, "key"))));
}
