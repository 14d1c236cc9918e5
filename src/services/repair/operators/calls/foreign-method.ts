import { COSTS } from "../../costs.ts";
import type { ValueKind } from "../../languages/language.ts";
import { type Context, isDynamic, isScript } from "../../propose/context.ts";
import { put, replace } from "../../propose/edits.ts";
import { atom, grouped } from "../../syntax/expression.ts";
import { child, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["foreign-method"];
const TIGHTEST = 13;

type Names = Readonly<Record<string, string>>;
type Holder = "list" | "set" | "map" | "record" | "string";

/** What the author wrote → what the container calls it. */
const SCRIPT: Readonly<Record<Holder, Names>> = {
  list: {
    add: "push",
    append: "push",
    has: "includes",
    contains: "includes",
    size: "length",
    count: "length",
    extend: "concat",
  },
  set: {
    push: "add",
    append: "add",
    set: "add",
    includes: "has",
    contains: "has",
    get: "has",
    length: "size",
    remove: "delete",
  },
  map: {
    put: "set",
    add: "set",
    includes: "has",
    contains: "has",
    hasOwnProperty: "has",
    length: "size",
    remove: "delete",
  },
  record: {},
  string: { contains: "includes", has: "includes", size: "length", append: "concat", push: "concat" },
};
const PYTHON: Readonly<Partial<Record<Holder, Names>>> = {
  list: { push: "append", add: "append", concat: "extend", remove_at: "pop", addAll: "extend" },
  set: { append: "add", push: "add", insert: "add", extend: "update", delete: "discard" },
  record: { put: "setdefault", entries: "items", remove: "pop", delete: "pop" },
  string: { trim: "strip", toLowerCase: "lower", toUpperCase: "upper", startsWith: "startswith" },
};
/** Methods of lists that sets, maps and their iterators lack. */
const OF_LISTS =
  /^(?:map|filter|some|every|reduce|join|sort|find|slice|reverse|flatMap|indexOf|at|includes)$/;

export const foreignMethod: Operator = {
  meta: {
    id: "foreign-method",
    title: "Use the container's own way to do it",
    why: "`length` of a set, `add` to a list, `map[key]` for a Map, `get` on a plain object: habits from another container or language.",
    cost: costs.prior,
    kinds: ["attribute", "subscript", "assign", "call", "comparison"],
    most: 2,
    examples: [
      { language: "python", before: "xs = []\nxs.push(1)", after: "xs = []\nxs.append(1)" },
      {
        language: "python",
        before: "seen = set()\nseen.append(1)",
        after: "seen = set()\nseen.add(1)",
      },
      {
        language: "javascript",
        before: "const seen = new Set(); n = seen.length;",
        after: "const seen = new Set(); n = seen.size;",
      },
      {
        language: "javascript",
        before: "const m = new Map(); x = m[key];",
        after: "const m = new Map(); x = m.get(key);",
      },
      {
        language: "javascript",
        before: "const m = new Map(); m[key] = 1;",
        after: "const m = new Map(); m.set(key, 1);",
      },
      {
        language: "javascript",
        before: "const m = new Map(); x = key in m;",
        after: "const m = new Map(); x = m.has(key);",
      },
      {
        language: "javascript",
        before: "const m = new Map(); x = Object.keys(m);",
        after: "const m = new Map(); x = [...m.keys()];",
      },
      {
        language: "javascript",
        before: "const all = new Set(); x = all.map(f);",
        after: "const all = new Set(); x = [...all].map(f);",
      },
      {
        language: "javascript",
        before: "const o = {}; x = o.get(key);",
        after: "const o = {}; x = o[key];",
      },
      {
        language: "typescript",
        before: "const m = new Map<string, number>(); const x = m[key];",
        after: "const m = new Map<string, number>(); const x = m.get(key);",
      },
    ],
    leaves: [
      { language: "python", code: "xs = []\nxs.append(1)" },
      { language: "javascript", code: "const m = new Map(); m.set(a, 1); const o = {}; o[a] = m.size;" },
    ],
  },
  *propose(site, context) {
    if (!isDynamic(context)) return;
    if (site.kind === "attribute") yield* renamed(site, context);
    if (!isScript(context)) return;
    if (site.kind === "subscript") yield* lookup(site, context);
    if (site.kind === "assign") yield* store(site, context);
    if (site.kind === "call") yield* called(site, context);
    if (site.kind === "comparison") yield* membership(site, context);
  },
};

function* renamed(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [object, property] = [child(site, "object"), child(site, "property")];
  const holder = object && holderOf(object, context);
  if (!object || !property || !holder) return;
  const name = context.text(property);
  const names = (isScript(context) ? SCRIPT : PYTHON)[holder];
  if (names !== undefined && Object.hasOwn(names, name)) yield put(property, names[name] ?? name);
  if (!isScript(context)) return;
  const text = grouped(context.expression(object), TIGHTEST);
  if (site.role === "callee" && OF_LISTS.test(name) && (holder === "set" || holder === "map"))
    yield put(object, holder === "set" ? `[...${text}]` : `[...${text}.values()]`, costs.asList);
  if (holder === "record" && /^(?:length|size)$/.test(name))
    yield replace(site, atom(`Object.keys(${text}).length`));
  if (holder === "record" && /^(?:map|filter|some|every|reduce|forEach)$/.test(name))
    yield put(object, `Object.values(${text})`, costs.asList);
}

/** `m[key]` is a property of the Map, not an entry. */
function* lookup(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [object, index] = [child(site, "object"), child(site, "index")];
  if (!object || !index || site.role === "target" || holderOf(object, context) !== "map") return;
  yield replace(site, atom(`${context.text(object)}.get(${context.text(index)})`));
}

function* store(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [target, value] = [child(site, "target"), child(site, "value")];
  const object = target?.kind === "subscript" ? child(target, "object") : null;
  const index = target?.kind === "subscript" ? child(target, "index") : null;
  if (!object || !index || !value || holderOf(object, context) !== "map") return;
  yield put(site, `${context.text(object)}.set(${context.text(index)}, ${context.text(value)})`);
}

/** `Object.keys(map)` is always empty; a plain object has neither `get` nor `set` nor `has`. */
function* called(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const callee = child(site, "callee");
  const [object, property] = [callee && child(callee, "object"), callee && child(callee, "property")];
  const given = child(site, "arguments")?.children ?? [];
  const [first, second] = given.map((each) => context.text(each));
  if (!object || !property || !given[0] || first === undefined) return;
  const name = context.text(property);
  if (context.text(object) === "Object" && /^(?:keys|values|entries)$/.test(name)) {
    const holder = holderOf(given[0], context);
    if (holder === "map" || holder === "set") yield replace(site, atom(`[...${first}.${name}()]`));
    return;
  }
  if (holderOf(object, context) !== "record") return;
  const text = context.text(object);
  if (name === "get") yield replace(site, atom(`${text}[${first}]`));
  if (name === "has") yield replace(site, atom(`Object.hasOwn(${text}, ${first})`));
  if (name === "set" && second !== undefined && site.parent?.kind === "expression-statement")
    yield put(site, `${text}[${first}] = ${second}`);
}

function* membership(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [left, right] = site.children;
  if (operatorOf(site) !== "in" || !left || !right) return;
  const holder = holderOf(right, context);
  const method = holder === "list" || holder === "string" ? "includes" : "has";
  if (holder === null || holder === "record") return;
  yield replace(
    site,
    atom(`${grouped(context.expression(right), TIGHTEST)}.${method}(${context.text(left)})`),
  );
}

const HOLDERS: Readonly<Partial<Record<ValueKind, Holder>>> = { list: "list", set: "set", string: "string" };

function holderOf(node: SyntaxNode, context: Context): Holder | null {
  const kind = context.kindOf(node);
  if (kind === null || kind === "object") return isScript(context) ? declared(node, context) : null;
  if (kind !== "dict") return HOLDERS[kind] ?? null;
  return isScript(context) ? declared(node, context) : "record";
}

/** A variable or field that is created with `new Map()`, `new Set()` or `{}` in the file. */
function declared(node: SyntaxNode, context: Context): Holder | null {
  const name = /^(?:this\.)?(#?[\w$]+)$/.exec(context.text(node))?.[1];
  if (name === undefined) return null;
  const pattern = new RegExp(
    `(?<![\\w$#])${name.replaceAll("$", "\\$")}\\s*(?::[^=;\\n]+)?=\\s*(?:new (Map|Set)\\b|(\\{\\s*\\}))`,
    "g",
  );
  const found = [...context.source.matchAll(pattern)].map((match) => match[1] ?? match[2]);
  if (new Set(found).size !== 1) return null;
  if (found[0] === "Map") return "map";
  return found[0] === "Set" ? "set" : "record";
}
