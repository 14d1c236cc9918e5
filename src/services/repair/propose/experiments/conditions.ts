import { COSTS } from "../../costs.ts";
import type { Language, ValueKind } from "../../languages/language.ts";
import { atom, type Expression, infix } from "../../syntax/expression.ts";
import { descendants, enclosingFunction, type SyntaxNode } from "../../syntax/node.ts";
import { type Context, isScript } from "../context.ts";
import { checksAt } from "./checks.ts";
import type { Expected } from "./expected.ts";
import { type Subject, subjectsAt } from "./subjects.ts";
import { typeChecks } from "./type-checks.ts";

const costs = COSTS.conditions;
const MOST_CONSTANTS = 6;
/** At most this many conditions are tried at a place, cheapest first. */
const MOST = 160;

/** A condition over names that can be read at a place. */
export interface Condition {
  readonly expression: Expression;
  /** How unusual it is. */
  readonly extra: number;
  /** The name of the value that it is about. */
  readonly subject: string;
  /** All variables it reads. */
  readonly names: ReadonlySet<string>;
}

/** Conditions that a person might write at a place, most common first. */
export function conditionsAt(site: SyntaxNode, context: Context, expected: Expected): readonly Condition[] {
  const subjects = subjectsAt(site, context);
  const { language } = context;
  const { write } = language;
  const found = new Map<string, Condition>();

  function add(expression: Expression | null, extra: number, ...about: readonly Subject[]): void {
    if (expression === null) return;
    const cost = extra + about.reduce((sum, each) => sum + each.extra, 0);
    if (cost >= (found.get(expression.text)?.extra ?? Number.POSITIVE_INFINITY)) return;
    const names = new Set(about.map((each) => each.name));
    found.set(expression.text, { expression, extra: cost, subject: about[0]?.name ?? "", names });
  }

  const near = constantsNear(site, context);
  const numbers = [
    ...near.numbers.map((text) => ({ text, extra: costs.nearConstant })),
    ...expected.numbers
      .filter((each) => !near.numbers.includes(each))
      .map((text) => ({ text, extra: costs.testConstant })),
  ].filter(({ text }) => text !== "0" && text !== "1");
  const strings = [
    ...near.strings.map((text) => ({ text, extra: costs.nearConstant })),
    ...expected.strings
      .filter((each) => !near.strings.includes(each))
      .map((text) => ({ text, extra: costs.testConstant })),
  ];

  for (const subject of subjects) {
    const { expression, kind } = subject;
    const unknown = kind === null ? costs.unknownKind : 0;
    const is = (...kinds: readonly ValueKind[]) => kind === null || kinds.includes(kind);
    if (kind === "boolean") {
      add(expression, costs.flag, subject);
      add(write.not(expression), costs.flag, subject);
      continue;
    }
    if (kind !== "number" || language.id !== "go") {
      add(write.isNull(expression), costs.absent, subject);
      add(write.isNotNull(expression), costs.absent + costs.opposite, subject);
    }
    if (language.id === "python" || isScript(context)) {
      const falsy = costs.falsy + (kind === "number" ? costs.falsyNumber : 0);
      add(write.not(expression), falsy, subject);
      add(expression, falsy + costs.opposite, subject);
    }
    if (isScript(context))
      for (const [operator, extra] of [
        [write.equal, 0],
        [write.notEqual, costs.opposite],
      ] as const)
        add(infix(operator, expression, atom("undefined")), costs.undefined + extra, subject);
    if (subject.isGuess) continue;
    if (kind === "number" && isScript(context))
      add(atom(`Number.isNaN(${expression.text})`), costs.notANumber, subject);
    if (is("number")) {
      const compared = (operator: string, text: string, extra: number) =>
        add(infix(operator, expression, atom(text)), unknown + extra, subject);
      compared("<", "0", costs.sign);
      compared("<=", "0", costs.sign + costs.perNext);
      compared(write.equal, "0", costs.sign + costs.perNext);
      compared(">", "0", costs.sign + costs.opposite);
      compared(write.notEqual, "0", costs.sign + costs.opposite);
      compared(write.equal, "1", costs.one);
      compared("<=", "1", costs.one + costs.perNext);
      compared(">", "1", costs.one + costs.opposite);
      compared("<", "1", costs.one + costs.opposite);
      for (const { text, extra } of numbers.slice(0, MOST_CONSTANTS))
        for (const operator of [">", "<", ">=", "<=", write.equal, write.notEqual])
          compared(operator, text, extra);
    }
    if (is("list", "string", "dict", "set")) {
      const empty = kind === null ? null : write.isEmpty(expression);
      add(empty, costs.empty, subject);
      if (empty !== null) add(write.not(empty), costs.empty + costs.opposite, subject);
      const length = kind === "dict" || kind === "set" ? null : write.length(expression);
      if (length !== null) {
        add(infix(write.equal, length, atom("1")), unknown + costs.length, subject);
        add(infix("<", length, atom("2")), unknown + costs.length + costs.perNext, subject);
        add(infix(">", length, atom("1")), unknown + costs.length + costs.opposite, subject);
      }
    }
    if (is("string")) {
      for (const { text, extra } of strings.slice(0, MOST_CONSTANTS)) {
        add(infix(write.equal, expression, atom(text)), unknown + extra, subject);
        add(infix(write.notEqual, expression, atom(text)), unknown + extra + costs.opposite, subject);
        for (const each of textChecks(expression, text, language))
          add(each, unknown + extra + costs.partOfText, subject);
      }
      for (const each of blankChecks(expression, language)) add(each, unknown + costs.blank, subject);
    }
    for (const each of typeChecks(expression, kind, language)) add(each, costs.type, subject);
  }
  const known = subjects.filter((each) => !each.isGuess);
  for (const [at, first] of known.entries()) {
    for (const second of known.slice(at + 1)) {
      for (const { expression, extra } of relations(first, second, language))
        add(expression, extra, first, second);
      for (const { expression, extra } of relations(second, first, language))
        add(expression, extra, second, first);
    }
  }
  for (const { expression, extra, names } of checksAt(site, context, known)) {
    const cost = costs.check + extra;
    const [subject = ""] = names;
    if (cost < (found.get(expression.text)?.extra ?? Number.POSITIVE_INFINITY))
      found.set(expression.text, { expression, extra: cost, subject, names: new Set(names) });
  }
  return [...found.values()].sort((a, b) => a.extra - b.extra).slice(0, MOST);
}

/** Literals in the function. */
function constantsNear(site: SyntaxNode, context: Context) {
  const numbers = new Set<string>();
  const strings = new Set<string>();
  for (const node of descendants(enclosingFunction(site) ?? site)) {
    if (node.kind === "number") numbers.add(context.text(node));
    if (node.kind !== "string" || node.children.length > 0) continue;
    if (node.parent?.kind !== "expression-statement" && !context.text(node).includes("\n"))
      strings.add(context.text(node));
  }
  return { numbers: [...numbers], strings: [...strings] };
}

interface Relation {
  readonly expression: Expression;
  readonly extra: number;
}

/** How two values can be related; each pair is seen in both orders. */
function* relations(first: Subject, second: Subject, language: Language): Generator<Relation> {
  const { write } = language;
  const unknown =
    (first.kind === null ? costs.unknownKind : 0) + (second.kind === null ? costs.unknownKind : 0);
  const pair = (operator: string, extra: number): Relation => ({
    expression: infix(operator, first.expression, second.expression),
    extra: extra + unknown,
  });
  const isOrder = first.name < second.name || first.expression.text < second.expression.text;
  const areNumbers = (first.kind ?? "number") === "number" && (second.kind ?? "number") === "number";
  if (areNumbers) {
    yield pair(">", costs.related);
    yield pair(">=", costs.related + costs.perNext);
  }
  if (isOrder && (first.kind === null || second.kind === null || first.kind === second.kind)) {
    yield pair(write.equal, costs.related);
    yield pair(write.notEqual, costs.related + costs.opposite);
  }
  const isItem = first.kind === null || first.kind === "string" || first.kind === "number";
  if (isItem && second.kind !== null && ["list", "dict", "set"].includes(second.kind)) {
    for (const [has, lacks] of membership(first.expression, second, language)) {
      yield { expression: has, extra: costs.contained + unknown };
      yield { expression: lacks, extra: costs.contained + unknown };
    }
  }
  const length = second.kind === "list" || second.kind === "string" ? write.length(second.expression) : null;
  if (first.kind === "number" && length !== null) {
    for (const [at, operator] of [">", ">=", "<", write.equal].entries())
      yield {
        expression: infix(operator, first.expression, length),
        extra: costs.related + at * costs.perNext,
      };
  }
  const [own, other] = [sizeOf(first, language), sizeOf(second, language)];
  if (own === null || other === null) return;
  if (isOrder) yield { expression: infix(write.notEqual, own, other), extra: costs.length };
  yield { expression: infix("<", own, other), extra: costs.length + costs.perNext };
}

function sizeOf({ expression, kind }: Subject, { id, write }: Language): Expression | null {
  if (kind === "list" || kind === "string") return write.length(expression);
  if (kind !== "dict" && kind !== "set") return null;
  if (id === "python" || id === "go") return write.length(expression);
  return kind === "set" ? atom(`${expression.text}.size`) : null;
}

function membership(
  item: Expression,
  { expression, kind }: Subject,
  { id, write }: Language,
): readonly (readonly [Expression, Expression])[] {
  if (id === "python") return [[infix("in", item, expression), infix("not in", item, expression)]];
  if (id !== "javascript" && id !== "typescript") return [];
  const forms =
    kind === "list"
      ? [atom(`${expression.text}.includes(${item.text})`)]
      : [atom(`${expression.text}.has(${item.text})`), infix("in", item, expression)];
  return forms.map((each) => [each, write.not(each)] as const);
}

function textChecks(operand: Expression, text: string, { id, write }: Language): readonly Expression[] {
  const forms: Partial<Record<Language["id"], readonly Expression[]>> = {
    python: [
      atom(`${operand.text}.startswith(${text})`),
      atom(`${operand.text}.endswith(${text})`),
      infix("in", atom(text), operand),
    ],
    javascript: [
      atom(`${operand.text}.startsWith(${text})`),
      atom(`${operand.text}.endsWith(${text})`),
      atom(`${operand.text}.includes(${text})`),
    ],
  };
  const has = forms[id === "typescript" ? "javascript" : id] ?? [];
  return has.flatMap((each) => [each, write.not(each)]);
}

/** Whether a text has only whitespace. */
function blankChecks(operand: Expression, { id, write }: Language): readonly Expression[] {
  if (id === "python") return [write.not(atom(`${operand.text}.strip()`))];
  if (id !== "javascript" && id !== "typescript") return [];
  return [infix(write.equal, atom(`${operand.text}.trim()`), atom('""'))];
}
