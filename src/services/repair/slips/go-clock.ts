import { child, descendants, type SyntaxNode } from "../syntax/node.ts";
import { argumentsOf, calleeText, writtenType } from "./go-reading.ts";
import { at, type Slip } from "./slip.ts";

const comparedTimes: Slip = {
  language: "go",
  why: "times compared with ==, which also compares their locations and monotonic clocks",
  chance: "shown",
  kinds: ["comparison"],
  examples: [
    [
      "package p\nfunc f(a, b time.Time) bool { return a == b }",
      "package p\nfunc f(a, b time.Time) bool { return a.Equal(b) }",
    ],
    [
      "package p\nfunc f(a, b time.Time) bool { return a != b }",
      "package p\nfunc f(a, b time.Time) bool { return !a.Equal(b) }",
    ],
  ],
  leaves: ["package p\nfunc f(a, b *time.Time) bool { return a == b }"],
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    const operator = site.operators[0]?.text;
    if (!left || !right || (operator !== "==" && operator !== "!=")) return;
    if (![left, right].some((each) => writtenType(each, context) === "time.Time")) return;
    if (!/^[\w.]+(?:\(\))?$/.test(context.text(left)) || right.kind === "null") return;
    yield [at(site, `${operator === "!=" ? "!" : ""}${context.text(left)}.Equal(${context.text(right)})`)];
  },
};

const multipliedUnit: Slip = {
  language: "go",
  why: "a duration multiplied by a unit again, or converted before its fraction counts",
  chance: "shown",
  kinds: ["binary"],
  examples: [
    [
      "package p\nfunc f(wait time.Duration) time.Duration { return wait * time.Second }",
      "package p\nfunc f(wait time.Duration) time.Duration { return wait }",
    ],
    [
      "package p\nfunc f(seconds float64) time.Duration { return time.Duration(seconds) * time.Second }",
      "package p\nfunc f(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }",
    ],
  ],
  *correct(site, context) {
    const parts = [child(site, "left"), child(site, "right")];
    if (site.operators[0]?.text !== "*") return;
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

export const goClockSlips: readonly Slip[] = [comparedTimes, multipliedUnit];
