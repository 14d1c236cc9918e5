import type { Context } from "../../propose/context.ts";
import type { Change } from "../../syntax/change.ts";
import { child, operatorOf, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import { argumentsOf, calleeText } from "../go/reading.ts";
import { at, type Slip } from "../slip.ts";

const python: Slip = {
  why: "a division that drops the fraction before the conversion to float",
  chance: "shown",
  kinds: ["call"],
  examples: {
    python: [
      ["x = float(a // b)", "x = a / b"],
      ["x = round(a // b, 2)", "x = round(a / b, 2)"],
    ],
  },
  leaves: { python: ["x = int(a)"] },
  *correct(site, context) {
    const match = /^(float|round)\(([\w.]+|[\w.]+\([\w.]*\)) \/\/ ([\w.]+|[\w.]+\([\w.]*\))(, \d+)?\)$/.exec(
      context.text(site),
    );
    if (match === null) return;
    const quotient = `${match[2]} / ${match[3]}`;
    const isAlone = site.parent?.kind !== "binary";
    if (match[1] === "round") yield [at(site, `round(${quotient}${match[4] ?? ""})`)];
    else if (match[4] === undefined) yield [at(site, isAlone ? quotient : `(${quotient})`)];
  },
};

const go: Slip = {
  why: "integers divided before the conversion or the multiplication",
  chance: "shown",
  kinds: ["call", "binary"],
  examples: {
    go: [
      [
        "package p\nfunc f(a, b int) float64 { return float64(a / b) }",
        "package p\nfunc f(a, b int) float64 { return float64(a) / float64(b) }",
      ],
      [
        "package p\nfunc f(a, b int) int { return a / b * 100 }",
        "package p\nfunc f(a, b int) int { return a * 100 / b }",
      ],
    ],
  },
  *correct(site, context) {
    yield* multipliedLater(site, context);
    const [only, ...others] = site.kind === "call" ? argumentsOf(site) : [];
    const type = calleeText(site, context);
    if (only === undefined || others.length > 0 || !/^float(?:32|64)$/.test(type)) return;
    const convert = (node: SyntaxNode) =>
      node.kind === "number" ? context.text(node) : `${type}(${bare(context.text(node))})`;
    const [left, right] = operandsOf(only, "/");
    if (left && right) {
      const code = `${convert(left)} / ${convert(right)}`;
      yield [at(site, needsGroup(site) ? `(${code})` : code)];
    }
    const factors = operandsOf(only, "*");
    const quotient = factors.find((each) => /[^/]\/[^/]/.test(context.text(each)));
    const other = factors.find((each) => each !== quotient);
    if (quotient?.kind !== "binary" || other === undefined) return;
    const [a, b] = [child(quotient, "left"), child(quotient, "right")];
    if (a && b) yield [at(site, `${convert(a)} / ${convert(b)} * ${convert(other)}`)];
  },
};

function needsGroup({ parent, role }: SyntaxNode): boolean {
  return parent?.kind === "binary" && (role === "right" || operatorOf(parent) === "%");
}

function bare(text: string): string {
  return /^\([^()]*\)$/.test(text) ? text.slice(1, -1) : text;
}

const SIMPLE = /^[\w.]+(?:\(\))?$/;

function receiver(node: SyntaxNode, { text }: Context): string {
  const bare = unwrap(node);
  const isAtom =
    bare !== node || SIMPLE.test(text(bare)) || bare.kind === "call" || bare.kind === "subscript";
  return isAtom ? text(node) : `(${text(node)})`;
}

const rust: Slip = {
  why: "integers divided before the conversion or the multiplication",
  chance: "shown",
  kinds: ["other", "binary"],
  examples: {
    rust: [
      [
        "fn f(a: i32, b: i32) -> f64 { (a / b) as f64 }",
        "fn f(a: i32, b: i32) -> f64 { a as f64 / b as f64 }",
      ],
      ["fn f(a: i32, b: i32) -> i32 { a / b * 100 }", "fn f(a: i32, b: i32) -> i32 { a * 100 / b }"],
    ],
  },
  *correct(site, context) {
    yield* multipliedLater(site, context);
    if (site.raw !== "type_cast_expression") return;
    const [value, type] = site.children.map((each) => unwrap(each));
    const [left, right] = operandsOf(value, "/");
    if (!left || !right || !/^f(?:32|64)$/.test(context.text(type))) return;
    const convert = (node: SyntaxNode) => `${receiver(node, context)} as ${context.text(type)}`;
    const code = `${convert(left)} / ${convert(right)}`;
    const isInside = site.role === "right" || site.role === "object";
    yield [at(site, isInside ? `(${code})` : code)];
  },
};

/** `a / b * c` for `a * c / b`. */
function* multipliedLater(site: SyntaxNode, { text }: Context): Generator<readonly Change[]> {
  const [left, right] = operandsOf(site, "*");
  if (!left || !right || right.kind === "binary") return;
  const [a, b] = operandsOf(unwrap(left), "/");
  if (a && b) yield [at(site, `${text(a)} * ${text(right)} / ${text(b)}`)];
}

/** Both operands of an expression with this operator; none for anything else. */
function operandsOf(node: SyntaxNode | undefined, operator: string): readonly SyntaxNode[] {
  if (node === undefined || operatorOf(node) !== operator) return [];
  return [child(node, "left"), child(node, "right")].filter((each) => each !== null);
}

export const earlyDivisionSlips: readonly Slip[] = [python, go, rust];
