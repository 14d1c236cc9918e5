import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { importOfModule } from "../../propose/python-import.ts";
import { child, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["wrap-call"];

export const wrapCall: Operator = {
  meta: {
    id: "wrap-call",
    title: "Convert, measure, copy or sort a value",
    why: "A missing `len`, `abs`, `int`, `sorted`, copy or trim; a string instead of a number.",
    cost: costs.prior,
    kinds: ["identifier", "attribute", "call", "subscript", "binary", "list"],
    most: 24,
    examples: [
      {
        language: "python",
        before: "def f(xs):\n    return [] if xs == [] else xs",
        after: "def f(xs):\n    return [] if xs == [] else sorted(xs)",
      },
      { language: "python", before: "x = a - b", after: "x = abs(a - b)" },
      { language: "python", before: "rows = list(rows)", after: "rows = [list(each) for each in rows]" },
      {
        language: "python",
        before: "x = dict(base)\n",
        after: "import copy\n\nx = copy.deepcopy(base)\n",
      },
      { language: "javascript", before: "x = [...rows];", after: "x = rows.map((each) => [...each]);" },
      { language: "javascript", before: "x = row[i].length;", after: "x = String(row[i]).length;" },
      { language: "javascript", before: "x = tally.length;", after: "x = Object.keys(tally).length;" },
      { language: "javascript", before: "x = a / b;", after: "x = Math.floor(a / b);" },
      {
        language: "typescript",
        before: "const s = a.split(x); f(s);",
        after: "const s = a.split(x); f([...s]);",
      },
    ],
    leaves: [
      { language: "python", code: "def f():\n    return None" },
      { language: "javascript", code: "function f() { return null; }" },
    ],
  },
  *propose(site, context) {
    if (site.kind !== "list" && !isValue(site)) return;
    if (site.role === "callee") return;
    const isReceiver = site.role === "object";
    const kind = context.kindOf(site);
    const whole = context.expression(site);
    const copies = copiesOfCopies(whole.text, context);
    if (copies !== null && !isReceiver) yield replace(site, copies, costs.copy);
    if (!isReceiver) yield* deepCopy(site, whole.text, context);
    for (const wrapper of context.language.wrappers) {
      if (kind !== null && !wrapper.takes.includes(kind)) continue;
      if (wrapper.gives === "boolean" && !mayBeBoolean(site)) continue;
      if (isReceiver && !isMissing(wrapper.name, site, context)) {
        if (!wrapper.name.startsWith(".") || isChangedByStatement(site)) continue;
      }
      if (whole.text.startsWith(`${wrapper.name}(`) || whole.text.endsWith(`${wrapper.name}()`)) continue;
      yield replace(site, wrapper.write(whole), kind === null ? costs.unknownKind : 0);
    }
  },
};

/** Nobody calculates with yes and no, or takes it for a position. */
function mayBeBoolean({ role, parent }: SyntaxNode): boolean {
  return role === "value" || role === "condition" || parent?.kind === "return" || parent?.kind === "logical";
}

/** `rows.append(row)` as a statement: a call on a copy of `rows` would have no effect. */
function isChangedByStatement({ parent }: SyntaxNode): boolean {
  return parent?.role === "callee" && parent.parent?.parent?.kind === "expression-statement";
}

/** Members that only the wrapped value has: `String(n).length`, `Object.keys(counts).length`. */
const MEMBERS: Readonly<Record<string, RegExp>> = {
  String:
    /^(?:length|split|padStart|padEnd|trim|replace|replaceAll|toLowerCase|toUpperCase|includes|startsWith|endsWith|charAt|localeCompare)$/,
  "Object.keys": /^(?:length|map|forEach|filter|reduce|sort|every|some|join|includes)$/,
  "Object.values": /^(?:map|forEach|filter|reduce|sort|every|some|includes|flat)$/,
  "Object.entries": /^(?:map|forEach|filter|reduce|sort|every|some)$/,
  spread: /^(?:length|map|filter|reduce|sort|reverse|every|some|join|slice)$/,
  str: /^(?:split|zfill|rjust|ljust|strip|lower|upper|startswith|endswith|replace|isdigit)$/,
};

function isMissing(wrapper: string, site: SyntaxNode, context: Context): boolean {
  const property = site.parent?.kind === "attribute" ? child(site.parent, "property") : null;
  return property !== null && (MEMBERS[wrapper]?.test(context.text(property)) ?? false);
}

/** A copy of a table with copied rows. */
function copiesOfCopies(text: string, { language }: Context): string | null {
  const copied = /^list\(([\w.]+)\)$|^\[\.\.\.([\w.#]+)\]$|^([\w.#]+)\.slice\(\)$/.exec(text);
  const rows = copied?.[1] ?? copied?.[2] ?? copied?.[3];
  if (rows === undefined) return null;
  if (language.id === "python") return `[list(each) for each in ${rows}]`;
  return text.startsWith("list") ? null : `${rows}.map((each) => [...each])`;
}

/** A copy whose parts are copied too, for one that shares them. */
function* deepCopy(site: SyntaxNode, text: string, context: Context): Generator<SitePatch> {
  const copied = /^(?:dict|list|copy\.copy)\(([\w.]+)\)$|^([\w.]+)\.copy\(\)$|^([\w.]+)\[:\]$/.exec(text);
  const whole = copied?.slice(1).find((each) => each !== undefined);
  if (context.language.id !== "python" || whole === undefined || whole === "copy") return;
  const { edits, extra } = replace(site, `copy.deepcopy(${whole})`, costs.deepCopy);
  yield { edits: [...importOfModule("copy", context), ...edits], extra };
}
