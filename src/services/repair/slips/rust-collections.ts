import type { Context } from "../propose/context.ts";
import { indentAt } from "../propose/edits.ts";
import { child, descendants, enclosingFunction, isStatement, type SyntaxNode } from "../syntax/node.ts";
import { at, before, type Slip } from "./slip.ts";

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

const comparedBackwards: Slip = {
  language: "rust",
  why: "an order that is reversed, or that leaves equal elements as they come",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      "fn f(xs: &mut Vec<T>) { xs.sort_by(|a, b| a.n.cmp(&b.n)); }",
      "fn f(xs: &mut Vec<T>) { xs.sort_by(|a, b| b.n.cmp(&a.n)); }",
    ],
    [
      "fn f(xs: &mut Vec<T>, t: &T) { g(&t.name); xs.sort_by(|a, b| b.n.cmp(&a.n)); }",
      "fn f(xs: &mut Vec<T>, t: &T) { g(&t.name); xs.sort_by(|a, b| b.n.cmp(&a.n).then_with(|| a.name.cmp(&b.name))); }",
    ],
    ["fn f(xs: &mut Vec<i32>) { xs.sort(); }", "fn f(xs: &mut Vec<i32>) { xs.sort_by(|a, b| b.cmp(a)); }"],
    [
      "fn f(xs: &mut Vec<T>) { xs.sort_by_key(|x| x.n); }",
      "fn f(xs: &mut Vec<T>) { xs.sort_by_key(|x| std::cmp::Reverse(x.n)); }",
    ],
  ],
  *correct(site, context) {
    const call = methodCall(site, context);
    if (call === null) return;
    const [first] = call.given;
    if ((call.name === "sort" || call.name === "sort_unstable") && first === undefined) {
      yield [at(site, `${context.text(call.object)}.sort_by(|a, b| b.cmp(a))`)];
      return;
    }
    if (
      /^(?:sort_by_key|sort_unstable_by_key|max_by_key|min_by_key)$/.test(call.name) &&
      first?.kind === "lambda"
    ) {
      const body = child(first, "body");
      const inner = body === null ? null : /^(?:std::cmp::)?Reverse\((.*)\)$/s.exec(context.text(body));
      if (body !== null) yield [at(body, inner?.[1] ?? `std::cmp::Reverse(${context.text(body)})`)];
      return;
    }
    if (!/^(?:cmp|partial_cmp|total_cmp)$/.test(call.name) || first === undefined) return;
    const other = context.text(first);
    const object = context.text(call.object);
    const bare = other.startsWith("&") ? other.slice(1) : other;
    const isPlain = /^[\w.]+(?:\(\))?$/;
    if (isPlain.test(bare) && isPlain.test(object))
      yield [at(call.object, bare), at(first, other.startsWith("&") ? `&${object}` : object)];
    yield* ties(site, object, bare, context);
  },
};

/** By another field if the first is equal. */
function* ties(site: SyntaxNode, left: string, right: string, context: Context) {
  const [a, b] = [/^(\w+)\.\w+$/.exec(left)?.[1], /^(\w+)\.\w+$/.exec(right)?.[1]];
  if (a === undefined || b === undefined || site.parent?.kind === "attribute") return;
  const [first, second] = [a, b].toSorted();
  const owner = enclosingFunction(site);
  const used = new Set([...context.text(site).matchAll(/\.(\w+)/g)].map((each) => each[1]));
  const isKnown = owner !== null && first !== undefined && second !== undefined;
  const fields = context.ingredients.fields.filter((each) => !used.has(each)).slice(0, 5);
  for (const field of isKnown ? fields : []) {
    yield [before(site.end, `.then_with(|| ${first}.${field}.cmp(&${second}.${field}))`)];
    yield [before(site.end, `.then_with(|| ${second}.${field}.cmp(&${first}.${field}))`)];
  }
}

const otherEnd: Slip = {
  language: "rust",
  why: "an iterator that starts at the wrong end or one too early; max_by_key takes the last of equals",
  chance: "ordinary",
  kinds: ["call"],
  examples: [
    [
      "fn f(xs: &[i32]) { for x in xs.iter() { g(x); } }",
      "fn f(xs: &[i32]) { for x in xs.iter().rev() { g(x); } }",
    ],
    [
      "fn f(xs: &[i32]) { for x in xs.iter() { g(x); } }",
      "fn f(xs: &[i32]) { for x in xs.iter().skip(1) { g(x); } }",
    ],
    [
      "fn f(s: &str) -> String { s.chars().rev().collect() }",
      "fn f(s: &str) -> String { s.chars().collect() }",
    ],
  ],
  *correct(site, context) {
    const call = methodCall(site, context);
    if (call === null) return;
    const isChained = site.role === "object" ? context.text(site.parent ?? site) : "";
    if (
      /^(?:iter|chars|into_iter|bytes|lines|split_whitespace)$/.test(call.name) &&
      !/\.(?:rev|skip)$/.test(isChained)
    ) {
      yield [before(site.end, ".rev()")];
      yield [before(site.end, ".skip(1)")];
    }
    if (call.name === "rev" || (call.name === "skip" && call.given[0]?.kind === "number"))
      yield [at(site, context.text(call.object))];
  },
};

const lostEntry: Slip = {
  language: "rust",
  why: "insert replaces an entry that should be kept, counted or extended",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["fn f() { m.insert(k, 1); }", "fn f() { *m.entry(k).or_insert(0) += 1; }"],
    ["fn f() { m.insert(k, v); }", "fn f() { m.entry(k).or_insert(v); }"],
    ["fn f() { m.insert(k, vec![v]); }", "fn f() { m.entry(k).or_default().push(v); }"],
    ["fn f() { m.entry(k).or_insert(v); }", "fn f() { m.insert(k, v); }"],
  ],
  *correct(site, context) {
    const call = methodCall(site, context);
    if (call === null || site.parent?.kind !== "expression-statement") return;
    const [key, value] = call.given.map(context.text);
    const object = context.text(call.object);
    if (call.name === "insert" && key !== undefined && value !== undefined) {
      const items = /^vec!\[(.+)\]$/.exec(value)?.[1];
      if (items !== undefined) yield [at(site, `${object}.entry(${key}).or_default().push(${items})`)];
      else yield [at(site, `*${object}.entry(${key}).or_insert(0) += ${value}`)];
      yield [at(site, `${object}.entry(${key}).or_insert(${value})`)];
    }
    const entry = methodCall(call.object, context);
    const [first] = entry?.given ?? [];
    if (call.name === "or_insert" && entry?.name === "entry" && first !== undefined && key !== undefined)
      yield [at(site, `${context.text(entry.object)}.insert(${context.text(first)}, ${key})`)];
  },
};

const panics: Slip = {
  language: "rust",
  why: "unwrap or an index where the value can be missing; an error that is dropped",
  chance: "ordinary",
  kinds: ["call", "subscript", "assign"],
  examples: [
    ["fn f(o: Option<i32>) -> i32 { o.unwrap() }", "fn f(o: Option<i32>) -> i32 { o.unwrap_or(0) }"],
    [
      "fn f(o: Option<i32>) -> Option<i32> { Some(o.unwrap()) }",
      "fn f(o: Option<i32>) -> Option<i32> { Some(o?) }",
    ],
    ["fn f() -> i32 { m[&k] }", "fn f() -> i32 { m.get(&k).copied().unwrap_or(0) }"],
    ["fn f() -> Result<(), E> { let _ = g(); Ok(()) }", "fn f() -> Result<(), E> { g()?; Ok(()) }"],
  ],
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

const unsortedDuplicates: Slip = {
  language: "rust",
  why: "dedup removes only neighbors that are equal",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [
    [
      "fn f(mut xs: Vec<i32>) -> Vec<i32> {\n    xs.dedup();\n    xs\n}",
      "fn f(mut xs: Vec<i32>) -> Vec<i32> {\n    xs.sort();\n    xs.dedup();\n    xs\n}",
    ],
  ],
  *correct(site, context) {
    const call = site.children[0] ? methodCall(site.children[0], context) : null;
    const owner = enclosingFunction(site);
    if (call?.name !== "dedup" || owner === null || !isStatement(site)) return;
    const name = context.text(call.object);
    if (context.source.slice(owner.start, site.start).includes(`${name}.sort`)) return;
    yield [before(site.start, `${name}.sort();\n${indentAt(context.source, site.start)}`)];
  },
};

const changedCopy: Slip = {
  language: "rust",
  why: "a change of a clone, which is then dropped",
  chance: "shown",
  kinds: ["assign"],
  examples: [
    [
      "fn f(&mut self, i: usize) {\n    let mut x = self.items[i].clone();\n    x.n += 1;\n}",
      "fn f(&mut self, i: usize) {\n    let x = &mut self.items[i];\n    x.n += 1;\n}",
    ],
  ],
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

export const rustCollectionSlips: readonly Slip[] = [
  comparedBackwards,
  otherEnd,
  lostEntry,
  panics,
  unsortedDuplicates,
  changedCopy,
];
