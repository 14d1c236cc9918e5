import { indentAt } from "../../propose/edits.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  operatorOf,
  type SyntaxNode,
} from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";
import { freshName, writtenType } from "./reading.ts";

const copiedElement: Slip = {
  why: "range copies the element: a change of the copy is lost",
  chance: "shown",
  kinds: ["assign", "augment", "update", "unary"],
  examples: {
    go: [
      [
        "package p\nfunc f(xs []T) {\n\tfor _, x := range xs {\n\t\tx.n++\n\t}\n}",
        "package p\nfunc f(xs []T) {\n\tfor i := range xs {\n\t\tx := &xs[i]\n\t\tx.n++\n\t}\n}",
      ],
      [
        "package p\nfunc f(xs []T) {\n\tfor i, x := range xs {\n\t\tx.n = i\n\t}\n}",
        "package p\nfunc f(xs []T) {\n\tfor i, x := range xs {\n\t\txs[i].n = i\n\t}\n}",
      ],
      [
        "package p\nfunc f(xs []int) {\n\tfor i, x := range xs {\n\t\tx = x * i\n\t}\n}",
        "package p\nfunc f(xs []int) {\n\tfor i, x := range xs {\n\t\txs[i] = x * i\n\t}\n}",
      ],
      [
        "package p\nfunc f(xs []T) *T {\n\tfor _, x := range xs {\n\t\tif x.ok {\n\t\t\treturn &x\n\t\t}\n\t}\n\treturn nil\n}",
        "package p\nfunc f(xs []T) *T {\n\tfor i := range xs {\n\t\tx := &xs[i]\n\t\tif x.ok {\n\t\t\treturn x\n\t\t}\n\t}\n\treturn nil\n}",
      ],
    ],
  },
  *correct(site, context) {
    const isAddress = site.kind === "unary";
    if (isAddress && operatorOf(site) !== "&") return;
    const place = isAddress ? site.children[0] : child(site, "target");
    const root = rootOf(place ?? null);
    if (!place || root === null || site.raw === "short_var_declaration") return;
    const name = context.text(root);
    const loop = [...ancestors(site)].find((each) => {
      const names =
        each.raw === "for_statement" && each.children[0]?.kind === "for-each"
          ? child(each.children[0], "target")
          : null;
      return (
        names?.kind === "tuple" && names.children[1] !== undefined && context.text(names.children[1]) === name
      );
    });
    const clause = loop?.children[0];
    const names = clause ? child(clause, "target") : null;
    const list = clause ? child(clause, "iterable") : null;
    const body = loop?.children.at(-1);
    if (!loop || !clause || !names || !list || !body || !/^[\w.]+$/.test(context.text(list))) return;
    if (writtenType(list, context)?.startsWith("[]*") === true || context.kindOf(list) === "dict") return;
    const key = names.children[0] === undefined ? "_" : context.text(names.children[0]);
    if (key !== "_") {
      if (place === root || !isAddress) yield [at(root, `${context.text(list)}[${key}]`)];
      return;
    }
    const index = freshName(["i", "at", "index"], site, context);
    const first = body.children[0];
    if (index === null || first === undefined) return;
    if (place === root && !isAddress) {
      yield [at(names, `${index}, ${name}`), at(root, `${context.text(list)}[${index}]`)];
      return;
    }
    const addresses = descendants(body).filter(
      (each) => each.kind === "unary" && context.text(each) === `&${name}`,
    );
    const declared = `${name} := &${context.text(list)}[${index}]\n${indentAt(context.source, first.start)}`;
    yield [at(names, index), before(first.start, declared), ...addresses.map((each) => at(each, name))];
  },
};

/** The variable that a chain of fields starts with. */
function rootOf(node: SyntaxNode | null): SyntaxNode | null {
  if (node?.kind === "identifier") return node;
  return node?.kind === "attribute" ? rootOf(child(node, "object")) : null;
}

const copiedItem: Slip = {
  why: "an element that is copied out of its slice: a change of the copy is lost",
  chance: "shown",
  kinds: ["assign"],
  examples: {
    go: [
      [
        "package p\nfunc (s *S) f() {\n\tx := s.items[0]\n\tx.n -= 1\n}",
        "package p\nfunc (s *S) f() {\n\tx := &s.items[0]\n\tx.n -= 1\n}",
      ],
    ],
  },
  leaves: { go: ["package p\nfunc f(xs []int) int {\n\tx := xs[0]\n\treturn x\n}"] },
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const owner = enclosingFunction(site);
    if (site.raw !== "short_var_declaration" || target?.kind !== "identifier" || owner === null) return;
    if (value?.kind !== "subscript") return;
    const name = context.text(target);
    const isChanged = descendants(owner).some(
      (each) => each.role === "target" && each.start > site.end && context.text(each).startsWith(`${name}.`),
    );
    if (isChanged) yield [before(value.start, "&")];
  },
};

const valueReceiver: Slip = {
  why: "a method with a value receiver changes only its copy",
  chance: "shown",
  kinds: ["assign", "augment", "update"],
  examples: {
    go: [
      ["package p\nfunc (c Counter) Inc() {\n\tc.n++\n}", "package p\nfunc (c *Counter) Inc() {\n\tc.n++\n}"],
    ],
  },
  leaves: {
    go: [
      "package p\nfunc (c *Counter) Inc() {\n\tc.n++\n}",
      "package p\nfunc (c Counter) With(n int) Counter {\n\tc.n = n\n\treturn c\n}",
    ],
  },
  *correct(site, context) {
    const place = child(site, "target");
    const root = place?.kind === "attribute" ? rootOf(place) : null;
    const owner = enclosingFunction(site);
    if (root === null || owner?.raw !== "method_declaration") return;
    const receiver = owner.children[0]?.children[0];
    const type = receiver ? child(receiver, "type") : null;
    const name = receiver?.children[0];
    if (!type || !name || type.raw === "pointer_type" || context.text(name) !== context.text(root)) return;
    const returned = descendants(owner).some(
      (each) => each.kind === "return" && new RegExp(`\\b${context.text(name)}$`).test(context.text(each)),
    );
    if (!returned) yield [before(type.start, "*")];
  },
};

const indexForItem: Slip = {
  why: "range with one variable gives the index, not the item",
  chance: "likely",
  kinds: ["for-each"],
  examples: {
    go: [
      [
        "package p\nfunc f(xs []int) (n int) {\n\tfor x := range xs {\n\t\tn += x\n\t}\n\treturn\n}",
        "package p\nfunc f(xs []int) (n int) {\n\tfor _, x := range xs {\n\t\tn += x\n\t}\n\treturn\n}",
      ],
    ],
  },
  leaves: { go: ["package p\nfunc f(xs []int) {\n\tfor i, x := range xs {\n\t\tg(i, x)\n\t}\n}"] },
  *correct(site, context) {
    const [target, iterable] = [child(site, "target"), child(site, "iterable")];
    if (target === null || iterable === null || !/^[a-z]\w*$/.test(context.text(target))) return;
    const loop = site.parent === null ? "" : context.text(site.parent);
    const isIndex = loop.includes(`${context.text(iterable)}[${context.text(target)}]`);
    if (!isIndex && site.raw === "range_clause") yield [before(target.start, "_, ")];
  },
};

export const goCopiesSlips: readonly Slip[] = [copiedElement, copiedItem, valueReceiver, indexForItem];
