import { COSTS } from "../../costs.ts";
import {
  child,
  descendants,
  enclosingFunction,
  isStatement,
  type Kind,
  returnsOf,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Context } from "../context.ts";
import { insertBefore, under } from "../edits.ts";
import { conditionsAt } from "./conditions.ts";
import type { Expected, ExpectedError } from "./expected.ts";
import type { Experiment, ExperimentKind } from "./experiment.ts";
import { followsGuards, freshNames, isDocumentation, isGuard } from "./places.ts";
import { insertInVisits, VISITS } from "./visits.ts";

const costs = COSTS.earlyExit;
const PLAIN: ReadonlySet<Kind> = new Set([
  "number",
  "string",
  "boolean",
  "null",
  "list",
  "dict",
  "tuple",
  "unary",
]);
const MOST_RETURNED = 4;
const MOST_EXPECTED = 8;
const MOST_VARIABLES = 6;
const MOST_IN_VISITS = 4;
const BUILT_IN_ERROR =
  /^(?:ValueError|TypeError|KeyError|IndexError|RuntimeError|LookupError|ZeroDivisionError|NotImplementedError|OverflowError|ArithmeticError|AttributeError|StopIteration|PermissionError|FileNotFoundError|OSError|TimeoutError|Exception|Error|RangeError|SyntaxError|URIError|EvalError)$/;

/** Zero, one, booleans, null, empty strings and containers: values that are not test data. */
const BASE = /^(?:-?[01](?:\.0)?|None|null|undefined|True|False|true|false|""|''|[[({].*)$/s;

/** A way to leave the function. */
interface Exit {
  /** The code that exits; `subject` is the checked value, for a message about it. */
  readonly code: (subject: string) => string;
  readonly extra: number;
  /** Matches the conditions that the expected message describes. */
  readonly said?: RegExp | undefined;
}

/** Words of a message, and the conditions that they describe. */
const SAID: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:non-?negative|not negative|negative)\b/i, /< 0$/],
  [/\bpositive\b|greater than (?:0|zero)/i, /<= 0$/],
  [/\bzero\b/i, /== 0$/],
  [/\b(?:empty|blank|no \w+)\b/i, /^not \w+$|length === 0$|strip|trim/],
  [/\b(?:unknown|not found|missing|no such)\b/i, /not in|^!.*(?:has|in|includes)\b|is None|== null/],
  [/\b(?:already|duplicate|exists)\b/i, /^\w+ in |^[^!].*\.(?:has|includes)\(/],
  [/\binteger\b/i, /isInteger|, int\)/],
  [/\b(?:string|text)\b/i, /"string"|, str\)/],
];

/**
 * Leaves the function with a result or an error that the failing tests expect. If a failing test passes when
 * the function always exits this way, tries conditions under which it should.
 */
export const earlyExit: ExperimentKind = {
  id: "early-exit",
  cost: costs.prior,
  *experimentsAt(site, context, expected) {
    if (!isStatement(site) || isDocumentation(site) || site.kind === "other") return;
    const owner = enclosingFunction(site);
    if (owner === null || isConstructor(owner, context)) return;
    const depth = depthOf(site, owner);
    const exits = exitsAt(site, owner, context, expected);
    for (const exit of exits) {
      const proposal = insertBefore(context, site, exit.code("value"), depth + exit.extra);
      yield { proposal, grow: () => guarded(site, context, expected, exit, depth) };
    }
    const likeliest = exits.toSorted((a, b) => a.extra - b.extra).slice(0, MOST_IN_VISITS);
    for (const [at, visits] of VISITS.entries()) {
      for (const exit of likeliest) {
        const extra = depth + exit.extra + costs.perVisit * (at + 1);
        const proposal = insertInVisits(context, site, exit.code("value"), visits, extra);
        if (proposal !== null) yield { proposal, grow: () => guarded(site, context, expected, exit, depth) };
      }
    }
  },
};

function* guarded(
  site: SyntaxNode,
  context: Context,
  expected: Expected,
  exit: Exit,
  depth: number,
): ReturnType<() => Generator<Experiment["proposal"]>> {
  const owner = enclosingFunction(site);
  const fresh = owner !== null && followsGuards(site, owner) ? null : freshNames(site, context);
  for (const { expression, extra, subject, names } of conditionsAt(site, context, expected)) {
    // Values that were known earlier are checked at an earlier place.
    if (fresh !== null && ![...names].some((name) => fresh.has(name))) continue;
    const code = under(expression.text, exit.code(subject), site, context);
    const said = exit.said?.test(expression.text) === true ? costs.said : 0;
    yield insertBefore(context, site, code, depth + exit.extra + extra + said);
  }
}

/** One more check follows those that are there, so that they keep what they decide. */
function depthOf(site: SyntaxNode, owner: SyntaxNode): number {
  if (followsGuards(site, owner)) return isGuard(site) ? costs.beforeGuard : 0;
  return costs.later + (isOutermost(site, owner) ? 0 : costs.nested);
}

function isOutermost(site: SyntaxNode, owner: SyntaxNode): boolean {
  return site.parent !== null && site.parent === child(owner, "body");
}

function isConstructor(owner: SyntaxNode, context: Context): boolean {
  const name = child(owner, "name");
  return name !== null && /^(?:__init__|constructor)$/.test(context.text(name));
}

function exitsAt(site: SyntaxNode, owner: SyntaxNode, context: Context, expected: Expected): readonly Exit[] {
  const { write } = context.language;
  const exits = new Map<string, Exit>();
  const add = (value: string, extra: number) => {
    const code = write.returning(value);
    if (!exits.has(code)) exits.set(code, { code: () => code, extra });
  };
  for (const error of expected.errors) {
    const code = raising(error, context);
    const said = SAID.find(([words]) => words.test(error.message ?? ""))?.[1];
    if (code !== null) exits.set(code("value"), { code, extra: costs.expected, said });
  }
  const values = returnsOf(owner).flatMap((node) => node.children.slice(0, 1));
  if (values.length === 0) {
    if (!descendants(owner).some((node) => node.kind === "yield")) add("", costs.usual);
    return [...exits.values()];
  }
  const plain = values.filter((each) => PLAIN.has(each.kind)).map((each) => context.text(each));
  const isUsed = (value: string) => BASE.test(value) || plain.includes(value) || !/^-?\d/.test(value);
  for (const value of expected.results.filter(isBasic).filter(isUsed).slice(0, MOST_EXPECTED))
    add(
      value,
      plain.includes(value) ? costs.expectedAndUsed : BASE.test(value) ? costs.expected : costs.data,
    );
  for (const value of plain.slice(0, MOST_RETURNED)) add(value, costs.usual);
  const usual = [write.null, write.emptyList, "0", write.false, '""', write.true, "{}"];
  if (context.language.id === "python") usual.push("0.0");
  for (const [at, value] of usual.entries())
    if (value !== null) add(value, costs.usual + at * costs.perValue);
  const variables = context.variables(site).filter((each) => each.definite && each.distance === 0);
  for (const { name } of variables.slice(0, MOST_VARIABLES)) add(name, costs.variable);
  if (context.language.id !== "python") add("undefined", costs.usual + usual.length * costs.perValue);
  return [...exits.values()];
}

/** Whether a value is not test data. A container may hold only zeros, ones, booleans and empty values. */
function isBasic(value: string): boolean {
  if (!/^[[({]/.test(value)) return true;
  const inner = value.replaceAll(/(["'])\w+\1\s*:/g, "");
  return /^(?:[[\](){},\s]|\w+:|\b[01]\b|0\.0|""|''|None|null|True|False|true|false)*$/.test(inner);
}

/** How to raise an expected error, if its class can be used in the file. */
function raising({ type, message }: ExpectedError, { language, source }: Context): Exit["code"] | null {
  const isPython = language.id === "python";
  const name = type?.split(".").at(-1) ?? (isPython ? null : "Error");
  if (name === null || (!isPython && language.id !== "javascript" && language.id !== "typescript"))
    return null;
  if (!BUILT_IN_ERROR.test(name) && !new RegExp(`\\b${name}\\b`).test(source)) return null;
  return (subject) => {
    const text = JSON.stringify(message ?? `invalid ${subject}`);
    return isPython ? `raise ${name}(${text})` : `throw new ${name}(${text});`;
  };
}
