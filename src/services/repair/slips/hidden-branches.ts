import type { Context } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import { child, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { neighbor } from "./neighbors.ts";
import { at, type Slip } from "./slip.ts";

const WHY = "a branch that is never reached, because a wider one comes first";
const MOST_BRANCHES = 8;

/** A condition and what follows it, up to the end of its block. */
interface Branch {
  readonly condition: string;
  readonly start: number;
  readonly end: number;
}

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "shown",
  kinds: ["if"],
  examples: [
    [
      "if n >= 10:\n    x = 1\nelif n >= 20:\n    x = 2\nelse:\n    x = 0\n",
      "if n >= 20:\n    x = 2\nelif n >= 10:\n    x = 1\nelse:\n    x = 0\n",
    ],
    [
      'def f(n):\n    if n % 3 == 0:\n        return "a"\n    if n % 3 == 0 and n % 5 == 0:\n        return "b"\n    return n\n',
      'def f(n):\n    if n % 3 == 0 and n % 5 == 0:\n        return "b"\n    if n % 3 == 0:\n        return "a"\n    return n\n',
    ],
    [
      "if isinstance(v, int):\n    x = 1\nelif isinstance(v, bool):\n    x = 2\n",
      "if isinstance(v, bool):\n    x = 2\nelif isinstance(v, int):\n    x = 1\n",
    ],
  ],
  leaves: [
    "if n >= 20:\n    x = 1\nelif n >= 10:\n    x = 2\n",
    "if n >= 10:\n    x = 1\nelif m >= 20:\n    x = 2\n",
    "if n < 10:\n    x = 1\nelif n < 20:\n    x = 2\n",
  ],
  correct: reordered,
};

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "shown",
  kinds: ["if"],
  examples: [
    [
      "if (n > 10) { x = 1; } else if (n > 20) { x = 2; } else { x = 0; }",
      "if (n > 20) { x = 2; } else if (n > 10) { x = 1; } else { x = 0; }",
    ],
    [
      "function f(n) {\n  if (n % 3 === 0) return 'a';\n  if (n % 15 === 0) return 'b';\n  return n;\n}",
      "function f(n) {\n  if (n % 15 === 0) return 'b';\n  if (n % 3 === 0) return 'a';\n  return n;\n}",
    ],
    [
      "if (e instanceof Error) { x = 1; } else if (e instanceof TypeError) { x = 2; }",
      "if (e instanceof TypeError) { x = 2; } else if (e instanceof Error) { x = 1; }",
    ],
  ],
  leaves: [
    "if (n > 20) { x = 1; } else if (n > 10) { x = 2; }",
    "if (n > 10) { x = 1; } else if (n < 20) { x = 2; }",
  ],
  correct: reordered,
};

const go: Slip = {
  language: "go",
  why: WHY,
  chance: "shown",
  kinds: ["if", "switch"],
  examples: [
    [
      "package p\nfunc f(n int) int {\n\tif n >= 10 {\n\t\treturn 1\n\t} else if n >= 20 {\n\t\treturn 2\n\t}\n\treturn 0\n}",
      "package p\nfunc f(n int) int {\n\tif n >= 20 {\n\t\treturn 2\n\t} else if n >= 10 {\n\t\treturn 1\n\t}\n\treturn 0\n}",
    ],
    [
      "package p\nfunc f(n int) int {\n\tswitch {\n\tcase n < 20:\n\t\treturn 2\n\tcase n < 10:\n\t\treturn 1\n\t}\n\treturn 0\n}",
      "package p\nfunc f(n int) int {\n\tswitch {\n\tcase n < 10:\n\t\treturn 1\n\tcase n < 20:\n\t\treturn 2\n\t}\n\treturn 0\n}",
    ],
  ],
  leaves: [
    "package p\nfunc f(n int) int {\n\tswitch {\n\tcase n < 10:\n\t\treturn 1\n\tcase n < 20:\n\t\treturn 2\n\t}\n\treturn 0\n}",
  ],
  correct: reordered,
};

const handlers: Slip = {
  language: "python",
  why: "a handler that is never reached, because one for a wider kind of exception comes first",
  chance: "shown",
  kinds: ["try"],
  examples: [
    [
      "try:\n    f()\nexcept Exception as e:\n    g(e)\nexcept ValueError:\n    h()\n",
      "try:\n    f()\nexcept ValueError:\n    h()\nexcept Exception as e:\n    g(e)\n",
    ],
  ],
  leaves: ["try:\n    f()\nexcept OSError:\n    h()\nexcept Exception as e:\n    g(e)\n"],
  *correct(site, context) {
    const branches = site.children.flatMap((each): readonly Branch[] => {
      const condition = /^except (\w+)/.exec(context.text(each))?.[1];
      return each.kind !== "catch" || condition === undefined
        ? []
        : [{ condition, start: each.start, end: each.end }];
    });
    yield inOrder(branches, isWiderException, context);
  },
};

function* reordered(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const isPart = site.raw === "elif_clause" || site.parent?.kind === "else" || site.role === "alternative";
  if (isPart) return;
  const chain = site.kind === "switch" ? casesOf(site, context) : chainOf(site, context);
  yield inOrder(chain.length > 1 ? chain : exitsFrom(site, context), isWider, context);
}

function branchOf(node: SyntaxNode, context: Context): readonly Branch[] {
  const [condition, body] = [child(node, "condition"), child(node, "body")];
  if (condition === null || body === null || node.children[0] !== condition) return [];
  return [{ condition: context.text(unwrap(condition)), start: condition.start, end: body.end }];
}

/** The branches of `if … else if …`. */
function chainOf(site: SyntaxNode, context: Context): readonly Branch[] {
  if (site.children.some(({ raw }) => raw === "elif_clause"))
    return [site, ...site.children.filter(({ raw }) => raw === "elif_clause")].flatMap((each) =>
      branchOf(each, context),
    );
  const alternative = child(site, "alternative");
  const next = alternative?.kind === "else" ? alternative.children[0] : alternative;
  return [...branchOf(site, context), ...(next?.kind === "if" ? chainOf(next, context) : [])];
}

/** The cases of a switch over conditions. */
function casesOf(site: SyntaxNode, context: Context): readonly Branch[] {
  if (child(site, "value") !== null) return [];
  return site.children.flatMap((each) => {
    const [condition, ...more] = each.children.filter(({ role }) => role === "value");
    if (condition === undefined || more.length > 0) return [];
    const end = each.start + context.text(each).trimEnd().length;
    return [{ condition: context.text(condition), start: condition.start, end }];
  });
}

/** An `if` statement that leaves the function or the iteration, and those that follow it. */
function exitsFrom(site: SyntaxNode, context: Context): readonly Branch[] {
  const leaves = (each: SyntaxNode | null) => {
    const body = each?.kind === "if" && each.children.length === 2 ? child(each, "body") : null;
    const last = body?.kind === "block" ? body.children.at(-1) : body;
    return /^(?:return|continue|throw)$/.test(last?.kind ?? "");
  };
  if (leaves(neighbor(site, -1))) return [];
  const found: Branch[] = [];
  for (let each: SyntaxNode | null = site; each !== null && leaves(each); each = neighbor(each, 1))
    found.push(...branchOf(each, context));
  return found;
}

/** Moves each branch before the first one that is wider. */
function inOrder(
  branches: readonly Branch[],
  isWiderThan: (earlier: string, later: string) => boolean,
  context: Context,
): readonly Change[] {
  if (branches.length > MOST_BRANCHES) return [];
  const order: Branch[] = [];
  for (const branch of branches) {
    const wider = order.findIndex((each) => isWiderThan(each.condition, branch.condition));
    order.splice(wider === -1 ? order.length : wider, 0, branch);
  }
  return branches.flatMap((each, position) => {
    const other = order[position] ?? each;
    return other === each ? [] : [at(each, context.source.slice(other.start, other.end))];
  });
}

const LIMIT = /^(\S+) ([<>])=? (-?\d+(?:\.\d+)?)$/;
const DIVISIBLE = /^(\S+) % (\d+) ={2,3} 0$/;
const TYPE = /^(?:isinstance\((\w+), (\w+)\)|(\w+) instanceof (\w+))$/;
const SUBTYPES: Readonly<Record<string, RegExp>> = {
  int: /^bool$/,
  dict: /^(?:OrderedDict|defaultdict|Counter)$/,
  date: /^datetime$/,
  Iterable: /^(?:str|list|dict|tuple|set)$/,
  Sequence: /^(?:str|list|tuple)$/,
  object: /^\w+$/,
  Object: /^\w+$/,
  Error: /^\w+Error$/,
};

/** Whether a condition holds wherever another one does. */
function isWider(earlier: string, later: string): boolean {
  if (later.startsWith(`${earlier} and `) || later.endsWith(` and ${earlier}`)) return !/ or /.test(later);
  if (later.startsWith(`${earlier} && `) || later.endsWith(` && ${earlier}`)) return !/\|\|/.test(later);
  const [one, other] = [LIMIT.exec(earlier), LIMIT.exec(later)];
  if (one !== null && other !== null) {
    const difference = Number(other[3]) - Number(one[3]);
    return one[1] === other[1] && one[2] === other[2] && (one[2] === ">" ? difference > 0 : difference < 0);
  }
  const [divisor, multiple] = [DIVISIBLE.exec(earlier), DIVISIBLE.exec(later)];
  if (divisor !== null && multiple !== null) {
    const factor = Number(multiple[2]) / Number(divisor[2]);
    return divisor[1] === multiple[1] && factor > 1 && Number.isInteger(factor);
  }
  const [type, subtype] = [TYPE.exec(earlier), TYPE.exec(later)];
  if (type === null || subtype === null || (type[1] ?? type[3]) !== (subtype[1] ?? subtype[3])) return false;
  const [wide, narrow] = [type[2] ?? type[4] ?? "", subtype[2] ?? subtype[4] ?? ""];
  return wide !== narrow && Object.hasOwn(SUBTYPES, wide) && SUBTYPES[wide]?.test(narrow) === true;
}

const SUBCLASSES: Readonly<Record<string, RegExp>> = {
  BaseException: /^(?!BaseException$)/,
  Exception: /^(?!BaseException$|Exception$|KeyboardInterrupt$|SystemExit$)/,
  OSError: /^(?:FileNotFound|FileExists|Permission|IsADirectory|NotADirectory|Timeout|Connection\w*)Error$/,
  LookupError: /^(?:Key|Index)Error$/,
  ArithmeticError: /^(?:ZeroDivision|Overflow)Error$/,
  ValueError: /^(?:Unicode\w*|JSONDecode)Error$/,
};

function isWiderException(earlier: string, later: string): boolean {
  return Object.hasOwn(SUBCLASSES, earlier) && SUBCLASSES[earlier]?.test(later) === true;
}

export const hiddenBranchSlips: readonly Slip[] = [python, javascript, go, handlers];
