import { type Context, isScript } from "../propose/context.ts";
import { insertAfter } from "../propose/edits.ts";
import type { Change } from "../syntax/change.ts";
import { enclosingFunction, isStatement, type SyntaxNode } from "../syntax/node.ts";
import type { Slip } from "./slip.ts";

const WHY = "a linked list whose nodes are reversed and whose head stays where it was";

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "shown",
  kinds: ["while"],
  examples: [
    [
      "def f(self):\n    prev = None\n    cur = self.head\n    while cur:\n        after = cur.next\n        cur.next = prev\n        prev = cur\n        cur = after\n",
      "def f(self):\n    prev = None\n    cur = self.head\n    while cur:\n        after = cur.next\n        cur.next = prev\n        prev = cur\n        cur = after\n    self.head = prev\n",
    ],
    [
      "def f(self):\n    prev, cur = None, self.head\n    while cur:\n        cur.next, prev, cur = prev, cur, cur.next\n",
      "def f(self):\n    prev, cur = None, self.head\n    while cur:\n        cur.next, prev, cur = prev, cur, cur.next\n    self.head = prev\n",
    ],
  ],
  leaves: [
    "def f(self):\n    prev, cur = None, self.head\n    while cur:\n        cur.next, prev, cur = prev, cur, cur.next\n    self.head = prev\n",
  ],
  correct: newHead,
};

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "shown",
  kinds: ["while"],
  examples: [
    [
      "class L {\n  reverse() {\n    let prev = null;\n    let cur = this.head;\n    while (cur) {\n      const after = cur.next;\n      cur.next = prev;\n      prev = cur;\n      cur = after;\n    }\n  }\n}",
      "class L {\n  reverse() {\n    let prev = null;\n    let cur = this.head;\n    while (cur) {\n      const after = cur.next;\n      cur.next = prev;\n      prev = cur;\n      cur = after;\n    }\n    this.head = prev;\n  }\n}",
    ],
  ],
  correct: newHead,
};

const go: Slip = {
  language: "go",
  why: WHY,
  chance: "shown",
  kinds: ["for-classic"],
  examples: [
    [
      "package p\nfunc (l *List) Reverse() {\n\tvar prev *node\n\tfor cur := l.head; cur != nil; {\n\t\tnext := cur.next\n\t\tcur.next = prev\n\t\tprev = cur\n\t\tcur = next\n\t}\n}",
      "package p\nfunc (l *List) Reverse() {\n\tvar prev *node\n\tfor cur := l.head; cur != nil; {\n\t\tnext := cur.next\n\t\tcur.next = prev\n\t\tprev = cur\n\t\tcur = next\n\t}\n\tl.head = prev\n}",
    ],
  ],
  correct: newHead,
};

/** `cur.next = prev; prev = cur`, in this order or in one assignment. */
const REVERSES = /\b(\w+)\.\w+ = (\w+)\b[\s\S]*?\b\2 = \1\b|\b(\w+)\.\w+, (\w+), \3 = \4, \3\b/;

function* newHead(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const owner = enclosingFunction(site);
  if (owner === null || !isStatement(site)) return;
  const found = REVERSES.exec(context.text(site));
  const [node, previous] = [found?.[1] ?? found?.[3], found?.[2] ?? found?.[4]];
  if (node === undefined || previous === undefined) return;
  const start = context.source.slice(owner.start, site.start) + context.text(site);
  const head = new RegExp(`\\b${node} :?= (\\w+\\.\\w+)[;\\s]|, ${node} = \\w+, (\\w+\\.\\w+)\\s`).exec(
    start,
  );
  const field = head?.[1] ?? head?.[2];
  if (field === undefined || context.text(owner).includes(`${field} = `)) return;
  const end = isScript(context) ? ";" : "";
  yield insertAfter(context, site, `${field} = ${previous}${end}`).edits;
}

export const reversedListSlips: readonly Slip[] = [python, javascript, go];
