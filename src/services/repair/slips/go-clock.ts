import {
  child,
  descendants,
  enclosingFunction,
  enclosingStatement,
  type SyntaxNode,
} from "../syntax/node.ts";
import { argumentsOf, calleeText, freshName, lineBefore, writtenType } from "./go-reading.ts";
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

const twoClocks: Slip = {
  language: "go",
  why: "the clock is read twice, or not through the clock that the type has for its tests",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      "package p\nfunc f() *T {\n\treturn &T{made: time.Now(), changed: time.Now()}\n}",
      "package p\nfunc f() *T {\n\tnow := time.Now()\n\treturn &T{made: now, changed: now}\n}",
    ],
    [
      "package p\nfunc f(t *T) {\n\tstart := time.Now()\n\tt.made = time.Now()\n\tg(start)\n}",
      "package p\nfunc f(t *T) {\n\tstart := time.Now()\n\tt.made = start\n\tg(start)\n}",
    ],
    [
      "package p\ntype C struct {\n\tnow func() time.Time\n}\nfunc (c *C) f(t time.Time) bool { return t.After(time.Now()) }",
      "package p\ntype C struct {\n\tnow func() time.Time\n}\nfunc (c *C) f(t time.Time) bool { return t.After(c.now()) }",
    ],
  ],
  leaves: ["package p\nfunc f() time.Time { return time.Now() }"],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const code = context.text(site);
    if (owner === null || !/^(?:time\.Now|(?:\w+\.)+now)\(\)$/.test(code)) return;
    const clock = code === "time.Now()" ? clockOf(owner, context.text, context.tree) : null;
    if (clock !== null) yield [at(site, clock)];
    const calls = descendants(owner).filter(
      (each) => each.kind === "call" && context.text(each) === code && enclosingFunction(each) === owner,
    );
    const [first, ...others] = calls;
    if (first !== site || others.length === 0) return;
    const target = site.parent?.raw === "short_var_declaration" ? child(site.parent, "target") : null;
    const statement = enclosingStatement(site);
    if (target?.kind === "identifier" || (target?.kind === "tuple" && target.children.length === 1)) {
      const block = site.parent?.parent;
      if (others.every((each) => block && each.end <= block.end))
        yield others.map((each) => at(each, context.text(target)));
      return;
    }
    const now = freshName(["now", "moment"], site, context);
    const block = statement?.parent;
    if (statement === null || now === null || !block || others.some((each) => each.end > block.end)) return;
    yield [lineBefore(statement, `${now} := ${code}`, context), ...calls.map((each) => at(each, now))];
  },
};

/** `c.now()` in a method of a type with a field `now func() time.Time`. */
function clockOf(owner: SyntaxNode, text: (node: SyntaxNode) => string, tree: SyntaxNode): string | null {
  const receiver = owner.raw === "method_declaration" ? owner.children[0]?.children[0] : undefined;
  const type = receiver ? child(receiver, "type") : null;
  const name = receiver?.children[0];
  if (!receiver || type === null || !name || name === type) return null;
  const spec = descendants(tree).find(
    (each) =>
      each.raw === "type_spec" && each.children[0] && text(each.children[0]) === text(type).replace("*", ""),
  );
  const field = spec === undefined ? null : /^\s*(\w+)\s+func\(\) time\.Time/m.exec(text(spec))?.[1];
  return field ? `${text(name)}.${field}()` : null;
}

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

export const goClockSlips: readonly Slip[] = [comparedTimes, twoClocks, multipliedUnit];
