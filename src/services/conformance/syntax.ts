import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { NapiConfig, SgNode } from "@ast-grep/napi";
import type { LanguageId } from "../../domain/rules/languages/languages.ts";
import { grammarsToRegister, PARSER_NAMES } from "../../domain/rules/languages/parsers.ts";
import { lazily } from "../../domain/rules/values/lazily.ts";
import type { Range } from "./range.ts";

export type { NapiConfig, SgNode };

export interface SyntaxTree {
  readonly language: LanguageId;
  readonly root: SgNode;
}

const require = createRequire(import.meta.url);

/** Loads the parsers at first use: most commands do not need them, and loading takes time. */
const loadParsers = lazily(() => {
  const napi = require("@ast-grep/napi") as typeof import("@ast-grep/napi");
  napi.registerDynamicLanguage(grammarsToRegister(require));
  return napi;
});

export function parseText(language: LanguageId, text: string): SyntaxTree {
  parsed += text.length;
  return { language, root: loadParsers().parse(PARSER_NAMES[language], text).root() };
}

export async function parseTextAside(language: LanguageId, text: string): Promise<SyntaxTree> {
  parsed += text.length;
  const tree = await loadParsers().parseAsync(PARSER_NAMES[language], text);
  return { language, root: tree.root() };
}

/** The number of characters whose trees take about 15 MB. */
const MOST_PARSED = 500_000;
let parsed = 0;
let collect: ((options: { readonly type: "minor" | "major" }) => void) | null = null;
/**
 * Above this much resident memory, in bytes, trees must have survived minor collections. It rises after each
 * major one.
 */
let mostMemory = 220e6;
const MORE_MEMORY = 30e6;

/**
 * Frees unreferenced trees once there are many. They are outside the JavaScript heap, and the garbage
 * collector, which sees only small handles, would let them fill the memory.
 */
export function freeTrees(): void {
  if (parsed < MOST_PARSED) return;
  parsed = 0;
  if (collect === null) {
    setFlagsFromString("--expose-gc");
    // By now the young generation has the size it needs; growing further costs 80 MB and saves no time.
    setFlagsFromString("--semi-space-growth-factor=1");
    collect = runInNewContext("gc") as typeof collect;
  }
  collect?.({ type: "minor" });
  const memory = process.memoryUsage.rss();
  if (memory < mostMemory) return;
  // A handle that was promoted to the old generation is freed only by a major collection.
  collect?.({ type: "major" });
  mostMemory = memory + MORE_MEMORY;
}

export function rangeOf(node: SgNode): Range {
  return toRange(node.range());
}

function toRange({ start, end }: ReturnType<SgNode["range"]>): Range {
  return {
    line: start.line + 1,
    column: start.column + 1,
    endLine: end.line + 1,
    endColumn: end.column + 1,
  };
}

const SCOPE_KINDS: ReadonlySet<string> = new Set(
  `function_definition class_definition function_declaration generator_function_declaration method_definition
  class_declaration abstract_class_declaration interface_declaration method_declaration constructor_declaration
  enum_declaration record_declaration function_item impl_item trait_item mod_item variable_declarator`.split(
    /\s+/,
  ),
);

/** The names of the definitions around a node, outermost first. */
export function scopeOf(node: SgNode): string {
  return joinNames(
    node
      .ancestors()
      .filter((ancestor) => SCOPE_KINDS.has(String(ancestor.kind())))
      .map(nameOf)
      .reverse(),
  );
}

interface Place {
  readonly node: SgNode;
  readonly range: Range;
  readonly scope: string;
}

interface Scope {
  readonly end: number;
  readonly name: () => string;
}

const ONLY_SCOPE = "AGENTFORGE_SCOPE";

/** The matches of the rules, each with its range and scope. A single walk also finds the scopes. */
export function findWithScopes({ language, root }: SyntaxTree, rules: readonly unknown[]): readonly Place[] {
  const scopes = { any: scopeRulesOf(language) };
  // A mark distinguishes scopes from matches. It takes a fifth of the walk, so it is omitted if the kind is enough.
  const isMarked = rules.some(mayMatchScope);
  const scopeRule = isMarked ? { all: [scopes, { pattern: `$${ONLY_SCOPE}` }] } : scopes;
  const places: Place[] = [];
  const around: Scope[] = [];
  // In text order, outer nodes before inner ones.
  for (const node of root.findAll({ rule: { any: [...rules, scopeRule] } } as NapiConfig)) {
    const { start, end } = node.range();
    while ((around.at(-1)?.end ?? Infinity) <= start.index) around.pop();
    const isScope = SCOPE_KINDS.has(String(node.kind()));
    if (!isScope || (isMarked && node.getMatch(ONLY_SCOPE) === null)) {
      // An empty node at the end of a scope may be inside it or after it.
      const scope = start.index === end.index ? scopeOf(node) : joinNames(around.map(({ name }) => name()));
      places.push({ node, range: toRange({ start, end }), scope });
    }
    if (isScope) around.push({ end: end.index, name: lazily(() => nameOf(node)) });
  }
  return places;
}

/** False if the rule names the kind of its matches, and it is not a scope. */
function mayMatchScope(rule: unknown): boolean {
  const { kind, pattern } = rule as { kind?: unknown; pattern?: { selector?: unknown } };
  const named = kind ?? pattern?.selector;
  return typeof named !== "string" || !/^\w+$/.test(named) || SCOPE_KINDS.has(named);
}

const scopeRules = new Map<LanguageId, readonly object[]>();

/** The node kinds in a language's grammar; a rule with any other kind does not compile. */
function scopeRulesOf(language: LanguageId): readonly object[] {
  const known = scopeRules.get(language);
  if (known !== undefined) return known;
  const { kind: idOf } = loadParsers();
  const rules = [...SCOPE_KINDS]
    .filter((kind) => idOf(PARSER_NAMES[language], kind) !== 0)
    .map((kind) => ({ kind }));
  scopeRules.set(language, rules);
  return rules;
}

function nameOf(scope: SgNode): string {
  return (scope.field("name") ?? scope.field("type"))?.text() ?? "";
}

function joinNames(names: readonly string[]): string {
  return names.filter((name) => name !== "").join(".");
}
