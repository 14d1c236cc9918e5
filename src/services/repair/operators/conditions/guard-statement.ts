import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { put, under } from "../../propose/edits.ts";
import { atom } from "../../syntax/expression.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isStatement,
  type Kind,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["guard-statement"];

const MOST = 4;

export const guardStatement: Operator = {
  meta: {
    id: "guard-statement",
    title: "Guard a statement with a check",
    why: "A callback, an owner or a value that may be absent is used without a check; an entry is set again although it exists; a step between the items is taken after the last one too.",
    cost: costs.prior,
    kinds: ["expression-statement", "augment", "assign"],
    most: 6,
    examples: [
      {
        language: "python",
        before: "def f(x, done=None):\n    g(x)\n    done(x)\n",
        after: "def f(x, done=None):\n    g(x)\n    if done is not None:\n        done(x)\n",
      },
      {
        language: "python",
        before: "def f(xs):\n    part = []\n    for x in xs:\n        part.append(x)\n    out.append(part)\n",
        after:
          "def f(xs):\n    part = []\n    for x in xs:\n        part.append(x)\n    if part:\n        out.append(part)\n",
      },
      {
        language: "python",
        before: "def f(d, k):\n    d[k] = []\n    d[k].append(1)\n",
        after: "def f(d, k):\n    if k not in d:\n        d[k] = []\n    d[k].append(1)\n",
      },
      {
        language: "python",
        before: "def f(n):\n    for i in range(n):\n        g(i)\n        sleep()\n",
        after:
          "def f(n):\n    for i in range(n):\n        g(i)\n        if i < n - 1:\n            sleep()\n",
      },
      {
        language: "javascript",
        before: "function f(m, k) {\n  m.set(k, 0);\n}",
        after: "function f(m, k) {\n  if (!m.has(k)) {\n    m.set(k, 0);\n  }\n}",
      },
      {
        language: "javascript",
        before: "function f(x, log) {\n  log.write(x);\n}",
        after: "function f(x, log) {\n  if (log) {\n    log.write(x);\n  }\n}",
      },
      {
        language: "typescript",
        before: "function f(done?: () => void) {\n  done();\n}",
        after: "function f(done?: () => void) {\n  if (done) {\n    done();\n  }\n}",
      },
      {
        language: "go",
        before: "package p\nfunc f(done func()) {\n\tdone()\n}",
        after: "package p\nfunc f(done func()) {\n\tif done != nil {\n\t\tdone()\n\t}\n}",
      },
      {
        language: "go",
        before: "package p\nfunc f(m map[string]int, k string) {\n\tm[k] = 0\n}",
        after:
          "package p\nfunc f(m map[string]int, k string) {\n\tif _, ok := m[k]; !ok {\n\t\tm[k] = 0\n\t}\n}",
      },
      {
        language: "java",
        before: "class A { void f(Log log) {\n  log.write();\n} }",
        after: "class A { void f(Log log) {\n  if (log != null) {\n    log.write();\n  }\n} }",
      },
    ],
    leaves: [
      { language: "python", code: "a.b()" },
      { language: "javascript", code: "a.b();" },
    ],
  },
  *propose(site, context) {
    const text = context.text(site);
    if (!isStatement(site) || enclosingFunction(site) === null || text.includes("\n")) return;
    const { write } = context.language;
    const near = new Set(context.variables(site).flatMap((each) => (each.distance === 0 ? [each.name] : [])));
    const names = new Set<string>();
    const used = new Set<string>();
    for (const node of descendants(site)) {
      if (node.role === "object" || node.role === "callee") used.add(context.text(node));
      if (node.kind === "identifier" && near.has(context.text(node))) names.add(context.text(node));
      const object = node.kind === "attribute" ? child(node, "object") : null;
      if (node.kind === "attribute" && object?.kind === "identifier" && node.role !== "target")
        names.add(context.text(node));
    }
    const lacksEntry = firstEntry(site, context);
    if (lacksEntry !== null) yield put(site, under(lacksEntry, text, site, context), costs.firstEntry);
    if (site.kind === "expression-statement") {
      for (const edge of edgesOfLoop(site, context))
        yield put(site, under(edge, text, site, context), costs.loopEdge);
    }
    names.delete("self");
    const kinds = new Map(context.variables(site).map((each) => [each.name, each.kind]));
    for (const [index, name] of [...names].slice(0, MOST).entries()) {
      const empty = write.isEmpty(atom(name));
      const isSequence = kinds.get(name) === "list" || kinds.get(name) === "string";
      const exists = isScript(context) && used.has(name) ? atom(name) : write.isNotNull(atom(name));
      const holds = isSequence && empty !== null ? write.not(empty) : exists;
      const condition = holds.text.replace(/^not not /, "");
      yield put(site, under(condition, text, site, context), index * costs.perName);
    }
  },
};

const STARTS: ReadonlySet<Kind> = new Set(["list", "dict", "number", "string", "boolean", "null"]);
const EMPTY =
  /^(?:set|dict|list|deque|Counter)\(\)$|^new (?:Map|Set)\(\)$|^make\(|^(?:\[\]|map\[)[^{}]*\{\}$/;

/** The condition under which an entry gets its first value: `k not in d` for `d[k] = []`. */
function firstEntry(site: SyntaxNode, context: Context): string | null {
  const { id } = context.language;
  const assign = site.kind === "assign" ? site : site.children[0];
  if (assign?.kind === "call") return firstInMap(assign, context);
  const [target, value] = assign?.kind === "assign" ? [child(assign, "target"), child(assign, "value")] : [];
  if (target?.kind !== "subscript" || !value) return null;
  const [object, key] = [child(target, "object"), child(target, "index")];
  if (object === null || key === null || key.kind === "slice" || key.kind === "number") return null;
  if (!STARTS.has(value.kind) && !EMPTY.test(context.text(value))) return null;
  const [map, entry] = [context.text(object), context.text(key)];
  if (id === "python") return `${entry} not in ${map}`;
  if (id === "go") return `_, ok := ${map}[${entry}]; !ok`;
  return isScript(context) ? `!(${entry} in ${map})` : null;
}

function firstInMap(call: SyntaxNode, context: Context): string | null {
  const callee = child(call, "callee");
  const [key, value] = child(call, "arguments")?.children ?? [];
  if (callee === null || key === undefined || value === undefined) return null;
  const map = /^(.+)\.set$/.exec(context.text(callee))?.[1];
  if (map === undefined || (!STARTS.has(value.kind) && !EMPTY.test(context.text(value)))) return null;
  return `!${map}.has(${context.text(key)})`;
}

/** Not in the last round, not in the first: what belongs between the items. */
function edgesOfLoop(site: SyntaxNode, context: Context): readonly string[] {
  const loop = [...ancestors(site)].find(({ kind }) => kind === "for-each" || kind === "for-classic");
  const body = loop === undefined ? null : child(loop, "body");
  if (loop === undefined || site.parent !== body) return [];
  const head = context.source.slice(loop.start, body?.start ?? loop.end);
  const counted =
    /^for (\w+) in range\(([^(),]+|len\([\w.]+\))\)/.exec(head) ??
    /\(let (\w+) = 0; \w+ < ([\w.]+);/.exec(head) ??
    /(\w+) := 0; \w+ < ([\w.()]+);/.exec(head);
  const [, index, size] = counted ?? [];
  return index === undefined || size === undefined ? [] : [`${index} < ${size} - 1`, `${index} > 0`];
}
