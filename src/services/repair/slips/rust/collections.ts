import type { Context } from "../../propose/context.ts";
import { indentAt } from "../../propose/edits.ts";
import { child, descendants, enclosingFunction, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";

const changedCopy: Slip = {
  why: "a change of a clone, which is then dropped",
  chance: "shown",
  kinds: ["assign"],
  examples: {
    rust: [
      [
        "fn f(&mut self, i: usize) {\n    let mut x = self.items[i].clone();\n    x.n += 1;\n}",
        "fn f(&mut self, i: usize) {\n    let x = &mut self.items[i];\n    x.n += 1;\n}",
      ],
    ],
  },
  *correct(site, context) {
    const copied = /^let mut (\w+) = (.+)\.clone\(\);?$/.exec(context.text(site));
    const owner = enclosingFunction(site);
    if (copied === null || owner === null) return;
    const name = copied[1] ?? "";
    const isChanged = descendants(owner).some(
      (each) => each.role === "target" && each.start > site.end && context.text(each).startsWith(`${name}.`),
    );
    const isUsed = new RegExp(`[(,] ?${name}\\b|\\b${name}$`).test(
      context.source.slice(site.end, owner.end - 2).trim(),
    );
    if (!isChanged || isUsed) return;
    const end = context.text(site).endsWith(";") ? ";" : "";
    yield [at(site, `let ${name} = &mut ${copied[2]}${end}`)];
  },
};

interface Method {
  readonly name: string;
  readonly object: SyntaxNode;
  readonly property: SyntaxNode;
  readonly given: readonly SyntaxNode[];
}

/** `object.name(given…)`. */
export function methodCall(call: SyntaxNode, { text }: Context): Method | null {
  const found = call.kind === "call" ? child(call, "callee") : null;
  const callee = found?.raw === "generic_function" ? (found.children[0] ?? null) : found;
  const property = callee?.kind === "attribute" ? child(callee, "property") : null;
  const object = callee?.kind === "attribute" ? child(callee, "object") : null;
  if (property === null || object === null) return null;
  return { name: text(property), object, property, given: child(call, "arguments")?.children ?? [] };
}

const unsortedDuplicates: Slip = {
  why: "dedup removes only neighbors that are equal",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: {
    rust: [
      [
        "fn f(mut xs: Vec<i32>) -> Vec<i32> {\n    xs.dedup();\n    xs\n}",
        "fn f(mut xs: Vec<i32>) -> Vec<i32> {\n    xs.sort();\n    xs.dedup();\n    xs\n}",
      ],
    ],
  },
  *correct(site, context) {
    const call = site.children[0] ? methodCall(site.children[0], context) : null;
    const owner = enclosingFunction(site);
    if (call?.name !== "dedup" || owner === null || !isStatement(site)) return;
    const name = context.text(call.object);
    if (context.source.slice(owner.start, site.start).includes(`${name}.sort`)) return;
    yield [before(site.start, `${name}.sort();\n${indentAt(context.source, site.start)}`)];
  },
};

const panics: Slip = {
  why: "unwrap or an index where the value can be missing; an error that is dropped",
  chance: "ordinary",
  kinds: ["call", "subscript", "assign"],
  examples: {
    rust: [
      ["fn f(o: Option<i32>) -> i32 { o.unwrap() }", "fn f(o: Option<i32>) -> i32 { o.unwrap_or(0) }"],
      [
        "fn f(o: Option<i32>) -> Option<i32> { Some(o.unwrap()) }",
        "fn f(o: Option<i32>) -> Option<i32> { Some(o?) }",
      ],
      ["fn f() -> i32 { m[&k] }", "fn f() -> i32 { m.get(&k).copied().unwrap_or(0) }"],
      ["fn f() -> Result<(), E> { let _ = g(); Ok(()) }", "fn f() -> Result<(), E> { g()?; Ok(()) }"],
    ],
  },
  *correct(site, context) {
    if (site.kind === "assign") {
      const [target, value] = [child(site, "target"), child(site, "value")];
      const name =
        target === null ? context.source.slice(site.start, value?.start ?? site.start) : context.text(target);
      if (!value || !/^(?:let )?_(?: = )?$/.test(name) || value.kind !== "call") return;
      yield [{ start: site.start, end: value.end, text: `${context.text(value)}?` }];
      return;
    }
    if (site.kind === "subscript") {
      const [object, index] = [child(site, "object"), child(site, "index")];
      if (
        !object ||
        index?.raw !== "reference_expression" ||
        site.role === "target" ||
        site.parent?.role === "target"
      )
        return;
      const found = `${context.text(object)}.get(${context.text(index)})`;
      yield [at(site, `${found}.copied().unwrap_or(0)`)];
      yield [at(site, `${found}.cloned().unwrap_or_default()`)];
      return;
    }
    const call = methodCall(site, context);
    if (call === null || (call.name !== "unwrap" && call.name !== "expect")) return;
    const object = context.text(call.object);
    yield [at(site, `${object}?`)];
    yield [at(site, `${object}.unwrap_or(0)`)];
    yield [at(site, `${object}.unwrap_or_default()`)];
  },
};

export const rustCollectionsSlips: readonly Slip[] = [changedCopy, unsortedDuplicates, panics];
