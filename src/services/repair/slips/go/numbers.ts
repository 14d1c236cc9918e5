import type { Context } from "../../propose/context.ts";
import { child, descendants, isValue, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";
import { argumentsOf, calleeText, importing, writtenType } from "./reading.ts";

const notAPower: Slip = {
  why: "`^` is exclusive or, not a power",
  chance: "shown",
  kinds: ["binary"],
  examples: {
    go: [["package p\nfunc f(n int) int { return 2 ^ n }", "package p\nfunc f(n int) int { return 1 << n }"]],
  },
  leaves: { go: ["package p\nfunc f(a, b int) int { return a ^ b }"] },
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (left === null || right === null || operatorOf(site) !== "^") return;
    if (context.text(left) === "2") yield [at(site, `1 << ${context.text(right)}`)];
  },
};

const roundedDivision: Slip = {
  why: "integer division rounds down; a conversion to int cuts off the fraction",
  chance: "ordinary",
  kinds: ["binary", "call"],
  examples: {
    go: [
      [
        "package p\nfunc pages(total, size int) int { return total / size }",
        "package p\nfunc pages(total, size int) int { return (total + size - 1) / size }",
      ],
      [
        'package p\n\nimport "math"\n\nfunc f(x float64) int { return int(x * 100) }',
        'package p\n\nimport "math"\n\nfunc f(x float64) int { return int(math.Round(x * 100)) }',
      ],
    ],
  },
  *correct(site, context) {
    if (site.kind === "call") {
      const [only] = argumentsOf(site);
      if (!/^u?int(?:64|32)?$/.test(calleeText(site, context)) || !only || !isFloat(only, context)) return;
      const text = context.text(only);
      if (/^math\.(?:Round|Floor|Ceil)\(/.test(text)) return;
      const half = /^(.*) \+ 0\.5$/.exec(text)?.[1];
      yield [...importing("math", context), at(only, `math.Round(${half ?? text})`)];
      return;
    }
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (operatorOf(site) !== "/" || !left || !right || !isValue(site)) return;
    if (isFloat(left, context) || isFloat(right, context) || site.parent?.kind === "binary") return;
    if (!/^[\w.]+$|^len\([\w.]+\)$/.test(context.text(left)) || !/^[a-zA-Z][\w.]*$/.test(context.text(right)))
      return;
    const [a, b] = [context.text(left), context.text(right)];
    yield [at(site, `(${a} + ${b} - 1) / ${b}`)];
    yield [at(site, `(${a} + ${b}/2) / ${b}`)];
  },
};

function isFloat(node: SyntaxNode, context: Context): boolean {
  return descendants(node).some((each) => {
    if (each.raw === "float_literal") return true;
    if (each.kind === "call") return /^(?:float(?:32|64)|math\.\w+)$/.test(calleeText(each, context));
    return (
      (each.kind === "identifier" || each.kind === "attribute") &&
      /^float/.test(writtenType(each, context) ?? "")
    );
  });
}

export const goNumbersSlips: readonly Slip[] = [notAPower, roundedDivision];
