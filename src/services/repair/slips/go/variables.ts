import { escapeRegex } from "../../../../domain/rules/text/escape-regex.ts";
import type { Context } from "../../propose/context.ts";
import { indentAt } from "../../propose/edits.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isStatement,
  operatorOf,
  type SyntaxNode,
} from "../../syntax/node.ts";
import { neighbor } from "../neighbors.ts";
import { at, before, type Slip } from "../slip.ts";
import { argumentsOf, calleeText, freshName, returnOfError } from "./reading.ts";

const shadowed: Slip = {
  why: ":= in a block declares a second variable",
  chance: "shown",
  kinds: ["assign"],
  examples: {
    go: [
      [
        "package p\nfunc f(a int) int {\n\tn := 0\n\tif a > 1 {\n\t\tn := a\n\t\tg(n)\n\t}\n\treturn n\n}",
        "package p\nfunc f(a int) int {\n\tn := 0\n\tif a > 1 {\n\t\tn = a\n\t\tg(n)\n\t}\n\treturn n\n}",
      ],
      [
        "package p\nfunc f(a int) (n int) {\n\tif a > 1 {\n\t\tn, err := g(a)\n\t\th(n, err)\n\t}\n\treturn n\n}",
        "package p\nfunc f(a int) (n int) {\n\tif a > 1 {\n\t\tvar err error\n\t\tn, err = g(a)\n\t\th(n, err)\n\t}\n\treturn n\n}",
      ],
    ],
  },
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const block = site.parent;
    if (site.raw !== "short_var_declaration" || !target || !value || !block) return;
    const names = (target.kind === "tuple" ? target.children : [target]).map(context.text);
    const outer = names.filter((name) => name !== "_" && isDeclaredOutside(name, site, context));
    const fresh = names.filter((name) => name !== "_" && !outer.includes(name));
    if (outer.length === 0 || fresh.some((name) => name !== "err")) return;
    const token = context.source.slice(target.end, value.start);
    const assigns = { start: target.end, end: value.start, text: token.replace(":=", "=") };
    if (fresh.length === 0) yield [assigns];
    else if (isStatement(site))
      yield [before(site.start, `var err error\n${indentAt(context.source, site.start)}`), assigns];
  },
};

/** Declared in the function, in a block around the one of the site, and read after it. */
function isDeclaredOutside(name: string, site: SyntaxNode, context: Context): boolean {
  const owner = enclosingFunction(site);
  if (owner === null) return false;
  const inner = isStatement(site) ? site.parent : (site.parent?.parent ?? null);
  const isOwn = (node: SyntaxNode) => node.kind === "identifier" && context.text(node) === name;
  const around = [...ancestors(site)].filter((each) => each !== inner && each.kind !== "function");
  const declared = descendants(owner).some((node) => {
    if (!isOwn(node) || node.start >= site.start) return false;
    if (node.parent?.kind === "parameter") return node.parent.parent?.parent === owner;
    const holder =
      node.role === "target" ? node.parent : node.parent?.role === "target" ? node.parent.parent : null;
    if (!holder || (holder.raw !== "short_var_declaration" && holder.raw !== "var_spec")) return false;
    const home = holder.raw === "var_spec" ? holder.parent?.parent : holder.parent;
    return home !== inner && around.some((each) => each === home);
  });
  const end = inner?.end ?? site.end;
  return declared && descendants(owner).some((node) => isOwn(node) && node.start > end);
}

const overwrittenError: Slip = {
  why: "an error that is replaced by the next one before anybody reads it",
  chance: "shown",
  kinds: ["assign"],
  examples: {
    go: [
      [
        'package p\nfunc f() (int, error) {\n\ta, err := g()\n\tb, err := h()\n\tif err != nil {\n\t\treturn 0, fmt.Errorf("f: %w", err)\n\t}\n\treturn a + b, nil\n}',
        'package p\nfunc f() (int, error) {\n\ta, err := g()\n\tif err != nil {\n\t\treturn 0, fmt.Errorf("f: %w", err)\n\t}\n\tb, err := h()\n\tif err != nil {\n\t\treturn 0, fmt.Errorf("f: %w", err)\n\t}\n\treturn a + b, nil\n}',
      ],
    ],
  },
  *correct(site, context) {
    const name = errorOf(site, context);
    if (name === null || !isStatement(site)) return;
    const condition = `${name} != nil`;
    const made: string[] = [];
    let isReplaced = false;
    for (let next = neighbor(site, 1); next !== null; next = neighbor(next, 1)) {
      if (errorOf(next, context) === name) {
        isReplaced = true;
        const target = child(next, "target");
        made.push(...(target?.kind === "tuple" ? target.children.slice(0, -1).map(context.text) : []));
        continue;
      }
      if (next.kind !== "if") {
        if (new RegExp(`\\b${name}\\b`).test(context.text(next))) return;
        continue;
      }
      const asked = child(next, "condition");
      const body = context.text(next);
      if (!isReplaced || asked === null || context.text(asked) !== condition) return;
      if (child(next, "alternative") !== null || next.children[0] !== asked) return;
      const fresh = made.filter((each) => each !== "_");
      const owner = enclosingFunction(site);
      const usual = owner === null ? null : returnOfError(owner, name, context);
      if (fresh.some((each) => new RegExp(`\\b${escapeRegex(each)}\\b`).test(body))) return;
      if (usual === null || !body.includes(usual))
        yield [before(site.end, `\n${indentAt(context.source, site.start)}${body}`)];
      return;
    }
  },
};

/** The name of the error that a statement assigns last. */
function errorOf(node: SyntaxNode, { text }: Context): string | null {
  const target = node.kind === "assign" ? child(node, "target") : null;
  const last = target?.kind === "tuple" ? target.children.at(-1) : target;
  return last && /^(?:err\w*|\w+Err)$/.test(text(last)) ? text(last) : null;
}

const deferredArguments: Slip = {
  why: "the arguments of a deferred call are evaluated at once",
  chance: "shown",
  kinds: ["other"],
  examples: {
    go: [
      [
        "package p\nfunc f() (err error) {\n\tdefer report(1, err)\n\treturn g()\n}",
        "package p\nfunc f() (err error) {\n\tdefer func() { report(1, err) }()\n\treturn g()\n}",
      ],
      [
        "package p\nfunc f(xs []int) {\n\tn := 0\n\tdefer s.add(n)\n\tfor range xs {\n\t\tn++\n\t}\n}",
        "package p\nfunc f(xs []int) {\n\tn := 0\n\tdefer func() { s.add(n) }()\n\tfor range xs {\n\t\tn++\n\t}\n}",
      ],
      [
        "package p\nfunc f(s time.Time) {\n\tdefer report(time.Since(s))\n}",
        "package p\nfunc f(s time.Time) {\n\tdefer func() { report(time.Since(s)) }()\n}",
      ],
    ],
  },
  leaves: {
    go: [
      "package p\nfunc f(n int) {\n\tdefer report(n)\n\tg()\n}",
      "package p\nfunc f() (err error) {\n\tdefer report(&err)\n\treturn g()\n}",
    ],
  },
  *correct(site, context) {
    const call = site.raw === "defer_statement" ? site.children[0] : undefined;
    const owner = enclosingFunction(site);
    if (call?.kind !== "call" || owner === null || calleeText(call, context) === "") return;
    const later = assignedLater(site, owner, context);
    const changes = argumentsOf(call).some(
      (each) =>
        each.raw !== "func_literal" &&
        !(each.kind === "unary" && operatorOf(each) === "&") &&
        descendants(each).some(
          (part) =>
            (part.kind === "identifier" && later.has(context.text(part))) ||
            (part.kind === "call" && calleeText(part, context) === "time.Since"),
        ),
    );
    if (changes) yield [before(call.start, "func() { "), before(call.end, " }()")];
  },
};

/** Named results, and variables that get another value after a statement. */
function assignedLater(site: SyntaxNode, owner: SyntaxNode, { text }: Context): ReadonlySet<string> {
  const result = child(owner, "type");
  const named = (result?.kind === "parameters" ? result.children : []).flatMap((each) =>
    each.children.filter(({ kind, role }) => kind === "identifier" && role !== "type").map(text),
  );
  const changed = descendants(owner).flatMap((each) => {
    if (each.start < site.end || each.raw === "short_var_declaration") return [];
    const target =
      each.kind === "assign" || each.kind === "augment" || each.kind === "update"
        ? child(each, "target")
        : null;
    if (target === null) return [];
    return (target.kind === "tuple" ? target.children : [target]).map(text);
  });
  return new Set([...named, ...changed]);
}

const innerBreak: Slip = {
  why: "break in a switch or select leaves only that, not the loop around it",
  chance: "shown",
  kinds: ["break"],
  examples: {
    go: [
      [
        "package p\nfunc f(xs []int) (n int) {\n\tfor _, x := range xs {\n\t\tswitch x {\n\t\tcase 0:\n\t\t\tbreak\n\t\t}\n\t\tn += x\n\t}\n\tg(n)\n\treturn n\n}",
        "package p\nfunc f(xs []int) (n int) {\nloop:\n\tfor _, x := range xs {\n\t\tswitch x {\n\t\tcase 0:\n\t\t\tbreak loop\n\t\t}\n\t\tn += x\n\t}\n\tg(n)\n\treturn n\n}",
      ],
      [
        "package p\nfunc f(done, in chan int) int {\n\tn := 0\n\tfor {\n\t\tselect {\n\t\tcase <-done:\n\t\t\tbreak\n\t\tcase x := <-in:\n\t\t\tn += x\n\t\t}\n\t}\n\treturn n\n}",
        "package p\nfunc f(done, in chan int) int {\n\tn := 0\n\tfor {\n\t\tselect {\n\t\tcase <-done:\n\t\t\treturn n\n\t\tcase x := <-in:\n\t\t\tn += x\n\t\t}\n\t}\n\treturn n\n}",
      ],
      [
        "package p\nfunc f(done, in chan int) {\n\tfor {\n\t\tselect {\n\t\tcase <-done:\n\t\t\tbreak\n\t\tcase x := <-in:\n\t\t\tg(x)\n\t\t}\n\t}\n}",
        "package p\nfunc f(done, in chan int) {\n\tfor {\n\t\tselect {\n\t\tcase <-done:\n\t\t\treturn\n\t\tcase x := <-in:\n\t\t\tg(x)\n\t\t}\n\t}\n}",
      ],
    ],
  },
  leaves: {
    go: [
      "package p\nfunc f(xs []int) {\n\tfor range xs {\n\t\tbreak\n\t}\n}",
      "package p\nfunc f(x int) {\n\tswitch x {\n\tcase 1:\n\t\tbreak\n\t}\n}",
      "package p\nfunc f(x int) {\nouter:\n\tfor {\n\t\tswitch x {\n\t\tcase 1:\n\t\t\tbreak outer\n\t\t}\n\t}\n}",
    ],
  },
  *correct(site, context) {
    if (context.text(site) !== "break") return;
    const around = [...ancestors(site)];
    const inner = around.findIndex(({ raw }) => /^(?:\w+_switch|select|for)_statement$/.test(raw));
    const outer = around.findIndex(({ raw }) => raw === "for_statement");
    const owner = around.findIndex(({ kind }) => kind === "function");
    const loop = around[outer];
    if (!loop || inner === outer || (owner !== -1 && owner < outer)) return;
    const label = loop.parent?.raw === "labeled_statement" ? loop.parent.children[0] : undefined;
    const after = label === undefined ? neighbor(loop, 1) : null;
    if (after?.kind === "return") yield [at(site, context.text(after))];
    const isLast = loop.parent?.parent?.kind === "function" && neighbor(loop, 1) === null;
    if (isLast && child(loop.parent.parent, "type") === null) yield [at(site, "return")];
    if (label !== undefined) {
      yield [at(site, `break ${context.text(label)}`)];
      return;
    }
    const name = freshName(["loop", "outer"], site, context);
    const start = context.source.lastIndexOf("\n", loop.start) + 1;
    const indent = context.source.slice(start, loop.start);
    if (name === null || !/^[ \t]+$/.test(indent) || context.source.includes(`${name}:\n`)) return;
    yield [before(start, `${indent.slice(0, -1)}${name}:\n`), at(site, `break ${name}`)];
  },
};

export const goVariablesSlips: readonly Slip[] = [shadowed, overwrittenError, deferredArguments, innerBreak];
