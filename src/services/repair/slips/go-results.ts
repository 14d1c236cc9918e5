import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import type { Context } from "../propose/context.ts";
import { indentAt } from "../propose/edits.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isStatement,
  type SyntaxNode,
} from "../syntax/node.ts";
import {
  argumentsOf,
  calleeText,
  freshName,
  importing,
  lineAfter,
  lineBefore,
  writtenType,
} from "./go-reading.ts";
import { at, before, type Slip } from "./slip.ts";

const sharedRank: Slip = {
  language: "go",
  why: "an index taken for the field of the element before, as in a rank that equal elements share",
  chance: "shown",
  kinds: ["assign"],
  examples: [
    [
      "package p\nfunc f(xs []int) (rows []Row) {\n\tfor i, x := range xs {\n\t\tplace := i + 1\n\t\tif i > 0 && x == xs[i-1] {\n\t\t\tplace = i\n\t\t}\n\t\trows = append(rows, Row{Place: place, Value: x})\n\t}\n\treturn rows\n}",
      "package p\nfunc f(xs []int) (rows []Row) {\n\tfor i, x := range xs {\n\t\tplace := i + 1\n\t\tif i > 0 && x == xs[i-1] {\n\t\t\tplace = rows[i-1].Place\n\t\t}\n\t\trows = append(rows, Row{Place: place, Value: x})\n\t}\n\treturn rows\n}",
    ],
  ],
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const loop = [...ancestors(site)].find(({ raw }) => raw === "for_statement");
    if (site.raw !== "assignment_statement" || target?.kind !== "identifier" || !value || !loop) return;
    const index = /^(\w+)(?: ?[-+] ?1)?$/.exec(context.text(value))?.[1];
    const head = loop.children[0] ? context.text(loop.children[0]) : "";
    if (index === undefined || !new RegExp(`^${index}\\b`).test(head) || /^\d/.test(index)) return;
    const built = builtFrom(context.text(target), loop, context);
    if (built === null) return;
    yield [at(value, `${built.list}[${index}-1].${built.field}`)];
    yield [at(value, `${built.list}[len(${built.list})-1].${built.field}`)];
  },
};

/** The list whose new elements a loop makes from a variable, and the field that gets it. */
function builtFrom(name: string, loop: SyntaxNode, context: Context) {
  for (const call of descendants(loop)) {
    if (call.kind !== "call" || calleeText(call, context) !== "append") continue;
    const [list, ...items] = argumentsOf(call);
    if (list === undefined || !/^[\w.]+$/.test(context.text(list))) continue;
    for (const pair of items.flatMap(descendants)) {
      const [key, value] = pair.kind === "pair" ? [child(pair, "key"), child(pair, "value")] : [null, null];
      if (key && value && context.text(value) === name && /^\w+$/.test(context.text(key)))
        return { list: context.text(list), field: context.text(key) };
    }
  }
  return null;
}

const carriedOver: Slip = {
  language: "go",
  why: "a value that one iteration collects is still there in the next",
  chance: "shown",
  kinds: ["assign", "expression-statement"],
  examples: [
    [
      "package p\nfunc f(s string) (out []string) {\n\tword := \"\"\n\tfor _, c := range s {\n\t\tif c == ',' {\n\t\t\tout = append(out, word)\n\t\t} else {\n\t\t\tword += string(c)\n\t\t}\n\t}\n\treturn append(out, word)\n}",
      'package p\nfunc f(s string) (out []string) {\n\tword := ""\n\tfor _, c := range s {\n\t\tif c == \',\' {\n\t\t\tout = append(out, word)\n\t\t\tword = ""\n\t\t} else {\n\t\t\tword += string(c)\n\t\t}\n\t}\n\treturn append(out, word)\n}',
    ],
    [
      "package p\nfunc f(xs []int) (out [][]int) {\n\tvar group []int\n\tfor _, x := range xs {\n\t\tgroup = append(group, x)\n\t\tif len(group) == 2 {\n\t\t\tout = append(out, group)\n\t\t}\n\t}\n\treturn out\n}",
      "package p\nfunc f(xs []int) (out [][]int) {\n\tvar group []int\n\tfor _, x := range xs {\n\t\tgroup = append(group, x)\n\t\tif len(group) == 2 {\n\t\t\tout = append(out, group)\n\t\t\tgroup = nil\n\t\t}\n\t}\n\treturn out\n}",
    ],
  ],
  leaves: [
    "package p\nfunc f(xs []T) (out []int) {\n\tn := 0\n\tfor _, x := range xs {\n\t\tn += x.n\n\t\tout = append(out, n)\n\t\tn = 0\n\t}\n\treturn out\n}",
  ],
  *correct(site, context) {
    const loop = [...ancestors(site)].find(({ raw }) => raw === "for_statement");
    const stored = storedName(site, context);
    if (!loop || stored === null || !isStatement(site)) return;
    const { name, isBuilder } = stored;
    const empty = isBuilder ? null : initialValue(name, loop, context);
    const parts = descendants(loop).filter((each) => each !== site);
    const growing = parts.some((each) => {
      if (isBuilder) return each.kind === "call" && calleeText(each, context).startsWith(`${name}.Write`);
      const target =
        each.kind === "augment" || each.kind === "update" || each.kind === "assign"
          ? child(each, "target")
          : null;
      if (target === null || context.text(target) !== name) return false;
      return each.kind !== "assign" || context.text(each).startsWith(`${name} = append(${name},`);
    });
    const isReset = parts.some((each) => {
      if (isBuilder) return each.kind === "call" && calleeText(each, context) === `${name}.Reset`;
      const target = each.kind === "assign" ? child(each, "target") : null;
      return (
        target !== null && context.text(target) === name && !context.text(each).includes(`append(${name},`)
      );
    });
    if (!growing || isReset) return;
    if (isBuilder) yield [lineAfter(site, `${name}.Reset()`, context)];
    else if (empty !== null) yield [lineAfter(site, `${name} = ${empty}`, context)];
  },
};

/** The variable that a statement adds to a list or a map. */
function storedName(site: SyntaxNode, context: Context) {
  const text = context.text(site);
  const found =
    /^([\w.]+) = append\(\1, ([a-z]\w*)(\.String\(\))?\)$/.exec(text) ??
    /^([\w.]+)\[\w[\w.]*\] = ([a-z]\w*)(\.String\(\))?$/.exec(text);
  const name = found?.[2];
  return name === undefined || site.kind !== "assign" ? null : { name, isBuilder: found?.[3] !== undefined };
}

/** What a variable was before a loop; null for a value that is neither empty nor zero. */
function initialValue(name: string, loop: SyntaxNode, context: Context): string | null {
  const owner = enclosingFunction(loop);
  if (owner === null) return null;
  for (const node of descendants(owner)) {
    if (node.start >= loop.start) break;
    const target =
      node.raw === "short_var_declaration" || node.raw === "var_spec" ? node.children[0] : undefined;
    if (!target || context.text(target) !== name) continue;
    const value = child(node, "value");
    if (value !== null) {
      const code = context.text(value);
      return /^(?:0|0\.0|""|false|nil|(?:map\[\w+\]|\[\])[\w.*]+\{\})$/.test(code) ? code : null;
    }
    const type = child(node, "type");
    const zero = { int: "0", int64: "0", float64: "0", string: '""', bool: "false" }[
      type ? context.text(type) : ""
    ];
    return zero ?? (type !== null && context.text(type).startsWith("[]") ? "nil" : null);
  }
  return null;
}

const mapWalk: Slip = {
  language: "go",
  why: "output or a choice in the order of a map, which is random",
  chance: "likely",
  kinds: ["for-each"],
  examples: [
    [
      'package p\n\nimport "sort"\n\nfunc f(m map[string]int) (s string) {\n\tfor k, v := range m {\n\t\ts += g(k, v)\n\t}\n\treturn s\n}',
      'package p\n\nimport "sort"\n\nfunc f(m map[string]int) (s string) {\n\tkeys := make([]string, 0, len(m))\n\tfor k := range m {\n\t\tkeys = append(keys, k)\n\t}\n\tsort.Strings(keys)\n\tfor _, k := range keys {\n\t\tv := m[k]\n\t\ts += g(k, v)\n\t}\n\treturn s\n}',
    ],
  ],
  leaves: ["package p\nfunc f(m map[string]int) {\n\tfor k, v := range m {\n\t\tg(k, v)\n\t}\n}"],
  *correct(site, context) {
    const [target, map] = [child(site, "target"), child(site, "iterable")];
    const loop = site.parent;
    if (!target || !map || loop?.raw !== "for_statement" || !isStatement(loop)) return;
    const type = /^map\[(string|int|float64)\]/.exec(writtenType(map, context) ?? "")?.[1] ?? "";
    const sorter = SORTERS[type];
    const [key, value] = (target.kind === "tuple" ? target.children : [target]).map(context.text);
    const body = child(loop, "body");
    const keys = freshName(["keys", "names", "ids"], site, context);
    if (!body || !key || key === "_" || keys === null || sorter === undefined) return;
    const words = context.text(body);
    const first = body.children[0];
    const isOrdered = /\bappend\(|\.Write\w*\(|Fprint|\breturn\b|\bbreak\b|\w+ = \w+|\+= /.test(words);
    if (!isOrdered || first === undefined) return;
    const collected = `${keys} := make([]${type}, 0, len(${context.text(map)}))\nfor ${key} := range ${context.text(map)} {\n\t${keys} = append(${keys}, ${key})\n}\nsort.${sorter}(${keys})`;
    const changes = [
      ...importing("sort", context),
      lineBefore(loop, collected, context),
      at(site, `_, ${key} := range ${keys}`),
    ];
    if (value !== undefined && value !== "_")
      changes.push(
        before(
          first.start,
          `${value} := ${context.text(map)}[${key}]\n${indentAt(context.source, first.start)}`,
        ),
      );
    yield changes;
  },
};

const SORTERS: Readonly<Record<string, string>> = { string: "Strings", int: "Ints", float64: "Float64s" };

const grownInput: Slip = {
  language: "go",
  why: "the result of a loop is appended to the slice that it reads",
  chance: "shown",
  kinds: ["assign"],
  examples: [
    [
      "package p\nfunc f(xs []int) []int {\n\tfor _, x := range xs {\n\t\tif x > 1 {\n\t\t\txs = append(xs, x)\n\t\t}\n\t}\n\treturn xs\n}",
      "package p\nfunc f(xs []int) []int {\n\tvar kept []int\n\tfor _, x := range xs {\n\t\tif x > 1 {\n\t\t\tkept = append(kept, x)\n\t\t}\n\t}\n\treturn kept\n}",
    ],
  ],
  *correct(site, context) {
    const target = child(site, "target");
    const owner = enclosingFunction(site);
    const name = target === null ? "" : context.text(target);
    const loop = [...ancestors(site)].find(({ raw }) => raw === "for_statement");
    const clause = loop?.children[0];
    const list = clause?.kind === "for-each" ? child(clause, "iterable") : null;
    if (!loop || !target || owner === null || target.kind !== "identifier" || !isStatement(loop)) return;
    if (list === null || context.text(list) !== name) return;
    if (!context.text(site).startsWith(`${name} = append(${name}, `)) return;
    const type = writtenType(target, context);
    const kept = freshName(["kept", "result", "out"], site, context);
    if (type === null || !type.startsWith("[]") || kept === null) return;
    const uses = descendants(owner).filter(
      (each) =>
        each.kind === "identifier" &&
        new RegExp(`^${escapeRegex(name)}$`).test(context.text(each)) &&
        (each.start > loop.end || (each.start >= site.start && each.end <= site.end)),
    );
    yield [lineBefore(loop, `var ${kept} ${type}`, context), ...uses.map((each) => at(each, kept))];
  },
};

const sharedVariable: Slip = {
  language: "go",
  why: "closures that share the variable of their loop, as before Go 1.22",
  chance: "ordinary",
  kinds: ["for-classic"],
  examples: [
    [
      "package p\nfunc f(xs []int) (fs []func() int) {\n\tfor _, x := range xs {\n\t\tfs = append(fs, func() int { return x })\n\t}\n\treturn fs\n}",
      "package p\nfunc f(xs []int) (fs []func() int) {\n\tfor _, x := range xs {\n\t\tx := x\n\t\tfs = append(fs, func() int { return x })\n\t}\n\treturn fs\n}",
    ],
  ],
  leaves: ["package p\nfunc f(xs []int) {\n\tfor _, x := range xs {\n\t\tfunc() { g(x) }()\n\t}\n}"],
  *correct(site, context) {
    const clause = site.raw === "for_statement" ? site.children[0] : undefined;
    const initial = clause?.raw === "for_clause" ? clause.children[0] : clause;
    const target = initial ? child(initial, "target") : null;
    const first = child(site, "body")?.children[0];
    if (!target || !first || !/^[\w, ]+ := /.test(context.source.slice(target.start, target.end + 4))) return;
    const names = (target.kind === "tuple" ? target.children : [target]).map(context.text);
    const closures = descendants(site).filter(
      (each) => each.raw === "func_literal" && (each.role !== "callee" || isDelayed(each)),
    );
    const captured = names.filter(
      (name) =>
        name !== "_" &&
        closures.some((each) =>
          descendants(each).some((part) => part.kind === "identifier" && context.text(part) === name),
        ),
    );
    if (captured.length === 0 || captured.some((name) => context.text(site).includes(`${name} := ${name}\n`)))
      return;
    yield [lineBefore(first, `${captured.join(", ")} := ${captured.join(", ")}`, context)];
  },
};

function isDelayed(literal: SyntaxNode): boolean {
  return /^(?:go|defer)_statement$/.test(literal.parent?.parent?.raw ?? "");
}

export const goResultSlips: readonly Slip[] = [sharedRank, carriedOver, mapWalk, grownInput, sharedVariable];
