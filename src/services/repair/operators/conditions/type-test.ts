import { escapeRegex } from "../../../../domain/rules/text/escape-regex.ts";
import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import { atom, grouped, infix } from "../../syntax/expression.ts";
import { ancestors, operatorOf, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["type-test"];
const TIGHTEST = 13;

export const typeTest: Operator = {
  meta: {
    id: "type-test",
    title: "Test what a value is in the way that works",
    why: '`typeof null` and `typeof []` are "object", NaN equals nothing, a new list equals nothing, a position of 0 is false, `!a in b` negates `a`.',
    cost: costs.prior,
    kinds: ["comparison", "call", "not"],
    most: 4,
    examples: [
      { language: "python", before: "x = type(a) == int", after: "x = isinstance(a, int)" },
      { language: "python", before: 'x = a == float("nan")', after: "x = a != a" },
      {
        language: "javascript",
        before: 'x = typeof a === "object";',
        after: 'x = typeof a === "object" && a !== null;',
      },
      {
        language: "javascript",
        before: 'if (typeof a === "object") f();',
        after: 'if (typeof a === "object" && !Array.isArray(a)) f();',
      },
      { language: "javascript", before: 'x = typeof a === "array";', after: "x = Array.isArray(a);" },
      { language: "javascript", before: "x = a === NaN;", after: "x = Number.isNaN(a);" },
      { language: "javascript", before: "x = a === [];", after: "x = a.length === 0;" },
      {
        language: "javascript",
        before: 'x = typeof a === "number";',
        after: "x = Number.isFinite(a);",
      },
      { language: "javascript", before: "if (s.indexOf(x)) f();", after: "if (s.includes(x)) f();" },
      { language: "javascript", before: "x = !key in o;", after: "x = !(key in o);" },
      { language: "javascript", before: "x = isNaN(a);", after: "x = Number.isNaN(a);" },
      {
        language: "typescript",
        before: "if (typeof a === undefined) f();",
        after: 'if (typeof a === "undefined") f();',
      },
    ],
    leaves: [
      { language: "python", code: "x = isinstance(a, int)" },
      {
        language: "javascript",
        code: 'x = typeof a === "object" && a !== null && !Array.isArray(a); y = i === 0;',
      },
    ],
  },
  *propose(site, context) {
    if (context.language.id === "python") return yield* python(site, context);
    if (!isScript(context)) return;
    if (site.kind === "call") yield* searched(site, context);
    if (site.kind !== "comparison") return;
    yield* negated(site, context);
    yield* typed(site, context);
    yield* never(site, context);
  },
};

function* python(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [left, right] = site.children;
  const operator = operatorOf(site);
  if (site.kind !== "comparison" || !left || !right || !/^(?:==|is|!=|is not)$/.test(operator)) return;
  const negation = operator === "==" || operator === "is" ? "" : "not ";
  const asked = /^type\((.+)\)$/.exec(context.text(left))?.[1];
  if (asked !== undefined && !context.text(right).startsWith("type("))
    yield replace(site, {
      text: `${negation}isinstance(${asked}, ${context.text(right)})`,
      level: negation ? 3 : TIGHTEST,
    });
  if (/^(?:float\(["']nan["']\)|math\.nan|np\.nan)$/.test(context.text(right)))
    yield replace(
      site,
      infix(negation === "" ? "!=" : "==", context.expression(left), context.expression(left)),
    );
}

/** `typeof` knows neither null nor arrays. */
function* typed(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [left, right] = site.children;
  const operator = operatorOf(site);
  const asked = /^typeof\s+\(?([\w.$[\]#]+)\)?$/.exec(left ? context.text(left) : "")?.[1];
  if (asked === undefined || !right || !/^[!=]==?$/.test(operator)) return;
  const isNot = operator.startsWith("!");
  const not = (test: string) => (isNot ? `!${test}` : test);
  const type = context.text(right).replace(/^["'](.*)["']$/, "$1");
  if (right.kind === "null" || right.kind === "identifier")
    yield replace(right, atom(`"${context.text(right)}"`), costs.unquoted);
  if (type === "array") yield replace(site, atom(not(`Array.isArray(${asked})`)), costs.unquoted);
  if (type === "number") {
    yield replace(site, atom(not(`Number.isFinite(${asked})`)));
    yield replace(site, atom(not(`Number.isInteger(${asked})`)), costs.integer);
  }
  if (type !== "object") return;
  const around = conditionAround(site, context);
  const whole = context.expression(site);
  const joiner = isNot ? "||" : "&&";
  const isKnown = new RegExp(
    `(?<![\\w.])${escapeRegex(asked)}\\s*[!=]==?\\s*null|!${escapeRegex(asked)}\\b`,
  ).test(around);
  if (!isKnown) {
    yield replace(site, infix(joiner, whole, atom(`${asked} ${isNot ? "=" : "!"}== null`)), costs.notNull);
  }
  if (!around.includes(`isArray(${asked})`))
    yield replace(
      site,
      infix(joiner, whole, atom(isNot ? `Array.isArray(${asked})` : `!Array.isArray(${asked})`)),
      costs.noArray,
    );
}

/** Comparisons that are never true. */
function* never(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [left, right] = site.children;
  const operator = operatorOf(site);
  if (!left || !right || !/^[!=]==?$/.test(operator)) return;
  const isNot = operator.startsWith("!");
  const text = context.text(right).replaceAll(/\s/g, "");
  const base = grouped(context.expression(left), TIGHTEST);
  if (text === "NaN") yield replace(site, atom(`${isNot ? "!" : ""}Number.isNaN(${context.text(left)})`));
  const equal = isNot ? "!==" : "===";
  if (text === "[]") yield replace(site, infix(equal, atom(`${base}.length`), atom("0")));
  if (text === "{}")
    yield replace(site, infix(equal, atom(`Object.keys(${context.text(left)}).length`), atom("0")));
}

/** `!a in b` and `!a instanceof B`. */
function* negated(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [left, right] = site.children;
  const operator = operatorOf(site);
  const operand = left?.kind === "not" ? left.children[0] : undefined;
  if (!right || operand === undefined || !/^(?:in|instanceof)$/.test(operator)) return;
  yield replace(site, atom(`!(${context.text(operand)} ${operator} ${context.text(right)})`));
}

/** A position used as a condition: 0 is false and -1 is true. */
function* searched(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const call = callOf(site, context);
  if (call === null) return;
  if (call.object === null && call.name === "isNaN")
    yield replace(call.callee, atom("Number.isNaN"), costs.strict);
  if (call.object === null || !/^(?:indexOf|lastIndexOf|findIndex|search)$/.test(call.name)) return;
  const outer = outermost(site);
  const isAsked =
    outer.role === "condition" || outer.parent?.kind === "not" || outer.parent?.kind === "logical";
  if (!isAsked) return;
  if (call.name === "indexOf")
    yield replace(
      site,
      atom(
        `${context.text(call.object)}.includes(${call.given.map((each) => context.text(each)).join(", ")})`,
      ),
    );
  yield replace(site, infix("!==", context.expression(site), atom("-1")));
}

function outermost(node: SyntaxNode): SyntaxNode {
  return node.parent !== null && unwrap(node.parent) === node ? outermost(node.parent) : node;
}

/** The text of the whole condition that a test belongs to. */
function conditionAround(site: SyntaxNode, context: Context): string {
  let around = site;
  for (const each of ancestors(site)) {
    if (!["logical", "group", "not"].includes(each.kind)) break;
    around = each;
  }
  return context.text(around);
}
