import { type Context, isScript } from "../propose/context.ts";
import { ancestors, child, isValue, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { at, type Slip } from "./slip.ts";

/** Slips with the same text in both languages. */
interface Shared extends Omit<Slip, "language" | "examples" | "leaves"> {
  readonly examples: Slip["examples"];
  readonly leaves: readonly string[];
}

const pageOffset: Shared = {
  why: "pages that are counted from one, or from zero",
  chance: "likely",
  kinds: ["binary"],
  examples: [
    ["x = page * size", "x = (page - 1) * size"],
    ["x = (page - 1) * size", "x = page * size"],
    ["x = q.size * q.page", "x = q.size * (q.page - 1)"],
  ],
  leaves: ["x = width * size"],
  *correct(site, context) {
    if (site.operators[0]?.text !== "*") return;
    for (const side of [child(site, "left"), child(site, "right")]) {
      const text = side === null ? "" : context.text(side);
      const counted = /^\(([\w.#]+) - 1\)$/.exec(text)?.[1];
      if (side !== null && PAGE.test(text)) yield [at(side, `(${text} - 1)`)];
      if (side !== null && counted !== undefined && PAGE.test(counted)) yield [at(side, counted)];
    }
  },
};

const PAGE = /^(?:[\w.#]+\.)?#?_?(?:page|chunk|batch|block)(?:_?(?:no|num|number|index|nr))?$/i;

const percentage: Shared = {
  why: "a percentage that is used as a fraction",
  chance: "likely",
  kinds: ["binary"],
  examples: [
    ["x = price * percent", "x = price * percent / 100"],
    ["x = price * (1 - o.discount)", "x = price * (1 - o.discount / 100)"],
    ["x = price * (1 + rate)", "x = price * (1 + rate / 100)"],
  ],
  leaves: ["x = 100 * percent", "x = width * height"],
  *correct(site, context) {
    const [operator, left, right] = [
      site.operators[0]?.text ?? "",
      child(site, "left"),
      child(site, "right"),
    ];
    if (left === null || right === null || isScaled(site, context)) return;
    if (operator === "*" && PERCENT.test(context.text(right)))
      yield [at(right, `${context.text(right)} / 100`)];
    else if (operator === "*" && PERCENT.test(context.text(left)))
      yield [at(left, `${context.text(left)} / 100`)];
    if (/^[-+]$/.test(operator) && context.text(left) === "1" && PERCENT.test(context.text(right)))
      yield [at(right, `${context.text(right)} / 100`)];
  },
};

const PERCENT =
  /^(?:[\w.#]+\.)?#?_?\w*(?:percent(?:age)?|pct|discount|rate|vat|tax|share|interest|markup|margin)$/i;

function isScaled(site: SyntaxNode, context: Context): boolean {
  if (/\b100\b/.test(context.text(site))) return true;
  for (const each of ancestors(site)) {
    if (each.kind !== "binary" && each.kind !== "group") return false;
    if (/\b100\b/.test(context.text(each))) return true;
  }
  return false;
}

const backoff: Shared = {
  why: "a delay that should double with each attempt, or that doubles once too often",
  chance: "likely",
  kinds: ["binary"],
  examples: [
    ["x = delay * attempt", "x = delay * 2 ** attempt"],
    ["x = delay * attempt", "x = delay * 2 ** (attempt - 1)"],
    ["x = base * 2 ** retry", "x = base * 2 ** (retry - 1)"],
    ["x = base * 2 ** (n_tries - 1)", "x = base * 2 ** n_tries"],
    ["x = base ** attempt", "x = base * 2 ** attempt"],
  ],
  leaves: ["x = delay * factor"],
  *correct(site, context) {
    const [operator, left, right] = [site.operators[0]?.text, child(site, "left"), child(site, "right")];
    if (left === null || right === null) return;
    const bare = unwrap(right);
    const [exponent, base] = [context.text(bare), context.text(left)];
    const earlier = /^([\w.#]+) - 1$/.exec(exponent)?.[1];
    if (operator === "*" && ATTEMPT.test(exponent)) {
      yield [at(right, `2 ** ${exponent}`)];
      yield [at(right, `2 ** (${exponent} - 1)`)];
    }
    if (operator !== "**") return;
    if (ATTEMPT.test(exponent) && !/^\d/.test(base)) yield [at(site, `${base} * 2 ** ${exponent}`)];
    if (ATTEMPT.test(exponent)) yield [at(right, `(${exponent} - 1)`)];
    if (earlier !== undefined && ATTEMPT.test(earlier)) yield [at(right, earlier)];
  },
};

const ATTEMPT =
  /^(?:[\w.#]+\.)?#?_?(?:n_?)?(?:attempts?|retry|retries|tries|try_?(?:no|count)|failures)(?:_?(?:no|count|number))?$/i;

const wholeDays: Shared = {
  why: "a number of days that leaves out the last one, or counts it",
  chance: "ordinary",
  kinds: ["attribute", "call"],
  examples: [],
  leaves: [],
  *correct(site, context) {
    const text = context.text(site);
    if (site.role === "callee" || site.parent?.kind === "attribute" || !isValue(site)) return;
    const isDays = isScript(context)
      ? /^Math\.(?:round|floor|trunc|ceil)\(\(?.+ - .+\)? \/ .*(?:day|864e5|86_?400_?000)\w*\)$/i.test(text)
      : /^\(.+ - .+\)\.days$/.test(text);
    if (isDays && site.parent?.kind !== "binary") yield [at(site, `${text} + 1`)];
  },
};

const python: readonly Slip[] = [
  ...[pageOffset, percentage, backoff].map((each): Slip => ({ ...each, language: "python" })),
  {
    ...wholeDays,
    language: "python",
    examples: [["x = (end - start).days", "x = (end - start).days + 1"]],
    leaves: ["x = delta.days"],
  },
];

const javascript: readonly Slip[] = [
  ...[pageOffset, percentage, backoff].map((each): Slip => {
    const examples = each.examples.map(([old, fresh]) => [`${old};`, `${fresh};`] as const);
    return { ...each, language: "javascript", examples, leaves: each.leaves.map((code) => `${code};`) };
  }),
  {
    ...wholeDays,
    language: "javascript",
    examples: [["x = Math.round((end - start) / DAY);", "x = Math.round((end - start) / DAY) + 1;"]],
    leaves: ["x = Math.round(a - b);"],
  },
];

export const serviceNumberSlips: readonly Slip[] = [...python, ...javascript];
