import {
  ancestors,
  child,
  descendants,
  enclosingStatement,
  isLoop,
  type SyntaxNode,
} from "../syntax/node.ts";
import type { ChangedFile, Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

const ADDS = /^(?:append|add|push|extend|insert|appendleft|unshift|set|update)$/;

export const forgetsItems: DoubtRule = {
  meta: {
    id: "forgets-items",
    title: "A container is emptied in a loop before each addition",
    why: "Only the last item is left, which is what a test with one item expects.",
    examples: {
      raises: [
        {
          path: "seats.py",
          before:
            "def near(xs):\n    found = []\n    for x in xs:\n        found.append(x)\n    return found\n",
          after:
            "def near(xs):\n    found = []\n    for x in xs:\n        found = []\n        found.append(x)\n    return found\n",
        },
        {
          path: "seats.js",
          before:
            "export function near(xs) {\n  let found = [];\n  for (const x of xs) {\n    found.push(x);\n  }\n  return found;\n}\n",
          after:
            "export function near(xs) {\n  let found = [];\n  for (const x of xs) {\n    found = [];\n    found.push(x);\n  }\n  return found;\n}\n",
        },
      ],
      honest: [
        {
          path: "groups.py",
          before:
            "def split(lines):\n    groups, current = [], []\n    for line in lines:\n        if line.startswith('#'):\n            groups.append(current)\n        current.append(line)\n    return groups\n",
          after:
            "def split(lines):\n    groups, current = [], []\n    for line in lines:\n        if line.startswith('#'):\n            groups.append(current)\n            current = []\n        current.append(line)\n    return groups\n",
        },
        {
          path: "groups.py",
          before:
            "def split(lines):\n    groups, current = [], []\n    for line in lines:\n        if line == '':\n            groups.append(current)\n        current.append(line)\n    return groups\n",
          after:
            "def split(lines):\n    groups, current = [], []\n    for line in lines:\n        if line == '':\n            groups.append(current)\n            current = []\n            current.append(line)\n    return groups\n",
        },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources)
      for (const node of descendants(file.after.tree))
        if (node.kind === "assign" && file.isTouched(node) && forgets(node, file))
          yield at(file, node, `empties ${targetOf(node, file.after)} in a loop before each addition`);
  },
};

function forgets(assignment: SyntaxNode, { after }: ChangedFile): boolean {
  const statement = enclosingStatement(assignment);
  const value = child(assignment, "value");
  const isEmpty = value !== null && /^(?:\[\s*\]|\{\s*\}|(?:list|dict|set)\(\))$/.test(after.text(value));
  if (!isEmpty || statement === null || !isRepeated(statement)) return false;
  const name = targetOf(assignment, after);
  const siblings = statement.parent?.children ?? [];
  const own = siblings.indexOf(statement);
  const next = siblings[own + 1];
  const isRead = (node: SyntaxNode) => namesIn(node, after).includes(name);
  return next !== undefined && isAddition(next, name, after) && !siblings.slice(0, own).some(isRead);
}

function isRepeated(statement: SyntaxNode): boolean {
  for (const each of ancestors(statement)) {
    if (each.kind === "function") return false;
    if (isLoop(each)) return true;
  }
  return false;
}

/** `name.append(x)` */
function isAddition(statement: SyntaxNode, name: string, { text }: Side): boolean {
  const call = [statement, ...statement.children].find((each) => each.kind === "call");
  const callee = call === undefined ? null : child(call, "callee");
  const [object, property] =
    callee === null ? [null, null] : [child(callee, "object"), child(callee, "property")];
  return object !== null && property !== null && text(object) === name && ADDS.test(text(property));
}

function targetOf(assignment: SyntaxNode, { text }: Side): string {
  const target = child(assignment, "target");
  return text(target);
}

function namesIn(node: SyntaxNode, { text }: Side): readonly string[] {
  return descendants(node)
    .filter((each) => each.kind === "identifier" || each.kind === "attribute")
    .map((each) => text(each));
}
