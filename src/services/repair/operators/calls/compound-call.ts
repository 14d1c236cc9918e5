import { COSTS } from "../../costs.ts";
import type { ValueKind } from "../../languages/language.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, type Expression, grouped, infix } from "../../syntax/expression.ts";
import { ancestors, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["compound-call"];
const MOST_FUNCTIONS = 4;

/** Two steps that people write as one. */
interface Idiom {
  readonly takes: readonly ValueKind[];
  readonly write: (operand: Expression) => Expression;
}

const tight = (operand: Expression) => grouped(operand, 13);
const idiom = (takes: readonly ValueKind[], write: (operand: Expression) => string): Idiom => ({
  takes,
  write: (operand) => atom(write(operand)),
});

const PYTHON: readonly Idiom[] = [
  idiom(["string"], (x) => `" ".join(${tight(x)}.split())`),
  idiom(["string"], (x) => `${tight(x)}.strip().lower()`),
  idiom(["string", "object", "boolean"], (x) => `str(${x.text}).lower()`),
  idiom(["string", "object"], (x) => `str(${x.text}).strip()`),
  idiom(["list", "string"], (x) => `list(dict.fromkeys(${x.text}))`),
  idiom(["list", "set"], (x) => `sorted(set(${x.text}))`),
  idiom(["list"], (x) => `list(reversed(${x.text}))`),
  idiom(["number"], (x) => `round(${x.text}, 2)`),
  idiom(["number"], (x) => `str(${x.text}).zfill(2)`),
  idiom(["list"], (x) => `[each for each in ${x.text} if each]`),
];

const JAVASCRIPT: readonly Idiom[] = [
  idiom(["list", "string"], (x) => `[...new Set(${x.text})]`),
  idiom(["string", "number", "object"], (x) => `String(${x.text}).padStart(2, "0")`),
  idiom(["string"], (x) => `${tight(x)}.trim().toLowerCase()`),
  idiom(["string", "object"], (x) => `String(${x.text}).toLowerCase()`),
  idiom(["string"], (x) => `${tight(x)}.replace(/\\s+/g, " ")`),
  idiom(["string"], (x) => `${tight(x)}.replace(/\\s+/g, " ").trim()`),
  {
    takes: ["number"],
    write: (x) => infix("/", atom(`Math.round(${infix("*", x, atom("100")).text})`), atom("100")),
  },
  idiom(["list"], (x) => `[...${grouped(x, 5)}].reverse()`),
  idiom(["list"], (x) => `[...${grouped(x, 5)}].sort()`),
  idiom(["list"], (x) => `${tight(x)}.filter(Boolean)`),
  idiom(["string"], (x) => `encodeURIComponent(${x.text})`),
  idiom(["number", "string"], (x) => `Number(${tight(x)}.toFixed(2))`),
];

export const compoundCall: Operator = {
  meta: {
    id: "compound-call",
    title: "Normalize, pad, round or deduplicate a value",
    why: "Two library calls that belong together: white space, letter case, duplicates, cents, leading zeros.",
    cost: costs.prior,
    kinds: ["identifier", "attribute", "call", "subscript", "binary"],
    most: 14,
    examples: [
      {
        language: "python",
        before: 'def f(name):\n    return name.replace("-", " ")',
        after: 'def f(name):\n    return " ".join(name.replace("-", " ").split())',
      },
      { language: "python", before: "tags = list(tags)", after: "tags = list(dict.fromkeys(list(tags)))" },
      {
        language: "python",
        before: "def f(x):\n    return quote(x)",
        after: "def f(x):\n    return quote(str(x))",
      },
      { language: "javascript", before: "x = a.concat(b);", after: "x = [...new Set(a.concat(b))];" },
      {
        language: "javascript",
        before: "x = Math.floor(a) + b;",
        after: 'x = String(Math.floor(a)).padStart(2, "0") + b;',
      },
    ],
    leaves: [
      { language: "python", code: "def f():\n    return None" },
      { language: "javascript", code: "function f() { return null; }" },
      { language: "go", code: "package p\nfunc f(a int) int { return a }" },
    ],
  },
  *propose(site, context) {
    const idioms = idiomsOf(context);
    if (idioms.length === 0 || !isValue(site) || site.role === "callee" || site.role === "object") return;
    if (isConsidered(site)) return;
    const kind = context.kindOf(site);
    const whole = context.expression(site);
    if (kind === "function" || kind === "null") return;
    const unknown = kind === null ? costs.unknownKind : 0;
    for (const [at, { takes, write }] of idioms.entries())
      if (kind === null || takes.includes(kind))
        yield replace(site, write(whole), unknown + at * costs.perIdiom);
    if (kind === "string") return;
    const convert = context.language.id === "python" ? "str" : "String";
    const functions = context.ingredients.functions.filter(({ arity }) => arity === 1);
    for (const { name } of functions.slice(0, MOST_FUNCTIONS))
      if (!whole.text.includes(name) && !context.language.builtins.has(name))
        yield replace(site, atom(`${name}(${convert}(${whole.text}))`), costs.converted);
    if (site.role === null && site.parent?.kind === "arguments")
      yield replace(site, atom(`${convert}(${whole.text})`), costs.converted);
  },
};

function idiomsOf(context: Context): readonly Idiom[] {
  if (context.language.id === "python") return PYTHON;
  return isScript(context) ? JAVASCRIPT : [];
}

/** Conditions and indices rarely need two calls. */
function isConsidered(site: SyntaxNode): boolean {
  for (const each of [site, ...ancestors(site)]) {
    if (each.role === "condition" || each.role === "index" || each.kind === "comparison") return true;
    if (each.kind === "block") return false;
  }
  return false;
}
