import type { LanguageId } from "../../domain/rules/languages/languages.ts";
import { remembered } from "../../domain/rules/values/remembered.ts";
import { type SgNode, type SyntaxTree, scopeOf } from "./syntax.ts";

/**
 * A function or method in a file, with the counts that metrics need. Nested functions are counted separately.
 */
export interface MeasuredFunction {
  readonly node: SgNode;
  readonly name: string;
  readonly scope: string;
  readonly lines: number;
  readonly parameters: number;
  /** One, plus one for every branch, loop, handler and boolean operator. */
  readonly complexity: number;
  /** How deeply branches and loops are nested. */
  readonly nesting: number;
}

interface Grammar {
  readonly functions: readonly string[];
  readonly decisions: readonly object[];
  readonly nests: readonly object[];
}

const kinds = (...names: string[]) => names.map((kind) => ({ kind }));
const notAfterElse = { kind: "if_statement", not: { inside: { kind: "else_clause" } } };
const notAlternative = {
  kind: "if_statement",
  not: { inside: { kind: "if_statement", field: "alternative" } },
};
const booleans = {
  kind: "binary_expression",
  has: { field: "operator", regex: "^(&&|\\|\\||\\?\\?)$" },
};

const ecmaScript: Grammar = {
  functions: [
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "arrow_function",
    "method_definition",
  ],
  decisions: [
    ...kinds("if_statement", "for_statement", "for_in_statement", "while_statement", "do_statement"),
    ...kinds("switch_case", "catch_clause", "ternary_expression"),
    booleans,
  ],
  nests: [
    notAfterElse,
    ...kinds("for_statement", "for_in_statement", "while_statement", "do_statement", "switch_statement"),
    ...kinds("try_statement"),
  ],
};

const GRAMMARS: Readonly<Record<LanguageId, Grammar>> = {
  python: {
    functions: ["function_definition"],
    decisions: [
      ...kinds("if_statement", "elif_clause", "for_statement", "while_statement", "except_clause"),
      ...kinds("conditional_expression", "boolean_operator", "case_clause", "if_clause"),
    ],
    nests: kinds(
      "if_statement",
      "for_statement",
      "while_statement",
      "try_statement",
      "with_statement",
      "match_statement",
    ),
  },
  javascript: ecmaScript,
  typescript: ecmaScript,
  tsx: ecmaScript,
  go: {
    functions: ["function_declaration", "method_declaration", "func_literal"],
    decisions: [
      ...kinds("if_statement", "for_statement", "expression_case", "type_case", "communication_case"),
      booleans,
    ],
    nests: [
      notAlternative,
      ...kinds("for_statement", "expression_switch_statement", "type_switch_statement", "select_statement"),
    ],
  },
  rust: {
    functions: ["function_item", "closure_expression"],
    decisions: [
      ...kinds("if_expression", "for_expression", "while_expression", "loop_expression", "match_arm"),
      booleans,
    ],
    nests: [
      { kind: "if_expression", not: { inside: { kind: "else_clause" } } },
      ...kinds("for_expression", "while_expression", "loop_expression", "match_expression"),
    ],
  },
  java: {
    functions: ["method_declaration", "constructor_declaration", "lambda_expression"],
    decisions: [
      ...kinds("if_statement", "for_statement", "enhanced_for_statement", "while_statement", "do_statement"),
      ...kinds("switch_label", "catch_clause", "ternary_expression"),
      booleans,
    ],
    nests: [
      notAlternative,
      ...kinds("for_statement", "enhanced_for_statement", "while_statement", "do_statement"),
      ...kinds("switch_expression", "try_statement"),
    ],
  },
};

/** Computed once for each tree, no matter how many metrics need it. */
export const measureFunctions = remembered((tree: SyntaxTree): readonly MeasuredFunction[] => {
  const grammar = GRAMMARS[tree.language];
  const functions = find(tree.root, kinds(...grammar.functions));
  if (functions.length === 0) return [];
  const spans = functions.map(spanOf).sort(byStart);
  const decisions = countInside(spans, find(tree.root, grammar.decisions).map(spanOf));
  const depths = depthsInside(spans, find(tree.root, grammar.nests).map(spanOf));
  return spans.map((span, index) => {
    const scope = scopeOf(span.node);
    return {
      node: span.node,
      name: nameOf(span.node),
      scope,
      lines: span.node.range().end.line - span.node.range().start.line + 1,
      parameters: countParameters(span.node),
      complexity: 1 + (decisions[index] ?? 0),
      nesting: depths[index] ?? 0,
    };
  });
});

interface Span {
  readonly node: SgNode;
  readonly start: number;
  readonly end: number;
}

function find(root: SgNode, any: readonly object[]): SgNode[] {
  return root.findAll({ rule: { any: [...any] } } as Parameters<SgNode["findAll"]>[0]);
}

function spanOf(node: SgNode): Span {
  const { start, end } = node.range();
  return { node, start: start.index, end: end.index };
}

function byStart(left: Span, right: Span): number {
  return left.start - right.start || right.end - left.end;
}

/** For each outer span, the number of inner spans whose nearest enclosing span it is. Both sorted by start. */
function countInside(outer: readonly Span[], inner: readonly Span[]): readonly number[] {
  const counts = outer.map(() => 0);
  walkNested(outer, inner, (nearest) => {
    if (nearest !== null) counts[nearest] = (counts[nearest] ?? 0) + 1;
    return [];
  });
  return counts;
}

/** The nesting depth of the inner spans within each outer one. */
function depthsInside(outer: readonly Span[], inner: readonly Span[]): readonly number[] {
  const depths = outer.map(() => 0);
  const open: { end: number; owner: number | null }[] = [];
  walkNested(outer, inner, (nearest, span) => {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= span.start) open.pop();
    open.push({ end: span.end, owner: nearest });
    const depth = open.filter((each) => each.owner === nearest).length;
    if (nearest !== null) depths[nearest] = Math.max(depths[nearest] ?? 0, depth);
    return [];
  });
  return depths;
}

function walkNested(
  outer: readonly Span[],
  inner: readonly Span[],
  visit: (nearest: number | null, span: Span) => unknown,
): void {
  const open: number[] = [];
  let next = 0;
  for (const span of [...inner].sort(byStart)) {
    while (next < outer.length && (outer[next]?.start ?? 0) <= span.start) {
      while (open.length > 0 && (outer[open.at(-1) ?? 0]?.end ?? 0) <= (outer[next]?.start ?? 0)) open.pop();
      open.push(next++);
    }
    while (open.length > 0 && (outer[open.at(-1) ?? 0]?.end ?? 0) <= span.start) open.pop();
    visit(open.at(-1) ?? null, span);
  }
}

function nameOf(node: SgNode): string {
  const own = node.field("name")?.text();
  if (own !== undefined) return own;
  const parent = node.parent();
  return (parent?.field("name") ?? parent?.field("left") ?? parent?.field("key"))?.text() ?? "(anonymous)";
}

function countParameters(node: SgNode): number {
  const list = node.field("parameters");
  if (list === null) return node.field("parameter") === null ? 0 : 1;
  return list
    .namedChildren()
    .filter((child) => !/comment|self_parameter|receiver|separator/.test(String(child.kind())))
    .filter((child, index) => !(index === 0 && /^(?:self|cls|this\b.*)$/.test(child.text())))
    .reduce((sum, child) => sum + Math.max(1, goNames(child)), 0);
}

/** In Go one declaration may name several parameters. */
function goNames(parameter: SgNode): number {
  return String(parameter.kind()) === "parameter_declaration" ? parameter.fieldChildren("name").length : 1;
}
