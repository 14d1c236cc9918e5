import { child, descendants, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";
import { argumentsOf, calleeText, writtenType } from "./reading.ts";

const comparedTimes: Slip = {
  why: "times compared with ==, which also compares their locations and monotonic clocks",
  chance: "shown",
  kinds: ["comparison"],
  examples: {
    go: [
      [
        "package p\nfunc f(a, b time.Time) bool { return a == b }",
        "package p\nfunc f(a, b time.Time) bool { return a.Equal(b) }",
      ],
      [
        "package p\nfunc f(a, b time.Time) bool { return a != b }",
        "package p\nfunc f(a, b time.Time) bool { return !a.Equal(b) }",
      ],
    ],
  },
  leaves: { go: ["package p\nfunc f(a, b *time.Time) bool { return a == b }"] },
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    const operator = operatorOf(site);
    if (!left || !right || (operator !== "==" && operator !== "!=")) return;
    if (![left, right].some((each) => writtenType(each, context) === "time.Time")) return;
    if (!/^[\w.]+(?:\(\))?$/.test(context.text(left)) || right.kind === "null") return;
    yield [at(site, `${operator === "!=" ? "!" : ""}${context.text(left)}.Equal(${context.text(right)})`)];
  },
};

const multipliedUnit: Slip = {
  why: "a duration multiplied by a unit again, or converted before its fraction counts",
  chance: "shown",
  kinds: ["binary"],
  examples: {
    go: [
      [
        "package p\nfunc f(wait time.Duration) time.Duration { return wait * time.Second }",
        "package p\nfunc f(wait time.Duration) time.Duration { return wait }",
      ],
      [
        "package p\nfunc f(seconds float64) time.Duration { return time.Duration(seconds) * time.Second }",
        "package p\nfunc f(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }",
      ],
    ],
  },
  *correct(site, context) {
    const parts = [child(site, "left"), child(site, "right")];
    if (operatorOf(site) !== "*") return;
    const unit = parts.find((each) => each && /^time\.[A-Z]\w+$/.test(context.text(each)));
    const other = parts.find((each) => each !== unit);
    if (!unit || !other) return;
    if (writtenType(other, context) === "time.Duration") yield [at(site, context.text(other))];
    const [converted] = calleeText(other, context) === "time.Duration" ? argumentsOf(other) : [];
    if (!converted || !isFractional(converted)) return;
    yield [at(site, `time.Duration(${context.text(converted)} * float64(${context.text(unit)}))`)];

    function isFractional(node: SyntaxNode): boolean {
      return descendants(node).some(
        (each) =>
          /^float64$/.test(writtenType(each, context) ?? "") || calleeText(each, context) === "float64",
      );
    }
  },
};

const bareDuration: Slip = {
  why: "a duration without its unit is in nanoseconds",
  chance: "likely",
  kinds: ["call"],
  examples: {
    go: [
      [
        "package p\nfunc f(n int) time.Duration { return time.Duration(n) }",
        "package p\nfunc f(n int) time.Duration { return time.Duration(n) * time.Second }",
      ],
    ],
  },
  *correct(site, context) {
    if (calleeText(site, context) !== "time.Duration" || operatorOf(site.parent) === "*") return;
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
  why: "a time layout with the parts of another moment than 2006-01-02 15:04:05",
  chance: "shown",
  kinds: ["string"],
  examples: {
    go: [
      [
        'package p\nfunc f(t time.Time) string { return t.Format("2006-01-02 03:04") }',
        'package p\nfunc f(t time.Time) string { return t.Format("2006-01-02 15:04") }',
      ],
    ],
  },
  *correct(site, context) {
    const text = context.text(site);
    const layouts = LAYOUTS.filter(([wrong]) => wrong.test(text.slice(1, -1)));
    for (const [wrong, right] of layouts)
      yield [at(site, text[0] + text.slice(1, -1).replace(wrong, right) + text[0])];
  },
};

export const goTimesSlips: readonly Slip[] = [comparedTimes, multipliedUnit, bareDuration, timeLayout];
