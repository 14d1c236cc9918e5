import type { Context } from "../../propose/context.ts";
import { indentAt } from "../../propose/edits.ts";
import {
  child,
  descendants,
  enclosingFunction,
  isStatement,
  operatorOf,
  type SyntaxNode,
} from "../../syntax/node.ts";
import { neighbor } from "../neighbors.ts";
import { at, before, type Slip } from "../slip.ts";
import { argumentsOf, calleeText, importing, returnOfError } from "./reading.ts";

const ERROR = /^(?:err|cause)$|^[Ee]rr[A-Z]\w*$|^\w+Err$|\.[Ee]rr\w*$|\.Err\(\)$/;

const VERB = /%[-+# 0]*\d*(?:\.\d+)?([a-zA-Z%])/g;

const lostWrap: Slip = {
  why: "an error formatted with %v, so that errors.Is does not find it",
  chance: "shown",
  kinds: ["string"],
  examples: {
    go: [
      [
        'package p\nfunc f(id int) error { return fmt.Errorf("user %d: %v", id, ErrGone) }',
        'package p\nfunc f(id int) error { return fmt.Errorf("user %d: %w", id, ErrGone) }',
      ],
    ],
  },
  leaves: { go: ['package p\nfunc f(id int) error { return fmt.Errorf("user %d: %v", id, name) }'] },
  *correct(site, context) {
    const call = site.parent?.parent;
    if (site.parent?.kind !== "arguments" || !call || calleeText(call, context) !== "fmt.Errorf") return;
    const given = argumentsOf(call);
    if (given[0] !== site) return;
    const verbs = [...context.text(site).matchAll(VERB)].filter((each) => each[1] !== "%");
    for (const [index, verb] of verbs.entries()) {
      const argument = given[index + 1];
      if (argument === undefined || (verb[1] !== "v" && verb[1] !== "s")) continue;
      const start = site.start + verb.index;
      const wrap = { start, end: start + verb[0].length, text: "%w" };
      const text = context.text(argument);
      if (ERROR.test(text)) yield [wrap];
      else if (text.endsWith(".Error()")) yield [wrap, at(argument, text.slice(0, -".Error()".length))];
    }
  },
};

const comparedError: Slip = {
  why: "a wrapped error compared with ==",
  chance: "likely",
  kinds: ["comparison"],
  examples: {
    go: [
      [
        'package p\n\nimport "errors"\n\nfunc f(err error) bool { return err == ErrGone }',
        'package p\n\nimport "errors"\n\nfunc f(err error) bool { return errors.Is(err, ErrGone) }',
      ],
      [
        "package p\n\nfunc f(err error) bool { return err != io.EOF }",
        'package p\n\nimport "errors"\n\nfunc f(err error) bool { return !errors.Is(err, io.EOF) }',
      ],
    ],
  },
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    const operator = operatorOf(site);
    if (!left || !right || (operator !== "==" && operator !== "!=")) return;
    if (
      !/^e(?:rr)?\w*$/.test(context.text(left)) ||
      !/(?:^|\.)(?:Err[A-Z]\w*|EOF)$/.test(context.text(right))
    )
      return;
    const code = `${operator === "!=" ? "!" : ""}errors.Is(${context.text(left)}, ${context.text(right)})`;
    yield [...importing("errors", context), at(site, code)];
  },
};

const lostError: Slip = {
  why: "a branch for an error that returns nil for it",
  chance: "shown",
  kinds: ["return"],
  examples: {
    go: [
      [
        "package p\nfunc f() (int, error) {\n\tif err != nil {\n\t\treturn 0, nil\n\t}\n\treturn 1, nil\n}",
        "package p\nfunc f() (int, error) {\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\treturn 1, nil\n}",
      ],
    ],
  },
  *correct(site, context) {
    const branch = site.parent?.parent;
    const condition =
      site.parent?.role === "body" && branch?.kind === "if" ? child(branch, "condition") : null;
    const name = condition === null ? null : (/^(\w+) != nil$/.exec(context.text(condition))?.[1] ?? null);
    const last = site.children[0]?.kind === "tuple" ? site.children[0].children.at(-1) : site.children.at(-1);
    if (name === null || last?.kind !== "null" || !/err/i.test(name)) return;
    yield [at(last, name)];
  },
};

const ignoredError: Slip = {
  why: "an error assigned to _",
  chance: "likely",
  kinds: ["assign"],
  examples: {
    go: [
      [
        "package p\nfunc f(s string) (int, error) {\n\tn, _ := strconv.Atoi(s)\n\treturn n, nil\n}",
        "package p\nfunc f(s string) (int, error) {\n\tn, err := strconv.Atoi(s)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\treturn n, nil\n}",
      ],
    ],
  },
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const owner = enclosingFunction(site);
    const blank = target?.kind === "tuple" ? target.children.at(-1) : undefined;
    if (site.raw !== "short_var_declaration" || !isStatement(site) || value?.kind !== "call") return;
    if (owner === null || blank === undefined || context.text(blank) !== "_") return;
    const answer = returnOfError(owner, "err", context);
    if (answer === null) return;
    yield [at(blank, "err"), before(site.end, guard("err != nil", answer, site, context))];
  },
};

function guard(condition: string, body: string, site: SyntaxNode, { source }: Context): string {
  const indent = indentAt(source, site.start);
  return `\n${indent}if ${condition} {\n${indent}\t${body}\n${indent}}`;
}

const uncheckedCall: Slip = {
  why: "a call whose error nobody reads",
  chance: "likely",
  kinds: ["expression-statement"],
  examples: {
    go: [
      [
        "package p\nfunc g(n int) error { return h(n) }\nfunc f(n int) (int, error) {\n\tg(n)\n\treturn n, nil\n}",
        "package p\nfunc g(n int) error { return h(n) }\nfunc f(n int) (int, error) {\n\tif err := g(n); err != nil {\n\t\treturn 0, err\n\t}\n\treturn n, nil\n}",
      ],
    ],
  },
  *correct(site, context) {
    const call = site.children[0];
    const owner = enclosingFunction(site);
    const callee = call?.kind === "call" ? child(call, "callee") : null;
    if (!call || callee === null || owner === null) return;
    const name = context.text(callee.kind === "attribute" ? (child(callee, "property") ?? callee) : callee);
    const called = descendants(context.tree).find((each) => {
      const own = each.kind === "function" ? child(each, "name") : null;
      return own !== null && context.text(own) === name;
    });
    const result = called === undefined ? null : child(called, "type");
    const answer = returnOfError(owner, "err", context);
    if (result === null || context.text(result) !== "error" || answer === null) return;
    const indent = indentAt(context.source, site.start);
    yield [at(site, `if err := ${context.text(call)}; err != nil {\n${indent}\t${answer}\n${indent}}`)];
  },
};

const missingReturn: Slip = {
  why: "a function that goes on after an error",
  chance: "likely",
  kinds: ["if", "assign"],
  examples: {
    go: [
      [
        "package p\nfunc f() error {\n\tif err != nil {\n\t\tg(err)\n\t}\n\treturn nil\n}",
        "package p\nfunc f() error {\n\tif err != nil {\n\t\tg(err)\n\t\treturn err\n\t}\n\treturn nil\n}",
      ],
      [
        "package p\nfunc f() (string, error) {\n\tx, err := g()\n\ty, err := h(x)\n\treturn y, err\n}",
        'package p\nfunc f() (string, error) {\n\tx, err := g()\n\tif err != nil {\n\t\treturn "", err\n\t}\n\ty, err := h(x)\n\treturn y, err\n}',
      ],
    ],
  },
  *correct(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !isStatement(site)) return;
    if (site.kind === "if") {
      const condition = child(site, "condition");
      const last = child(site, "body")?.children.at(-1);
      const name =
        condition === null ? undefined : /^(\w*[eE]rr\w*) != nil$/.exec(context.text(condition))?.[1];
      const answer = name === undefined ? null : returnOfError(owner, name, context);
      if (last === undefined || answer === null || /^(?:return|break|continue|throw)$/.test(last.kind))
        return;
      yield [before(last.end, `\n${indentAt(context.source, last.start)}${answer}`)];
      return;
    }
    const target = child(site, "target");
    const error = target?.kind === "tuple" ? target.children.at(-1) : target;
    const next = neighbor(site, 1);
    if (!error || next === null || !/^err\w*$/.test(context.text(error)) || next.kind === "return") return;
    const name = context.text(error);
    const head = next.kind === "if" ? child(next, "condition") : null;
    const answer = returnOfError(owner, name, context);
    if (answer === null || (head !== null && new RegExp(`\\b${name}\\b`).test(context.text(head)))) return;
    yield [before(site.end, guard(`${name} != nil`, answer, site, context))];
  },
};

export const goErrorsSlips: readonly Slip[] = [
  lostWrap,
  comparedError,
  lostError,
  ignoredError,
  uncheckedCall,
  missingReturn,
];
