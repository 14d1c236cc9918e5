import { type Context, isScript } from "../../propose/context.ts";
import type { Change } from "../../syntax/change.ts";
import { enclosingFunction, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

const foundPosition: Slip = {
  why: "a position as a condition: the first one, 0, counts as not found, and -1 as found",
  chance: "shown",
  kinds: ["identifier"],
  examples: {
    python: [
      ["at = s.find(t)\nif at:\n    f(at)\n", "at = s.find(t)\nif at != -1:\n    f(at)\n"],
      ["at = s.rfind(t)\nif not at:\n    f(s)\n", "at = s.rfind(t)\nif at == -1:\n    f(s)\n"],
      ["at = s.find(t)\nif n and at:\n    f(at)\n", "at = s.find(t)\nif n and at != -1:\n    f(at)\n"],
    ],
    javascript: [
      ["const at = xs.indexOf(x);\nif (at) f(at);\n", "const at = xs.indexOf(x);\nif (at !== -1) f(at);\n"],
      [
        "const at = xs.findIndex((x) => x.a);\nif (!at) f(xs);\n",
        "const at = xs.findIndex((x) => x.a);\nif (at === -1) f(xs);\n",
      ],
    ],
  },
  leaves: {
    python: ["at = s.index(t)\nif at:\n    f(at)\n", "at = s.find(t)\nf(at)\n"],
    javascript: ["const x = xs.find((x) => x.a);\nif (x) f(x);\n"],
  },
  correct: compared,
};

function* compared(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const outer = outermost(site);
  const isNegated = outer.parent?.kind === "not";
  const asked = isNegated && outer.parent !== null ? outer.parent : outer;
  const isAsked = isNegated || outer.role === "condition" || outer.parent?.kind === "logical";
  if (!isAsked || !isPosition(site, context)) return;
  const place = asked.kind === "group" ? unwrap(asked) : asked;
  const equal = isScript(context) ? "===" : "==";
  const unequal = isScript(context) ? "!==" : "!=";
  yield [at(place, `${context.text(site)} ${isNegated ? equal : unequal} -1`)];
}

/** With the parentheses around it. */
function outermost(node: SyntaxNode): SyntaxNode {
  return node.parent !== null && unwrap(node.parent) === node ? outermost(node.parent) : node;
}

/** Whether a name was assigned the result of a search. */
function isPosition(site: SyntaxNode, context: Context): boolean {
  const search = isScript(context)
    ? String.raw`\b${context.text(site)} = [^;\n]+?\.(?:indexOf|lastIndexOf|findIndex|findLastIndex|search)\([^\n]*\);?$`
    : String.raw`\b${context.text(site)} = [\w.]+\.r?find\([^\n]*\)$`;
  const around = enclosingFunction(site) ?? context.tree;
  return new RegExp(search, "m").test(context.text(around));
}

export const foundPositionsSlips: readonly Slip[] = [foundPosition];
