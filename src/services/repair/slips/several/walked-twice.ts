import { type Context, isScript } from "../../propose/context.ts";
import { insertBefore } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import type { Change } from "../../syntax/change.ts";
import { ancestors, child, descendants, isLoop, type SyntaxNode } from "../../syntax/node.ts";
import { OPENING, openedBy } from "../first-statements.ts";
import type { Slip } from "../slip.ts";

const MOST_PARAMETERS = 3;

const WALKS =
  /^(?:sum|max|min|list|sorted|set|frozenset|tuple|dict|any|all|enumerate|zip|map|filter|join|Set|Map|from|fromEntries)$/;

const OWN_WALKS = /^(?:map|filter|reduce|forEach|some|every|find|flatMap|toSorted)$/;

/** Annotations of what can be walked any number of times. */
const REPEATABLE =
  /:\s*(?:list|tuple|set|frozenset|dict|str|int|float|bool|Sequence|List|Dict|Set|Tuple)\b|\[\]$/;

const walkedTwice: Slip = {
  why: "an argument that is walked twice is empty the second time if it is a generator",
  chance: "ordinary",
  kinds: OPENING,
  examples: {
    python: [
      [
        'def f(xs):\n    """Doc."""\n    t = sum(xs)\n    return [x / t for x in xs]\n',
        'def f(xs):\n    """Doc."""\n    xs = list(xs)\n    t = sum(xs)\n    return [x / t for x in xs]\n',
      ],
      [
        "def f(self, xs: Iterable[int] = ()):\n    return sum(xs) / len(xs)\n",
        "def f(self, xs: Iterable[int] = ()):\n    xs = list(xs)\n    return sum(xs) / len(xs)\n",
      ],
      [
        "def f(xs, ys):\n    for x in xs:\n        for y in ys:\n            yield x, y\n",
        "def f(xs, ys):\n    ys = list(ys)\n    for x in xs:\n        for y in ys:\n            yield x, y\n",
      ],
    ],
    javascript: [
      [
        "function f(xs) {\n  const most = Math.max(...xs);\n  for (const x of xs) g(x / most);\n}\n",
        "function f(xs) {\n  xs = [...xs];\n  const most = Math.max(...xs);\n  for (const x of xs) g(x / most);\n}\n",
      ],
    ],
  },
  leaves: {
    python: [
      "def f(xs):\n    for x in xs:\n        g(x)\n",
      "def f(xs):\n    xs = list(xs)\n    g(any(xs), all(xs))\n",
      "def f(xs: list[int]):\n    g(any(xs), all(xs))\n",
    ],
    javascript: ["function f(xs) {\n  for (const x of xs) g(x);\n}\n"],
  },
  correct: keptAsList,
};

function* keptAsList(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const owner = openedBy(site);
  const parameters = owner === null ? null : child(owner, "parameters");
  if (owner === null || parameters === null) return;
  const names = parameters.children
    .map((each) => context.text(each))
    .filter((each) => /^\w+\??(?:\s*[:=]|$)/.test(each) && !REPEATABLE.test(each))
    .map((each) => /^\w+/.exec(each)?.[0] ?? "");
  const repeated = names.filter((name) => name !== "self" && isWalkedTwice(owner, name, context));
  for (const name of repeated.slice(0, MOST_PARAMETERS)) {
    const kept = isScript(context) ? `${name} = [...${name}];` : `${name} = list(${name})`;
    yield insertBefore(context, site, kept).edits;
  }
}

function isWalkedTwice(owner: SyntaxNode, name: string, context: Context): boolean {
  let walks = 0;
  let isMeasured = false;
  for (const node of descendants(owner)) {
    if (node.kind !== "identifier" || context.text(node) !== name) continue;
    if (node.role === "target") return false;
    if (isWalked(node, context)) walks += isInLoop(node, owner) ? 2 : 1;
    isMeasured ||= isMeasuredBy(node, context);
  }
  return walks > 1 || (walks > 0 && isMeasured);
}

function isWalked(node: SyntaxNode, context: Context): boolean {
  const { parent } = node;
  if (node.role === "iterable" || parent?.kind === "spread") return true;
  if (parent?.kind === "arguments") return WALKS.test(callOf(parent.parent, context)?.name ?? "");
  if (parent?.kind !== "attribute" || node.role !== "object") return false;
  return OWN_WALKS.test(callOf(parent.parent, context)?.name ?? "") && parent.role === "callee";
}

function isMeasuredBy(node: SyntaxNode, context: Context): boolean {
  const { parent } = node;
  if (parent?.kind === "subscript") return node.role === "object";
  if (parent?.kind === "attribute") return context.text(parent).endsWith(".length");
  return parent?.kind === "arguments" && callOf(parent.parent, context)?.name === "len";
}

/** Whether a loop or a comprehension around a walk repeats it. */
function isInLoop(node: SyntaxNode, owner: SyntaxNode): boolean {
  let inner = node;
  for (const each of ancestors(node)) {
    if (each === owner) return false;
    if (isLoop(each) && inner.role !== "iterable") return true;
    if (each.kind === "comprehension") {
      const first = each.children.find(({ kind }) => kind === "for-clause");
      if (first === undefined || inner !== first) return true;
    }
    inner = each;
  }
  return false;
}

export const walkedTwiceSlips: readonly Slip[] = [walkedTwice];
