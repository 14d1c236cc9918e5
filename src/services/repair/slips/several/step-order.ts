import { type Context, isDynamic } from "../../propose/context.ts";
import { callOf } from "../../propose/method-call.ts";
import type { Change } from "../../syntax/change.ts";
import { child, type SyntaxNode } from "../../syntax/node.ts";
import { neighbor } from "../neighbors.ts";
import { at, type Slip } from "../slip.ts";

const MOST_STEPS = 12;

const stepOrder: Slip = {
  why: "steps of the same kind in an order in which a later one changes what an earlier one wrote",
  chance: "likely",
  kinds: ["expression-statement", "declaration"],
  examples: {
    python: [
      [
        's = s.replace("<", "&lt;")\ns = s.replace(">", "&gt;")\ns = s.replace("&", "&amp;")\n',
        's = s.replace("&", "&amp;")\ns = s.replace("<", "&lt;")\ns = s.replace(">", "&gt;")\n',
      ],
      [
        's = raw.replace("&amp;", "&")\ns = s.replace("&lt;", "<")\ns = s.replace("&gt;", ">")\n',
        's = raw.replace("&lt;", "<")\ns = s.replace("&gt;", ">")\ns = s.replace("&amp;", "&")\n',
      ],
      ["s = re.sub(a, b, s)\ns = re.sub(c, d, s)\n", "s = re.sub(c, d, s)\ns = re.sub(a, b, s)\n"],
    ],
    javascript: [
      [
        "s = s.replaceAll('<', '&lt;');\ns = s.replaceAll('>', '&gt;');\ns = s.replace(/&/g, '&amp;');\n",
        "s = s.replace(/&/g, '&amp;');\ns = s.replaceAll('<', '&lt;');\ns = s.replaceAll('>', '&gt;');\n",
      ],
      [
        "let s = raw.replace(/&amp;/g, '&');\ns = s.replace(/&lt;/g, '<');\n",
        "let s = raw.replace(/&lt;/g, '<');\ns = s.replace(/&amp;/g, '&');\n",
      ],
    ],
  },
  leaves: {
    python: ["s = s.replace(a, b)\nt = t.replace(c, d)\n"],
    javascript: ["s = s.trim();\nt = t.trim();\n"],
  },
  correct: movedSteps,
};

/** A step of a run: its name and arguments are exchanged with those of others, because the first may start from another value. */
interface Step {
  readonly target: string;
  readonly base: string;
  readonly part: SyntaxNode | { readonly start: number; readonly end: number };
}

function* movedSteps(first: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const start = stepOf(first, context);
  if (start === null) return;
  const before = neighbor(first, -1);
  if (start.base === start.target && before !== null && stepOf(before, context)?.target === start.target)
    return;
  const steps = [start];
  for (let next = neighbor(first, 1); next !== null; next = neighbor(next, 1)) {
    const step = stepOf(next, context);
    if (step === null || step.target !== start.target || step.base !== start.target) break;
    steps.push(step);
  }
  yield* rotated(
    steps.map(({ part }) => part),
    context,
  );
}

/** `s = s.replace(a, b)` or `s = re.sub(a, b, s)`. */
function stepOf(statement: SyntaxNode, context: Context): Step | null {
  const assigned = statement.children[0];
  if (!isDynamic(context) || assigned?.kind !== "assign") return null;
  const [target, value] = [child(assigned, "target"), child(assigned, "value")];
  const call = callOf(value, context);
  if (target === null || value === null || call === null || call.given.length === 0) return null;
  const name = context.text(target);
  if (call.given.some((each) => context.text(each) === name))
    return { target: name, base: name, part: value };
  if (call.object === null || !/^[\w.#]+$/.test(context.text(call.object))) return null;
  return {
    target: name,
    base: context.text(call.object),
    part: { start: call.property.start, end: value.end },
  };
}

type Part = Step["part"];

/** The last part first, and the first part last. */
function* rotated(parts: readonly Part[], context: Context): Generator<readonly Change[]> {
  const [first, ...rest] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined || rest.length === 0 || parts.length > MOST_STEPS) return;
  yield exchanged(parts, [last, ...parts.slice(0, -1)], context);
  if (rest.length > 1) yield exchanged(parts, [...rest, first], context);
}

function exchanged(parts: readonly Part[], order: readonly Part[], { source }: Context): readonly Change[] {
  return parts.flatMap((part, index) => {
    const other = order[index] ?? part;
    return other === part ? [] : [at(part, source.slice(other.start, other.end))];
  });
}

export const stepOrderSlips: readonly Slip[] = [stepOrder];
