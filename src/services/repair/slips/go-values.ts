import type { Context } from "../propose/context.ts";
import { child, descendants, isValue, type SyntaxNode } from "../syntax/node.ts";
import { argumentsOf, calleeText, freshName, importing, writtenType } from "./go-reading.ts";
import { neighbor } from "./neighbors.ts";
import { at, before, type Slip } from "./slip.ts";

const ZERO = /^(?:0|""|nil|false)$/;

const presentZero: Slip = {
  language: "go",
  why: "a map entry that is zero taken for a missing one",
  chance: "shown",
  kinds: ["assign", "comparison"],
  examples: [
    [
      "package p\nfunc f(m map[string]int, k string) int {\n\tv := m[k]\n\tif v == 0 {\n\t\treturn -1\n\t}\n\treturn v\n}",
      "package p\nfunc f(m map[string]int, k string) int {\n\tv, ok := m[k]\n\tif !ok {\n\t\treturn -1\n\t}\n\treturn v\n}",
    ],
    [
      'package p\nfunc f(m map[string]string, k string) bool {\n\tif m[k] != "" {\n\t\treturn true\n\t}\n\treturn false\n}',
      "package p\nfunc f(m map[string]string, k string) bool {\n\tif _, ok := m[k]; ok {\n\t\treturn true\n\t}\n\treturn false\n}",
    ],
    [
      "package p\nfunc f(m map[string]int, k string) int {\n\tif v := m[k]; v > 0 {\n\t\treturn v\n\t}\n\treturn -1\n}",
      "package p\nfunc f(m map[string]int, k string) int {\n\tif v, ok := m[k]; ok {\n\t\treturn v\n\t}\n\treturn -1\n}",
    ],
  ],
  *correct(site, context) {
    const ok = freshName(["ok", "found", "exists"], site, context);
    if (ok === null) return;
    if (site.kind === "comparison") {
      const [left, right] = [child(site, "left"), child(site, "right")];
      const asks = zeroTest(site, context);
      if (asks === null || left?.kind !== "subscript" || !right || site.role !== "condition") return;
      if (!isMapEntry(left, context) || site.parent?.children[0] !== site) return;
      yield [at(site, `_, ${ok} := ${context.text(left)}; ${asks ? "!" : ""}${ok}`)];
      return;
    }
    const [target, value] = [child(site, "target"), child(site, "value")];
    if (site.raw !== "short_var_declaration" || target?.kind !== "identifier" || value?.kind !== "subscript")
      return;
    if (!isMapEntry(value, context)) return;
    const branch = site.parent?.kind === "if" ? site.parent : neighbor(site, 1);
    const condition = branch?.kind === "if" ? child(branch, "condition") : null;
    if (!condition) return;
    const name = context.text(target);
    const asks = context.text(condition) === `!${name}` ? true : zeroTest(condition, context);
    const about = condition.kind === "comparison" ? child(condition, "left") : null;
    if (asks === null || (about !== null && context.text(about) !== name)) return;
    yield [at(target, `${name}, ${ok}`), at(condition, `${asks ? "!" : ""}${ok}`)];
  },
};

/** True for `x == 0`, false for `x != 0` and `x > 0`. */
function zeroTest(node: SyntaxNode, { text }: Context): boolean | null {
  const right = node.kind === "comparison" ? child(node, "right") : null;
  const operator = node.operators[0]?.text ?? "";
  if (right === null || !ZERO.test(text(right))) return null;
  if (operator === "==" || operator === "<=") return true;
  return operator === "!=" || operator === ">" ? false : null;
}

function isMapEntry(node: SyntaxNode, context: Context): boolean {
  const object = child(node, "object");
  return object !== null && context.kindOf(object) === "dict";
}

const earlyDivision: Slip = {
  language: "go",
  why: "integers divided before the conversion or the multiplication",
  chance: "shown",
  kinds: ["call", "binary"],
  examples: [
    [
      "package p\nfunc f(a, b int) float64 { return float64(a / b) }",
      "package p\nfunc f(a, b int) float64 { return float64(a) / float64(b) }",
    ],
    [
      "package p\nfunc f(a, b int) int { return a / b * 100 }",
      "package p\nfunc f(a, b int) int { return a * 100 / b }",
    ],
  ],
  *correct(site, context) {
    if (site.kind === "call") {
      const [only, ...others] = argumentsOf(site);
      const type = calleeText(site, context);
      if (!/^float(?:32|64)$/.test(type) || only?.kind !== "binary" || others.length > 0) return;
      const [left, right] = [child(only, "left"), child(only, "right")];
      const operator = only.operators[0]?.text;
      if (!left || !right || (operator !== "/" && operator !== "*")) return;
      const inner =
        operator === "*" ? [left, right].find((each) => /[^/]\/[^/]/.test(context.text(each))) : only;
      if (inner === undefined) return;
      const isNumber = (node: SyntaxNode) => node.kind === "number";
      const convert = (node: SyntaxNode) =>
        isNumber(node) ? context.text(node) : `${type}(${bare(context.text(node))})`;
      if (operator === "/") {
        const code = `${convert(left)} / ${convert(right)}`;
        yield [at(site, needsGroup(site) ? `(${code})` : code)];
        return;
      }
      const [a, b] = [child(inner, "left"), child(inner, "right")];
      const other = inner === left ? right : left;
      if (a && b && inner.kind === "binary")
        yield [at(site, `${convert(a)} / ${convert(b)} * ${convert(other)}`)];
      return;
    }
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (site.operators[0]?.text !== "*" || !left || !right) return;
    const inner = left.kind === "group" ? left.children[0] : left;
    const [a, b] =
      inner?.operators[0]?.text === "/" ? [child(inner, "left"), child(inner, "right")] : [null, null];
    if (!a || !b || right.kind === "binary") return;
    yield [at(site, `${context.text(a)} * ${context.text(right)} / ${context.text(b)}`)];
  },
};

function needsGroup({ parent, role }: SyntaxNode): boolean {
  return parent?.kind === "binary" && (role === "right" || parent.operators[0]?.text === "%");
}

function bare(text: string): string {
  return /^\([^()]*\)$/.test(text) ? text.slice(1, -1) : text;
}

const roundedDivision: Slip = {
  language: "go",
  why: "integer division rounds down; a conversion to int cuts off the fraction",
  chance: "ordinary",
  kinds: ["binary", "call"],
  examples: [
    [
      "package p\nfunc pages(total, size int) int { return total / size }",
      "package p\nfunc pages(total, size int) int { return (total + size - 1) / size }",
    ],
    [
      'package p\n\nimport "math"\n\nfunc f(x float64) int { return int(x * 100) }',
      'package p\n\nimport "math"\n\nfunc f(x float64) int { return int(math.Round(x * 100)) }',
    ],
  ],
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
    if (site.operators[0]?.text !== "/" || !left || !right || !isValue(site)) return;
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

/** Constants of the library that are taken for one another. */
const CONSTANTS: Readonly<Record<string, readonly string[]>> = {
  "time.Nanosecond": ["time.Microsecond", "time.Millisecond", "time.Second"],
  "time.Microsecond": ["time.Millisecond", "time.Second"],
  "time.Millisecond": ["time.Second", "time.Microsecond"],
  "time.Second": ["time.Millisecond", "time.Minute"],
  "time.Minute": ["time.Second", "time.Hour"],
  "time.Hour": ["time.Minute"],
  "time.Local": ["time.UTC"],
  "time.RFC3339": ["time.RFC3339Nano", "time.DateTime"],
  "base64.StdEncoding": ["base64.URLEncoding", "base64.RawStdEncoding", "base64.RawURLEncoding"],
  "base64.URLEncoding": ["base64.RawURLEncoding", "base64.StdEncoding"],
  "base64.RawStdEncoding": ["base64.StdEncoding", "base64.RawURLEncoding"],
  "base64.RawURLEncoding": ["base64.URLEncoding", "base64.StdEncoding"],
  "math.MinInt": ["math.MaxInt"],
  "math.MaxInt": ["math.MinInt"],
  "math.MaxInt64": ["math.MinInt64"],
  "math.MinInt64": ["math.MaxInt64"],
  "math.SmallestNonzeroFloat64": ["-math.MaxFloat64"],
  "math.MaxFloat64": ["-math.MaxFloat64"],
  "http.StatusOK": ["http.StatusCreated", "http.StatusNoContent"],
  "http.StatusUnauthorized": ["http.StatusForbidden"],
  "http.StatusForbidden": ["http.StatusUnauthorized"],
  "http.StatusInternalServerError": ["http.StatusBadRequest", "http.StatusNotFound"],
  "http.StatusBadRequest": ["http.StatusNotFound", "http.StatusUnprocessableEntity", "http.StatusConflict"],
  "http.StatusNotFound": ["http.StatusBadRequest"],
  "os.O_TRUNC": ["os.O_APPEND"],
  "os.O_APPEND": ["os.O_TRUNC"],
};

const libraryConstant: Slip = {
  language: "go",
  why: "the wrong unit, encoding or status of the library",
  chance: "likely",
  kinds: ["attribute"],
  examples: [
    [
      "package p\nfunc f(n int) time.Duration { return time.Duration(n) * time.Second }",
      "package p\nfunc f(n int) time.Duration { return time.Duration(n) * time.Millisecond }",
    ],
  ],
  *correct(site, context) {
    for (const other of CONSTANTS[context.text(site)] ?? []) yield [at(site, other)];
  },
};

const bareDuration: Slip = {
  language: "go",
  why: "a duration without its unit is in nanoseconds",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      "package p\nfunc f(n int) time.Duration { return time.Duration(n) }",
      "package p\nfunc f(n int) time.Duration { return time.Duration(n) * time.Second }",
    ],
  ],
  *correct(site, context) {
    if (calleeText(site, context) !== "time.Duration" || site.parent?.operators[0]?.text === "*") return;
    for (const unit of ["Second", "Millisecond", "Minute"]) yield [before(site.end, ` * time.${unit}`)];
  },
};

const LAYOUTS: readonly (readonly [RegExp, string])[] = [
  [/\b03:04/, "15:04"],
  [/\b15:04/, "03:04"],
  [/2006-02-01/, "2006-01-02"],
  [/02\/01\/2006/, "01/02/2006"],
  [/01\/02\/2006/, "02/01/2006"],
  [/01\.02\.2006/, "02.01.2006"],
  [/YYYY-MM-DD/i, "2006-01-02"],
  [/\b2006-01-02 15:04$/, "2006-01-02 15:04:05"],
  [/\b2006-1-2\b/, "2006-01-02"],
  [/\b05:04\b/, "04:05"],
];

const timeLayout: Slip = {
  language: "go",
  why: "a time layout with the parts of another moment than 2006-01-02 15:04:05",
  chance: "shown",
  kinds: ["string"],
  examples: [
    [
      'package p\nfunc f(t time.Time) string { return t.Format("2006-01-02 03:04") }',
      'package p\nfunc f(t time.Time) string { return t.Format("2006-01-02 15:04") }',
    ],
  ],
  *correct(site, context) {
    const text = context.text(site);
    const layouts = LAYOUTS.filter(([wrong]) => wrong.test(text.slice(1, -1)));
    for (const [wrong, right] of layouts)
      yield [at(site, text[0] + text.slice(1, -1).replace(wrong, right) + text[0])];
  },
};

export const goValueSlips: readonly Slip[] = [
  presentZero,
  earlyDivision,
  roundedDivision,
  libraryConstant,
  bareDuration,
  timeLayout,
];
