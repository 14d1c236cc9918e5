import type { Context } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import { child, descendants, enclosingFunction, isValue, type SyntaxNode } from "../syntax/node.ts";
import { at, type Slip } from "./slip.ts";

const PAGE =
  /(?:^|\.|_|[a-z])(?:page(?:No|Num|Number|Index)?|Page(?:No|Num|Number|Index)?|number|Number)$|^p$/;
const SIZE = /(?:^|\.|_|[a-z])(?:size|Size|limit|Limit|per\w*|Per\w*|length|Length|count|Count)$/;

const pageFromOne: Slip = {
  language: "go",
  why: "pages that count from one, used as if they counted from zero, or the other way around",
  chance: "likely",
  kinds: ["binary"],
  examples: [
    [
      "package p\nfunc (p *Pager) Items(page int) []int {\n\tfrom := page * p.size\n\treturn p.xs[from:]\n}\nfunc (p *Pager) HasNext(page int) bool { return page+1 < p.Pages() }",
      "package p\nfunc (p *Pager) Items(page int) []int {\n\tfrom := (page - 1) * p.size\n\treturn p.xs[from:]\n}\nfunc (p *Pager) HasNext(page int) bool { return page < p.Pages() }",
    ],
    [
      "package p\nfunc f(page, size int) int { return page * size }",
      "package p\nfunc f(page, size int) int { return (page - 1) * size }",
    ],
    [
      "package p\nfunc f(page, size int) int { return (page - 1) * size }",
      "package p\nfunc f(page, size int) int { return page * size }",
    ],
  ],
  leaves: ["package p\nfunc f(a, b int) int { return a * b }"],
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (site.operators[0]?.text !== "*" || !left || !right || !isValue(site)) return;
    const page = [left, right].find((each) => PAGE.test(numberIn(each, context)));
    const size = page === left ? right : left;
    if (page === undefined || !SIZE.test(context.text(size))) return;
    const name = numberIn(page, context);
    if (context.text(page) !== name) {
      yield [at(page, name)];
      return;
    }
    const start = at(page, `(${name} - 1)`);
    const others = comparisonsOf(name, site, context);
    if (others.next.length > 0) yield [start, ...others.next];
    if (others.previous.length > 0) yield [start, ...others.next, ...others.previous];
    yield [start];
  },
};

/** `page` for `page` and `(page - 1)`. */
function numberIn(node: SyntaxNode, { text }: Context): string {
  return /^\(([\w.]+) ?- ?1\)$/.exec(text(node))?.[1] ?? text(node);
}

/** Comparisons of the page in the methods of the same type that ask whether there is a next or a previous one. */
function comparisonsOf(page: string, site: SyntaxNode, context: Context) {
  const last = page.split(".").at(-1) ?? page;
  const own = receiverType(enclosingFunction(site), context);
  const next: Change[] = [];
  const previous: Change[] = [];
  for (const each of descendants(context.tree)) {
    if (each.kind !== "comparison" || receiverType(enclosingFunction(each), context) !== own) continue;
    const [left, right] = [child(each, "left"), child(each, "right")];
    if (!left || !right) continue;
    const operator = each.operators[0]?.text;
    const asked = /^((?:\w+\.)*(\w+)) ?\+ ?1$/.exec(context.text(left));
    if (asked?.[2] === last && operator === "<") next.push(at(left, asked[1] ?? ""));
    const isPage = context.text(left).split(".").at(-1) === last;
    const bound = /^(.+?) ?- ?1$/.exec(context.text(right))?.[1];
    if (isPage && operator === "<" && bound !== undefined) next.push(at(right, bound));
    if (isPage && operator === ">" && context.text(right) === "0") previous.push(at(right, "1"));
  }
  return { next, previous };
}

function receiverType(owner: SyntaxNode | null, { text }: Context): string | null {
  const receiver = owner?.raw === "method_declaration" ? owner.children[0]?.children[0] : undefined;
  const type = receiver ? child(receiver, "type") : null;
  return type === null ? null : text(type).replace("*", "");
}

const CLEARS = /clear|unset|remove|disable|drop|without|revoke|delete|off$/i;
const BITS = /flag|mask|bit|perm|option/i;

const toggledBits: Slip = {
  language: "go",
  why: "`^` sets a bit that is not set; `&^` clears it",
  chance: "shown",
  kinds: ["binary", "augment"],
  examples: [
    [
      "package p\nfunc (s Set) Remove(o Set) Set { return s ^ o }",
      "package p\nfunc (s Set) Remove(o Set) Set { return s &^ o }",
    ],
    [
      "package p\nfunc f(flags *int, flag int) { *flags ^= flag }",
      "package p\nfunc f(flags *int, flag int) { *flags &^= flag }",
    ],
  ],
  leaves: ["package p\nfunc (s Set) Toggle(o Set) Set { return s ^ o }"],
  *correct(site, context) {
    const operator = site.operators[0];
    const owner = enclosingFunction(site);
    const named = owner === null ? null : child(owner, "name");
    if (operator === undefined || (operator.text !== "^" && operator.text !== "^=")) return;
    const clears = named !== null && CLEARS.test(context.text(named));
    const toggles = named !== null && /toggle|flip|xor|diff/i.test(context.text(named));
    if (clears || (!toggles && BITS.test(context.text(site))))
      yield [at(operator, operator.text.replace("^", "&^"))];
  },
};

export const goPageSlips: readonly Slip[] = [pageFromOne, toggledBits];
