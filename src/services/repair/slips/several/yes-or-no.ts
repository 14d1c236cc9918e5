import type { Context } from "../../propose/context.ts";
import { callOf } from "../../propose/method-call.ts";
import { enclosingFunction, type SyntaxNode } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

const WHY = 'every text that is not empty counts as true, "false" and "0" too';

/** Where settings come from as texts. */
const TEXT_IN_PYTHON = String.raw`(?:os\.)?(?:environ(?:\.get\(|\[)|getenv\()`;

const python: Slip = {
  why: WHY,
  chance: "likely",
  kinds: ["call", "keyword-argument"],
  examples: {
    python: [
      [
        "def f(name):\n    v = os.environ.get(name)\n    return bool(v)\n",
        'def f(name):\n    v = os.environ.get(name)\n    return v.strip().lower() in ("1", "true", "yes", "on")\n',
      ],
      ['debug = bool(os.getenv("DEBUG", ""))', 'debug = os.getenv("DEBUG", "").lower() == "true"'],
      ['p.add_argument("--all", type=bool)', 'p.add_argument("--all", action="store_true")'],
    ],
  },
  leaves: { python: ["def f(xs):\n    return bool(xs)\n", 'p.add_argument("--all", type=int)'] },
  *correct(site, context) {
    if (site.kind === "keyword-argument") {
      const call = callOf(site.parent?.parent, context);
      if (call?.name === "add_argument" && context.text(site) === "type=bool")
        yield [at(site, 'action="store_true"')];
      return;
    }
    const call = callOf(site, context);
    const [value, ...more] = call?.given ?? [];
    if (call?.name !== "bool" || call.object !== null || value === undefined || more.length > 0) return;
    if (!isSetting(value, TEXT_IN_PYTHON, context)) return;
    yield [at(site, `${context.text(value)}.strip().lower() in ("1", "true", "yes", "on")`)];
    yield [at(site, `${context.text(value)}.lower() == "true"`)];
  },
};

/** Whether an expression, or what was assigned to it, is a text from outside. */
function isSetting(value: SyntaxNode, source: string, context: Context): boolean {
  const text = context.text(value);
  if (new RegExp(`^(?:${source})`).test(text)) return true;
  const around = enclosingFunction(value) ?? context.tree;
  return value.kind === "identifier" && new RegExp(`\\b${text} = (?:${source})`).test(context.text(around));
}

const TEXT_IN_SCRIPT = String.raw`process\.env[.[]|[\w.]*(?:searchParams|localStorage|sessionStorage|dataset|URLSearchParams)\b`;

const javascript: Slip = {
  why: WHY,
  chance: "likely",
  kinds: ["call", "not"],
  examples: {
    javascript: [
      ["const debug = Boolean(process.env.DEBUG);", "const debug = process.env.DEBUG === 'true';"],
      [
        "const on = url.searchParams.get('on');\nconst x = !!on;\n",
        "const on = url.searchParams.get('on');\nconst x = on === 'true';\n",
      ],
    ],
  },
  leaves: { javascript: ["const x = Boolean(xs);", "const x = !process.env.DEBUG;"] },
  *correct(site, context) {
    const value = site.kind === "not" ? twiceNegated(site) : onlyArgument(site, context);
    if (value !== null && isSetting(value, TEXT_IN_SCRIPT, context))
      yield [at(site, `${context.text(value)} === 'true'`)];
  },
};

function twiceNegated(site: SyntaxNode): SyntaxNode | null {
  const [inner] = site.children;
  return inner?.kind === "not" ? (inner.children[0] ?? null) : null;
}

function onlyArgument(site: SyntaxNode, context: Context): SyntaxNode | null {
  const call = callOf(site, context);
  return call?.name === "Boolean" && call.object === null ? (call.given[0] ?? null) : null;
}

export const yesOrNoSlips: readonly Slip[] = [python, javascript];
