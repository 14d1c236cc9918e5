import { type Context, isScript } from "../../propose/context.ts";
import { insertAfter } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import type { Change } from "../../syntax/change.ts";
import { child, descendants, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import { neighbor } from "../neighbors.ts";
import { block } from "../python/block.ts";
import type { Slip } from "../slip.ts";

const NAME = String.raw`(?:(?:self|this)\.)?#?\w+`;

const EMPTY = String.raw`\[\]|\{\}|""|''|set\(\)|list\(\)|dict\(\)|\[\w+\]|new (?:Map|Set)\(\)`;

const EMPTIED = new RegExp(`^(${NAME}) = (${EMPTY});?$`);

const CLEARED = new RegExp(String.raw`^(${NAME})(?:\.clear\(\)|\.length = 0);?$`);

const TOGETHER = new RegExp(String.raw`^\[?(${NAME}(?:, ${NAME})+)\]? = (.+?);?$`);

/** Other values that may start again between the group and its first statement. */
const RESET = new RegExp(String.raw`^${NAME} = (?:-?\d+(?:\.\d+)?|None|null|${EMPTY});?$`);

const lastGroup: Slip = {
  why: "the last group is not added after the loop",
  chance: "likely",
  kinds: ["for-each", "while", "for-classic"],
  examples: {
    python: [
      [
        "for x in xs:\n    if x == 0:\n        out.append(cur)\n        cur = []\n    else:\n        cur.append(x)\n",
        "for x in xs:\n    if x == 0:\n        out.append(cur)\n        cur = []\n    else:\n        cur.append(x)\nif cur:\n    out.append(cur)\n",
      ],
      [
        "for x in xs:\n    if x == 0:\n        out.append(cur)\n        cur = []\n    else:\n        cur.append(x)\n",
        "for x in xs:\n    if x == 0:\n        out.append(cur)\n        cur = []\n    else:\n        cur.append(x)\nout.append(cur)\n",
      ],
      [
        "async for x in xs:\n    if size > n:\n        await self.send(cur)\n        cur, size = [], 0\n    cur.append(x)\n",
        "async for x in xs:\n    if size > n:\n        await self.send(cur)\n        cur, size = [], 0\n    cur.append(x)\nif cur:\n    await self.send(cur)\n",
      ],
      [
        "while True:\n    if size > n:\n        yield list(cur)\n        size = 0\n        cur.clear()\n    cur.append(x)\n",
        "while True:\n    if size > n:\n        yield list(cur)\n        size = 0\n        cur.clear()\n    cur.append(x)\nif cur:\n    yield list(cur)\n",
      ],
      [
        "for x in xs:\n    if f(x):\n        groups[key] = cur\n        cur = [x]\n",
        "for x in xs:\n    if f(x):\n        groups[key] = cur\n        cur = [x]\nif cur:\n    groups[key] = cur\n",
      ],
    ],
    javascript: [
      [
        "for (const x of xs) {\n  if (x === 0) {\n    out.push(cur);\n    cur = [];\n  } else cur.push(x);\n}\n",
        "for (const x of xs) {\n  if (x === 0) {\n    out.push(cur);\n    cur = [];\n  } else cur.push(x);\n}\nif (cur.length > 0) out.push(cur);\n",
      ],
      [
        "for await (const x of xs) {\n  if (size > n) {\n    await this.#send([...cur]);\n    cur.length = 0;\n    size = 0;\n  }\n}\n",
        "for await (const x of xs) {\n  if (size > n) {\n    await this.#send([...cur]);\n    cur.length = 0;\n    size = 0;\n  }\n}\nif (cur.length > 0) await this.#send([...cur]);\n",
      ],
      [
        "for (const x of xs) {\n  if (f(x)) {\n    yield cur;\n    size = 0;\n    cur = new Set();\n  }\n}\n",
        "for (const x of xs) {\n  if (f(x)) {\n    yield cur;\n    size = 0;\n    cur = new Set();\n  }\n}\nif (cur.size > 0) yield cur;\n",
      ],
    ],
  },
  leaves: {
    python: [
      "for x in xs:\n    out.append(x)\n",
      "for x in xs:\n    if f(x):\n        out.append(cur)\n        cur = []\nif cur:\n    out.append(cur)\n",
    ],
    javascript: ["for (const x of xs) {\n  out.push(x);\n}\n"],
  },
  correct: addedAfterwards,
};

function* addedAfterwards(loop: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const group = handedOver(loop, context);
  if (group === null || isAddedLater(loop, group.statement, context)) return;
  const guarded = isScript(context)
    ? `if (${group.isFilled}) ${group.statement}`
    : block(loop, `if ${group.isFilled}:`, group.statement, context);
  yield insertAfter(context, loop, guarded).edits;
  yield insertAfter(context, loop, group.statement).edits;
}

function isAddedLater(loop: SyntaxNode, statement: string, context: Context): boolean {
  const next = neighbor(loop, 1);
  return next !== null && context.text(next).includes(statement);
}

/** The statement of a loop that hands over a group before the next one starts. */
function handedOver(loop: SyntaxNode, context: Context) {
  for (const node of descendants(loop)) {
    if (node.kind !== "expression-statement") continue;
    for (const { name, isFilled } of emptiedBy(context.text(node), isScript(context))) {
      const before = neighbor(node, -1);
      const isReset = before !== null && RESET.test(context.text(before));
      for (const each of [before, isReset ? neighbor(before, -1) : null])
        if (each !== null && handsOver(each, name, context))
          return { statement: context.text(each), isFilled };
    }
  }
  return null;
}

/** The groups that a statement empties, and how to ask whether one has items. */
function emptiedBy(
  text: string,
  inScript: boolean,
): readonly { readonly name: string; readonly isFilled: string }[] {
  const filled = (name: string, start: string) => ({
    name,
    isFilled: inScript ? `${name}.${start.startsWith("new ") ? "size" : "length"} > 0` : name,
  });
  const alone = EMPTIED.exec(text);
  if (alone !== null) return [filled(alone[1] ?? "", alone[2] ?? "")];
  const cleared = CLEARED.exec(text);
  if (cleared !== null) return [filled(cleared[1] ?? "", text.includes(".clear") ? "new Map()" : "")];
  const [, targets = "", values = ""] = TOGETHER.exec(text) ?? [];
  const starts = values.replace(/^\[(.*\].*)\]$/, "$1").split(", ");
  return targets
    .split(", ")
    .map((name, at) => [name, starts[at] ?? ""] as const)
    .filter(([, start]) => new RegExp(`^(?:${EMPTY})$`).test(start))
    .map(([name, start]) => filled(name, start));
}

/** `out.append(group)`, `yield group`, `await flush(group)` or `groups[key] = group`. */
function handsOver(statement: SyntaxNode, group: string, context: Context): boolean {
  if (!isStatement(statement) || statement.kind !== "expression-statement") return false;
  const outer = statement.children[0];
  const inner = outer?.kind === "await" ? outer.children[0] : outer;
  const mentions = (node: SyntaxNode) =>
    new RegExp(`(?<![\\w#])(?<!(?<!\\.\\.)\\.)${group}(?!\\w)`).test(context.text(node));
  if (inner?.kind === "yield") return mentions(inner);
  if (inner?.kind === "assign") {
    const [target, value] = [child(inner, "target"), child(inner, "value")];
    return target?.kind === "subscript" && value !== null && mentions(value);
  }
  const call = callOf(inner, context);
  if (call === null || (call.object !== null && context.text(call.object) === group)) return false;
  return call.given.some(mentions);
}

export const lastGroupsSlips: readonly Slip[] = [lastGroup];
