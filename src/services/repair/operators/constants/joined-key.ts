// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the examples are code with template strings
import { COSTS } from "../../costs.ts";
import { type Context, isDynamic, isScript } from "../../propose/context.ts";
import { callOf } from "../../propose/method-call.ts";
import { descendants, isValue, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["joined-key"];
const SIMPLE: ReadonlySet<string> = new Set(["identifier", "attribute", "subscript", "call", "number"]);
const LOOKUPS = /^(?:has|add|get|set|delete|setdefault|discard|pop)$/;
const KEY_NAME = /(?:^|_)(?:key|id|hash|signature)$|(?:Key|Id|Hash)$/;

export const joinedKey: Operator = {
  meta: {
    id: "joined-key",
    title: "Make a key of two values unambiguous",
    why: "The sum or the plain concatenation of two values is the same for different pairs; an array is never equal to another one.",
    cost: costs.prior,
    kinds: ["binary", "list", "string", "call"],
    most: 3,
    examples: [
      { language: "python", before: "seen.add(r + c)", after: "seen.add((r, c))" },
      { language: "python", before: "key = str(a) + str(b)", after: "key = (a, b)" },
      { language: "javascript", before: "seen.add(r + c);", after: "seen.add(`${r},${c}`);" },
      {
        language: "javascript",
        before: "const s = new Set([a + b]); const key = r + c;",
        after: "const s = new Set([`${a},${b}`]); const key = `${r},${c}`;",
      },
      { language: "javascript", before: "x = seen.has([r, c]);", after: "x = seen.has(`${r},${c}`);" },
      { language: "javascript", before: "const key = `${r}${c}`;", after: "const key = `${r},${c}`;" },
      {
        language: "javascript",
        before: "const key = args.join(',');",
        after: "const key = JSON.stringify(args);",
      },
      {
        language: "typescript",
        before: "const key = String(args);",
        after: "const key = JSON.stringify(args);",
      },
    ],
    leaves: [
      { language: "python", code: "total = a + b\nseen.add(n + 1)" },
      { language: "javascript", code: "const total = a + b; seen.add(n + 1); x = xs.join(',');" },
    ],
  },
  *propose(site, context) {
    if (!isDynamic(context)) return;
    const own = rewritten(site, context);
    if (own === null || !isKey(site, context)) return;
    const all = descendants(context.tree).flatMap((node) => {
      if (node.kind !== site.kind || !isKey(node, context)) return [];
      const text = rewritten(node, context);
      return text === null ? [] : [{ start: node.start, end: node.end, text }];
    });
    if (all.length > 1) yield { edits: all, extra: costs.everyKey };
    yield {
      edits: [{ start: site.start, end: site.end, text: own }],
      extra: all.length > 1 ? costs.onlyOne : 0,
    };
  },
};

/** A value that is looked up: the argument of `has`, the only item of a new Set, the value of a variable named key. */
function isKey(node: SyntaxNode, context: Context): boolean {
  const { parent } = node;
  if (parent === null || !isValue(node)) return false;
  if (parent.kind === "assign" && node.role === "value") {
    const target = parent.children.find((each) => each.role === "target");
    return target !== undefined && KEY_NAME.test(context.text(target));
  }
  if (parent.kind === "arguments" && parent.children[0] === node) {
    const call = callOf(parent.parent, context);
    return call?.object != null && LOOKUPS.test(call.name);
  }
  if (parent.kind === "list" && parent.parent?.kind === "arguments")
    return callOf(parent.parent.parent, context)?.name === "Set";
  return parent.kind === "return" && isKeyFunction(parent, context);
}

function isKeyFunction(node: SyntaxNode, context: Context): boolean {
  for (let each = node.parent; each !== null; each = each.parent)
    if (each.kind === "function") {
      const name = each.children.find(({ role }) => role === "name");
      return name !== undefined && KEY_NAME.test(context.text(name));
    }
  return false;
}

function rewritten(node: SyntaxNode, context: Context): string | null {
  if (node.kind === "call") return serialized(node, context);
  if (!isScript(context) && node.kind !== "binary") return null;
  const parts = node.kind === "string" ? substitutions(node, context) : partsOf(node, context);
  if (parts === null) return null;
  if (!isScript(context)) return `(${parts.map((each) => each.replace(/^str\((\w+)\)$/, "$1")).join(", ")})`;
  const bare = parts.map((each) => each.replace(/^String\((\w+)\)$/, "$1"));
  return `\`${bare.map((each) => `\${${each}}`).join(",")}\``;
}

/** The operands of a sum of two or three plain values, or the items of a list. */
function partsOf(node: SyntaxNode, context: Context): readonly string[] | null {
  const parts = node.kind === "list" ? node.children : operands(node);
  if (parts.length < 2 || parts.length > 3) return null;
  if (parts.some((each) => !SIMPLE.has(each.kind) || each.kind === "number")) return null;
  return parts.map((each) => context.text(each));
}

function operands(node: SyntaxNode): readonly SyntaxNode[] {
  const bare = unwrap(node);
  if (bare.kind !== "binary") return [bare];
  return bare.operators[0]?.text === "+" ? bare.children.flatMap(operands) : [bare];
}

/** `${a}${b}`: nothing separates the parts. */
function substitutions(node: SyntaxNode, context: Context): readonly string[] | null {
  const text = context.text(node);
  if (!/^`(?:\$\{[^{}]+\}){2,3}`$/.test(text)) return null;
  return node.children.map((each) => context.text(each).slice(2, -1));
}

/** `args.join(",")` and `String(args)` are equal for `["a,b"]` and `["a", "b"]`, for 1 and "1". */
function serialized(node: SyntaxNode, context: Context): string | null {
  const call = callOf(node, context);
  if (call === null || !isScript(context) || call.given.length > 1) return null;
  const [only] = call.given;
  if (call.object !== null && (call.name === "join" || call.name === "toString"))
    return `JSON.stringify(${context.text(call.object)})`;
  return call.object === null && call.name === "String" && only !== undefined
    ? `JSON.stringify(${context.text(only)})`
    : null;
}
