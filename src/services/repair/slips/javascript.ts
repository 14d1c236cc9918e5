import { indentAt, indentStep } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import type { Change } from "../syntax/change.ts";
import { ancestors, child, descendants, enclosingFunction, isStatement } from "../syntax/node.ts";
import { addedInReverse, comparedForAssigned } from "./assignments.ts";
import { neighbor, separateIfsFrom } from "./neighbors.ts";
import { at, before, LITERAL, type Slip } from "./slip.ts";

const signedAssignment: Slip = {
  language: "javascript",
  why: "`=+` for `+=`",
  chance: "shown",
  kinds: ["assign"],
  examples: [["n =+ 1;", "n += 1;"]],
  leaves: ["n = +x;"],
  correct: addedInReverse,
};

const comparisonStatement: Slip = {
  language: "javascript",
  why: "a comparison whose result nobody uses, for an assignment",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [
    ["n == 1;", "n = 1;"],
    ["n === 1;", "n = 1;"],
  ],
  leaves: ["f(n === 1);"],
  correct: comparedForAssigned,
};

const alternatives: Slip = {
  language: "javascript",
  why: "a literal after `||`, which is always true, for another value to compare with",
  chance: "shown",
  kinds: ["logical"],
  examples: [["if (c === 'a' || 'e') g();", "if (c === 'a' || c === 'e') g();"]],
  leaves: ["if (c === 'a' || c === 'e') g();"],
  *correct(site, context) {
    if (site.parent?.kind === "logical") return;
    const match = new RegExp(`^([\\w.[\\]]+) ([!=]==?) (${LITERAL})((?: (?:\\|\\||&&) ${LITERAL})+)$`).exec(
      context.text(site),
    );
    const [, subject, operator = "", first = "", rest] = match ?? [];
    if (subject === undefined || rest === undefined) return;
    const values = [first, ...(rest.match(new RegExp(LITERAL, "g")) ?? [])];
    const join = operator.startsWith("!") ? " && " : " || ";
    yield [at(site, values.map((each) => `${subject} ${operator} ${each}`).join(join))];
  },
};

const plainQuotes: Slip = {
  language: "javascript",
  why: "a text with a placeholder that is not a template",
  chance: "shown",
  kinds: ["string"],
  examples: [
    [`function f(name) { return 'Hello \${name}'; }`, `function f(name) { return \`Hello \${name}\`; }`],
  ],
  leaves: ["x = 'Hello {name}';"],
  *correct(site, context) {
    const inner = /^(["'])(.*\$\{[^{}]+\}.*)\1$/s.exec(context.text(site))?.[2];
    if (inner !== undefined && !inner.includes("`")) yield [at(site, `\`${inner}\``)];
  },
};

const sharedDate: Slip = {
  language: "javascript",
  why: "a date that is changed is also the caller's",
  chance: "shown",
  kinds: ["identifier"],
  examples: [
    [
      "function f(start) { const day = start; day.setDate(1); return day; }",
      "function f(start) { const day = new Date(start); day.setDate(1); return day; }",
    ],
  ],
  leaves: ["const day = start;"],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const name = site.parent === null ? undefined : /^(\w+) = \w+$/.exec(context.text(site.parent))?.[1];
    if (site.role !== "value" || owner === null || name === undefined) return;
    if (new RegExp(`\\b${name}\\.set(?:UTC)?[A-Z]\\w+\\(`).test(context.text(owner)))
      yield [at(site, `new Date(${context.text(site)})`)];
  },
};

const escapedRejection: Slip = {
  language: "javascript",
  why: "a promise that is returned inside `try` is rejected outside of it",
  chance: "shown",
  kinds: ["return"],
  examples: [
    [
      "async function f(g) { try { return g(); } catch { return null; } }",
      "async function f(g) { try { return await g(); } catch { return null; } }",
    ],
  ],
  leaves: ["async function f(g) { return g; }"],
  *correct(site, context) {
    const [value] = site.children;
    const isTried = [...ancestors(site)].some(({ kind }) => kind === "try");
    const owner = enclosingFunction(site);
    if (value?.kind !== "call" || !isTried || owner === null) return;
    if (context.text(owner).startsWith("async")) yield [before(value.start, "await ")];
  },
};

const separateIfs: Slip = {
  language: "javascript",
  why: "conditions that should exclude each other are checked one after the other",
  chance: "likely",
  kinds: ["if"],
  examples: [
    ["if (s >= 90) g = 'A';\nif (s >= 80) g = 'B';\n", "if (s >= 90) g = 'A';\nelse if (s >= 80) g = 'B';\n"],
  ],
  leaves: ["if (a) f(); else g();"],
  *correct(site, context) {
    const joined = separateIfsFrom(site, context).map((each): Change => before(each.start, "else "));
    if (joined.length > 1) yield joined;
    if (joined[0] !== undefined) yield [joined[0]];
  },
};

const printedResult: Slip = {
  language: "javascript",
  why: "a result that is printed and not returned",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [
    [
      "function f(s) { const n = s.length; console.log(n); }",
      "function f(s) { const n = s.length; return n; }",
    ],
  ],
  leaves: ["function f() { console.log(1); return 1; }"],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const call = callOf(site.children[0], context);
    const [only, ...more] = call?.given ?? [];
    if (owner === null || call === null || context.text(call.callee) !== "console.log") return;
    if (only === undefined || more.length > 0 || !isStatement(site)) return;
    if (!descendants(owner).some(({ kind }) => kind === "return"))
      yield [at(site, `return ${context.text(only)};`)];
  },
};

const lostInExchange: Slip = {
  language: "javascript",
  why: "an exchange of two values that loses one of them",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [["a[i] = a[j];\na[j] = a[i];\n", "[a[i], a[j]] = [a[j], a[i]];\n"]],
  leaves: ["a = b;\nb = c;\n"],
  *correct(site, context) {
    const next = neighbor(site, 1);
    const first = /^([^=\n]+) = ([^=\n]+);$/.exec(context.text(site));
    if (next === null || first === null) return;
    const [, left = "", right = ""] = first;
    if (context.text(next) !== `${right} = ${left};`) return;
    yield [at({ start: site.start, end: next.end }, `[${left}, ${right}] = [${right}, ${left}];`)];
  },
};

const endlessLoop: Slip = {
  language: "javascript",
  why: "a loop that never changes what its condition depends on",
  chance: "shown",
  kinds: ["while"],
  examples: [["while (i < n) {\n  t += i;\n}\n", "while (i < n) {\n  t += i;\n  i += 1;\n}\n"]],
  leaves: ["while (i < n) {\n  i += 1;\n}\n"],
  *correct(site, context) {
    const [condition, body] = [child(site, "condition"), child(site, "body")];
    const compared = /^\(?(\w+) ([<>])=? /.exec(condition === null ? "" : context.text(condition));
    if (compared === null || body?.kind !== "block") return;
    const [, name, direction] = compared;
    if (
      new RegExp(`\\b${name}\\s*(?:[-+*/%]?=(?!=)|\\+\\+|--)|(?:\\+\\+|--)${name}\\b`).test(
        context.text(body),
      )
    )
      return;
    const indent = indentAt(context.source, site.start);
    const step = `${indentStep(context.source)}${name} ${direction === "<" ? "+=" : "-="} 1;\n${indent}`;
    yield [before(body.end - 1, step)];
  },
};

export const javascriptSlips: readonly Slip[] = [
  signedAssignment,
  comparisonStatement,
  alternatives,
  plainQuotes,
  sharedDate,
  escapedRejection,
  separateIfs,
  printedResult,
  lostInExchange,
  endlessLoop,
];
