import { isScript } from "../../propose/context.ts";
import { isStatement } from "../../syntax/node.ts";
import { neighbor } from "../neighbors.ts";
import { at, type Slip } from "../slip.ts";

const signedAssignment: Slip = {
  why: "`=+` for `+=`",
  chance: "shown",
  kinds: ["assign"],
  examples: {
    python: [
      ["n =+ 1", "n += 1"],
      ["n =- x", "n -= x"],
    ],
    javascript: [["n =+ 1;", "n += 1;"]],
  },
  leaves: { python: ["n = +1", "n = -x"], javascript: ["n = +x;"] },
  *correct(site, context) {
    const match = /^([\w.[\]'"]+) ?=([+-]) ?(.+)$/s.exec(context.text(site));
    if (match !== null) yield [at(site, `${match[1]} ${match[2]}= ${match[3]}`)];
  },
};

const comparisonStatement: Slip = {
  why: "a comparison whose result nobody uses, for an assignment",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: {
    python: [["n == 1", "n = 1"]],
    javascript: [
      ["n == 1;", "n = 1;"],
      ["n === 1;", "n = 1;"],
    ],
  },
  leaves: { python: ["f(n == 1)"], javascript: ["f(n === 1);"] },
  *correct(site) {
    const [value] = site.children;
    const operator = value?.kind === "comparison" ? value.operators[0] : undefined;
    if (operator !== undefined && /^===?$/.test(operator.text)) yield [at(operator, "=")];
  },
};

const lostInExchange: Slip = {
  why: "an exchange of two values that loses one of them",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: {
    python: [["a[i] = a[j]\na[j] = a[i]\n", "a[i], a[j] = a[j], a[i]\n"]],
    javascript: [["a[i] = a[j];\na[j] = a[i];\n", "[a[i], a[j]] = [a[j], a[i]];\n"]],
  },
  leaves: { python: ["a = b\nb = c\n"], javascript: ["a = b;\nb = c;\n"] },
  *correct(site, context) {
    const next = isStatement(site) ? neighbor(site, 1) : null;
    const [, left, right] = /^([^=\n]+) = ([^=\n;]+);?$/.exec(context.text(site)) ?? [];
    if (next === null || left === undefined) return;
    if (context.text(next).replace(/;$/, "") !== `${right} = ${left}`) return;
    const exchange = isScript(context)
      ? `[${left}, ${right}] = [${right}, ${left}];`
      : `${left}, ${right} = ${right}, ${left}`;
    yield [at({ start: site.start, end: next.end }, exchange)];
  },
};

export const assignmentSlips: readonly Slip[] = [signedAssignment, comparisonStatement, lostInExchange];
