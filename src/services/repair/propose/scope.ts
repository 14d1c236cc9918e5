import { remembered } from "../../../domain/rules/values/remembered.ts";
import type { Language, ValueKind } from "../languages/language.ts";
import type { Code } from "../syntax/code.ts";
import { ancestors, child, contains, isClosed, type SyntaxNode, unwrap } from "../syntax/node.ts";
import type { Variable } from "./context.ts";

interface Binding {
  readonly name: string;
  /** Where the name gets its value. */
  readonly from: number;
  /** The block that contains the binding. */
  readonly block: SyntaxNode;
  readonly value: SyntaxNode | null;
  readonly parameter: boolean;
}

export interface Scopes {
  variables(at: SyntaxNode): readonly Variable[];
  /** Values assigned to a name that is visible from a node; null for values that are unknown. */
  valuesOf(name: string, at: SyntaxNode): readonly (SyntaxNode | null)[];
  isLocal(name: string, at: SyntaxNode): boolean;
}

export function createScopes(
  { text }: Code,
  language: Language,
  kindOfName: (name: string, at: SyntaxNode) => ValueKind | null,
): Scopes {
  const blockScoped = language.id !== "python";

  /** Names bound in a function or module, without those of nested functions. */
  const bindingsIn = remembered((owner: SyntaxNode) => [...bindingsOf(owner, text)]);

  const occurrences = remembered((owner: SyntaxNode): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const [word] of text(owner).matchAll(/[A-Za-z_$][\w$]*/g))
      counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  });

  function* owners(at: SyntaxNode): Generator<SyntaxNode> {
    for (const each of ancestors(at)) if (isScope(each)) yield each;
  }

  const variables = remembered((at: SyntaxNode): readonly Variable[] => {
    const found = new Map<string, Variable>();
    let distance = 0;
    for (const owner of owners(at)) {
      for (const binding of bindingsIn(owner)) {
        if (binding.name === "_" && blockScoped) continue;
        const own = distance === 0 && owner.kind !== "module";
        const definite = !own || (binding.from <= at.start && contains(binding.block, at));
        if (own && blockScoped && !definite) continue;
        if (!own && blockScoped && owner.kind !== "module" && !contains(binding.block, at)) continue;
        const before = found.get(binding.name);
        if (before !== undefined && (before.definite || !definite || before.distance < distance)) continue;
        found.set(binding.name, {
          name: binding.name,
          kind: kindOfName(binding.name, at),
          definite,
          distance,
          unused: occurrences(owner).get(binding.name) === 1,
        });
      }
      if (owner.kind === "function" || owner.kind === "module") distance += 1;
    }
    return [...found.values()].sort((a, b) => a.distance - b.distance);
  });

  function valuesOf(name: string, at: SyntaxNode): readonly (SyntaxNode | null)[] {
    for (const owner of owners(at)) {
      const own = bindingsIn(owner).filter((each) => each.name === name);
      if (own.length > 0) return own.map((each) => each.value);
    }
    return [];
  }

  function isLocal(name: string, at: SyntaxNode): boolean {
    for (const owner of owners(at)) {
      if (bindingsIn(owner).some((each) => each.name === name)) return owner.kind !== "module";
    }
    return false;
  }

  return { variables, valuesOf, isLocal };
}

function isScope(node: SyntaxNode): boolean {
  return (
    node.kind === "function" ||
    node.kind === "lambda" ||
    node.kind === "module" ||
    node.kind === "comprehension"
  );
}

function* bindingsOf(owner: SyntaxNode, text: (node: SyntaxNode) => string): Generator<Binding> {
  const parameters = child(owner, "parameters");
  if (parameters !== null) {
    const found = parameters.kind === "identifier" ? [parameters] : [...boundNames(parameters)];
    for (const each of found) {
      yield { name: text(each), from: owner.start, block: owner, value: null, parameter: true };
    }
  }
  yield* within(owner, owner, text);
}

function* within(
  node: SyntaxNode,
  block: SyntaxNode,
  text: (node: SyntaxNode) => string,
): Generator<Binding> {
  for (const each of node.children) {
    if (
      each.kind === "function" ||
      each.kind === "lambda" ||
      each.kind === "class" ||
      each.kind === "comprehension"
    )
      continue;
    if (isClosed(each) || each.kind === "parameters") continue;
    const target = child(each, "target");
    if (target !== null && each.kind !== "augment" && each.kind !== "update") {
      const bindsInside = each.kind === "for-each" || each.kind === "catch";
      const around = child(each, "body") === null ? node : each;
      const home = each.kind === "for-clause" ? node : bindsInside ? around : block;
      const names = [...boundNames(target)];
      const value =
        names.length === 1 && unwrap(target).kind === "identifier" && each.kind === "assign"
          ? child(each, "value")
          : null;
      const from = each.kind === "for-clause" ? node.start : bindsInside ? target.end : each.end;
      for (const name of names) yield { name: text(name), from, block: home, value, parameter: false };
    }
    yield* matched(each, node, text);
    // Go has the header of a classic loop in a node of its own, but its variables are visible in the body.
    const isHeader = each.kind === "for-classic" && node.kind === "for-classic";
    const opensBlock = each.kind === "block" || each.kind === "for-classic" || each.kind === "for-each";
    const inner = opensBlock && !isHeader ? each : block;
    yield* within(each, inner, text);
  }
}

const LITERALS = /b?r?"(?:\\.|[^"\\])*"|b?'(?:\\.|[^'\\])'/g;

/** Names that a pattern of Rust binds: in its arm, or in the branch that its condition opens. */
function* matched(
  node: SyntaxNode,
  parent: SyntaxNode,
  text: (node: SyntaxNode) => string,
): Generator<Binding> {
  const isArm = node.raw === "match_arm";
  const [pattern] = node.children;
  if (pattern === undefined || (!isArm && node.raw !== "let_condition")) return;
  const guard = child(pattern, "condition");
  const end = guard?.start ?? pattern.end;
  const bound = text(pattern)
    .slice(0, end - pattern.start)
    .replace(LITERALS, "");
  const names = bound.match(/(?<![\w:.'"])[a-z_]\w*(?!\w|\s*(?:::|[({!:]|\.[^.]))/g) ?? [];
  for (const name of new Set(names))
    if (!/^(?:_|ref|mut|if|true|false|self)$/.test(name))
      yield {
        name,
        from: end,
        block: isArm ? node : (child(parent, "body") ?? parent),
        value: null,
        parameter: false,
      };
}

/** Names that a pattern binds, without the objects, indices, defaults or types in it. */
function* boundNames(pattern: SyntaxNode): Generator<SyntaxNode> {
  if (pattern.kind === "identifier" || pattern.raw === "shorthand_property_identifier_pattern") {
    yield pattern;
    return;
  }
  if (pattern.kind === "attribute" || pattern.kind === "subscript" || isClosed(pattern)) return;
  if (pattern.kind === "other" && pattern.children.length === 0) return;
  for (const each of pattern.children) {
    if (each.role === "value" || each.role === "type" || each.role === "key") continue;
    yield* boundNames(each);
  }
}
