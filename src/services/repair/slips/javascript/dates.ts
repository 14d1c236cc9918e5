import { callOf } from "../../propose/method-call.ts";
import { child, enclosingFunction, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";

const sharedDate: Slip = {
  why: "a date that is changed is also the caller's",
  chance: "shown",
  kinds: ["identifier"],
  examples: {
    javascript: [
      [
        "function f(start) { const day = start; day.setDate(1); return day; }",
        "function f(start) { const day = new Date(start); day.setDate(1); return day; }",
      ],
    ],
  },
  leaves: { javascript: ["const day = start;"] },
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const name = site.parent === null ? undefined : /^(\w+) = \w+$/.exec(context.text(site.parent))?.[1];
    if (site.role !== "value" || owner === null || name === undefined) return;
    if (new RegExp(`\\b${name}\\.set(?:UTC)?[A-Z]\\w+\\(`).test(context.text(owner)))
      yield [at(site, `new Date(${context.text(site)})`)];
  },
};

const sameMoment: Slip = {
  why: "two dates are never the same object",
  chance: "ordinary",
  kinds: ["comparison"],
  examples: { javascript: [["x = a.date === date;", "x = a.date.getTime() === date.getTime();"]] },
  leaves: { javascript: ["x = a.name === name;"] },
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (!left || !right || !/^[!=]==$/.test(operatorOf(site))) return;
    const isMoment = ({ kind }: SyntaxNode) => kind === "identifier" || kind === "attribute";
    if (!isMoment(left) || !isMoment(right) || !/date|day|time|start|end|at$|when/i.test(context.text(site)))
      return;
    yield [before(left.end, ".getTime()"), before(right.end, ".getTime()")];
  },
};

const monthFromZero: Slip = {
  why: "months are counted from zero",
  chance: "likely",
  kinds: ["call"],
  examples: {
    javascript: [
      ["x = new Date(y, month, 1);", "x = new Date(y, month - 1, 1);"],
      ["x = Date.UTC(y, month - 1, d);", "x = Date.UTC(y, month, d);"],
      ["x = d.getMonth();", "x = d.getMonth() + 1;"],
    ],
  },
  leaves: { javascript: ["x = new Date(ms);", "x = d.getMonth() + 1;"] },
  *correct(site, context) {
    const call = callOf(site, context);
    if (call === null) return;
    if (/^get(?:UTC)?Month$/.test(call.name) && site.parent?.kind !== "binary" && site.role !== "object")
      yield [before(site.end, " + 1")];
    const [, month] = call.given;
    if (month === undefined || !/^(?:Date|Date\.UTC)$/.test(context.text(call.callee))) return;
    const counted = /^([\w.]+) - 1$/.exec(context.text(month))?.[1];
    if (counted !== undefined) yield [at(month, counted)];
    else if (month.kind !== "number") yield [before(month.end, " - 1")];
  },
};

export const javascriptDatesSlips: readonly Slip[] = [sharedDate, sameMoment, monthFromZero];
