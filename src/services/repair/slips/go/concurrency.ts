import type { Context } from "../../propose/context.ts";
import { indentAt } from "../../propose/edits.ts";
import {
  child,
  contains,
  descendants,
  enclosingFunction,
  isStatement,
  type SyntaxNode,
} from "../../syntax/node.ts";
import { before, type Slip } from "../slip.ts";
import { freshName, lineAfter, lineBefore, lineOf } from "./reading.ts";

const missingUnlock: Slip = {
  why: "a mutex that stays locked on some path",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: {
    go: [
      [
        "package p\nfunc (c *C) f() int {\n\tc.mu.Lock()\n\treturn c.n\n}",
        "package p\nfunc (c *C) f() int {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\treturn c.n\n}",
      ],
      [
        "package p\nfunc (c *C) f() int {\n\tc.mu.Lock()\n\tif c.n > 1 {\n\t\treturn 1\n\t}\n\tc.n++\n\tc.mu.Unlock()\n\treturn 0\n}",
        "package p\nfunc (c *C) f() int {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\tif c.n > 1 {\n\t\treturn 1\n\t}\n\tc.n++\n\treturn 0\n}",
      ],
    ],
  },
  leaves: { go: ["package p\nfunc (c *C) f() {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\tc.n++\n}"] },
  *correct(site, context) {
    const locked = /^([\w.]+)\.(R?)Lock\(\)$/.exec(context.text(site));
    const owner = enclosingFunction(site);
    if (locked === null || owner === null) return;
    const unlock = `${locked[1]}.${locked[2]}Unlock()`;
    const parts = descendants(owner);
    const open = parts.filter(
      (each) => each.kind === "expression-statement" && context.text(each) === unlock,
    );
    if (parts.some((each) => each.raw === "defer_statement" && context.text(each).includes(unlock))) return;
    const leaves = parts.some(
      (each) =>
        each.kind === "return" && each.start > site.start && open.every((one) => one.start > each.start),
    );
    if (open.length > 0 && !leaves) return;
    const deferred = before(site.end, `\n${indentAt(context.source, site.start)}defer ${unlock}`);
    yield [deferred, ...open.map((each) => lineOf(each, context))];
  },
};

const deferredDone: Slip = {
  why: "a goroutine that is counted only after it started",
  chance: "likely",
  kinds: ["other"],
  examples: {
    go: [
      [
        "package p\nfunc f(wg *sync.WaitGroup) {\n\tgo func() {\n\t\twg.Add(1)\n\t\tdefer wg.Done()\n\t\tg()\n\t}()\n}",
        "package p\nfunc f(wg *sync.WaitGroup) {\n\twg.Add(1)\n\tgo func() {\n\t\tdefer wg.Done()\n\t\tg()\n\t}()\n}",
      ],
    ],
  },
  *correct(site, context) {
    if (site.raw !== "go_statement") return;
    const inside = descendants(site).find(
      (each) => each.kind === "expression-statement" && /^[\w.]+\.Add\(1\)$/.test(context.text(each)),
    );
    if (inside === undefined || freshName([context.text(inside)], site, context) === null) return;
    const indent = indentAt(context.source, site.start);
    yield [before(site.start, `${context.text(inside)}\n${indent}`), lineOf(inside, context)];
  },
};

const neverClosed: Slip = {
  why: "range over a channel ends only when the channel is closed, and nobody closes it",
  chance: "shown",
  kinds: ["for-classic"],
  examples: {
    go: [
      [
        "package p\nfunc f(xs []int) {\n\tin := make(chan int)\n\tgo func() {\n\t\tfor x := range in {\n\t\t\tg(x)\n\t\t}\n\t}()\n\tfor _, x := range xs {\n\t\tin <- x\n\t}\n}",
        "package p\nfunc f(xs []int) {\n\tin := make(chan int)\n\tgo func() {\n\t\tfor x := range in {\n\t\t\tg(x)\n\t\t}\n\t}()\n\tfor _, x := range xs {\n\t\tin <- x\n\t}\n\tclose(in)\n}",
      ],
      [
        "package p\nfunc send(out chan<- int) {\n\tfor i := 0; i < 3; i++ {\n\t\tout <- i\n\t}\n}\nfunc f(in chan int) {\n\tgo send(in)\n\tfor x := range in {\n\t\tg(x)\n\t}\n}",
        "package p\nfunc send(out chan<- int) {\n\tfor i := 0; i < 3; i++ {\n\t\tout <- i\n\t}\n\tclose(out)\n}\nfunc f(in chan int) {\n\tgo send(in)\n\tfor x := range in {\n\t\tg(x)\n\t}\n}",
      ],
    ],
  },
  leaves: {
    go: [
      "package p\nfunc f(xs []int, in chan int) {\n\tfor _, x := range xs {\n\t\tin <- x\n\t}\n}",
      "package p\nfunc f(xs []int) {\n\tin := make(chan int)\n\tgo g(in)\n\tfor _, x := range xs {\n\t\tin <- x\n\t}\n\tclose(in)\n\tfor range in {\n\t\tg(1)\n\t}\n}",
    ],
  },
  *correct(site, context) {
    const sent = descendants(site).find(({ raw }) => raw === "send_statement");
    const channel = sent?.children[0];
    if (sent === undefined || channel?.kind !== "identifier" || !isStatement(site)) return;
    const name = context.text(channel);
    const isRead = new RegExp(`\\brange ${name}\\b`).test(context.source);
    const isOnlySent =
      new RegExp(`\\b${name} chan<- `).test(context.source) && /\brange \w+ \{/.test(context.source);
    const closes = new RegExp(isRead ? `\\bclose\\(${name}\\)` : "\\bclose\\(");
    const isInLoop = !descendants(site).some((each) => each.raw === "func_literal" && contains(each, sent));
    if ((isRead || isOnlySent) && isInLoop && !closes.test(context.source) && isMade(name, site, context))
      yield [lineAfter(site, `close(${name})`, context)];
  },
};

/** Whether the functions around a loop made the channel, or only send to it. */
function isMade(name: string, site: SyntaxNode, context: Context): boolean {
  for (let owner = enclosingFunction(site); owner !== null; owner = enclosingFunction(owner))
    if (new RegExp(`\\b${name} (?::?= make\\(chan |chan<- )`).test(context.text(owner))) return true;
  return false;
}

const sharedVariable: Slip = {
  why: "closures that share the variable of their loop, as before Go 1.22",
  chance: "ordinary",
  kinds: ["for-classic"],
  examples: {
    go: [
      [
        "package p\nfunc f(xs []int) (fs []func() int) {\n\tfor _, x := range xs {\n\t\tfs = append(fs, func() int { return x })\n\t}\n\treturn fs\n}",
        "package p\nfunc f(xs []int) (fs []func() int) {\n\tfor _, x := range xs {\n\t\tx := x\n\t\tfs = append(fs, func() int { return x })\n\t}\n\treturn fs\n}",
      ],
    ],
  },
  leaves: { go: ["package p\nfunc f(xs []int) {\n\tfor _, x := range xs {\n\t\tfunc() { g(x) }()\n\t}\n}"] },
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

export const goConcurrencySlips: readonly Slip[] = [missingUnlock, deferredDone, neverClosed, sharedVariable];
