import type { Context } from "../propose/context.ts";
import { callOf } from "../propose/method-call.ts";
import { descendants, enclosingClass, enclosingFunction, type SyntaxNode } from "../syntax/node.ts";
import { at, before, type Slip } from "./slip.ts";

const GETTER = /^(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)$/;

const localTime: Slip = {
  language: "javascript",
  why: "the parts of a date in the time zone of the machine",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      "function f(d) { return d.getFullYear() + d.getMonth(); }",
      "function f(d) { return d.getUTCFullYear() + d.getUTCMonth(); }",
    ],
    [
      "function f(y, m) { return new Date(y, m, 1); }",
      "function f(y, m) { return new Date(Date.UTC(y, m, 1)); }",
    ],
  ],
  leaves: ["function f(d) { return d.getUTCHours(); }", "x = new Date(s);"],
  *correct(site, context) {
    const call = callOf(site, context);
    if (call === null) return;
    if (call.name === "Date" && site.raw === "new_expression" && call.given.length > 1) {
      const given = call.given.map((each) => context.text(each)).join(", ");
      yield [at(site, `new Date(Date.UTC(${given}))`)];
      return;
    }
    const owner = enclosingFunction(site);
    if (owner === null || !GETTER.test(call.name)) return;
    const calls = descendants(owner).flatMap((each) => {
      const other = callOf(each, context);
      return other !== null && GETTER.test(other.name) ? [other.property] : [];
    });
    if (calls[0] === call.property || calls.length > 1)
      yield calls.map((each) => at(each, context.text(each).replace(/^(.et)/, "$1UTC")));
  },
};

const monthFromZero: Slip = {
  language: "javascript",
  why: "months are counted from zero",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["x = new Date(y, month, 1);", "x = new Date(y, month - 1, 1);"],
    ["x = Date.UTC(y, month - 1, d);", "x = Date.UTC(y, month, d);"],
    ["x = d.getMonth();", "x = d.getMonth() + 1;"],
  ],
  leaves: ["x = new Date(ms);", "x = d.getMonth() + 1;"],
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

const endlessProperty: Slip = {
  language: "javascript",
  why: "a getter or setter that calls itself",
  chance: "shown",
  kinds: ["attribute"],
  examples: [
    [
      "class A {\n  get x() { return this.x; }\n  set x(v) { this.x = v; }\n}\n",
      "class A {\n  get x() { return this._x; }\n  set x(v) { this._x = v; }\n}\n",
    ],
    [
      "class A {\n  #x = 0;\n  get x() { return this.#x; }\n  set x(v) { this.x = v; }\n}\n",
      "class A {\n  #x = 0;\n  get x() { return this.#x; }\n  set x(v) { this.#x = v; }\n}\n",
    ],
  ],
  leaves: ["class A {\n  get x() { return this._x; }\n}\n"],
  *correct(site, context) {
    const around = enclosingClass(site);
    const own = ownProperty(site, context);
    if (around === null || own === null) return;
    const uses = descendants(around).filter((each) => ownProperty(each, context) === own);
    const isPrivate = new RegExp(`^\\s*#${own}\\b`, "m").test(context.text(around));
    yield uses.map((each) => at(each, `this.${isPrivate ? "#" : "_"}${own}`));
  },
};

/** The name of the accessor around a use of the property that it implements. */
function ownProperty(site: SyntaxNode, context: Context): string | null {
  const owner = site.kind === "attribute" ? enclosingFunction(site) : null;
  const name = owner === null ? undefined : /^[gs]et (\w+)\(/.exec(context.text(owner))?.[1];
  return name !== undefined && context.text(site) === `this.${name}` ? name : null;
}

export const javascriptServiceSlips: readonly Slip[] = [localTime, monthFromZero, endlessProperty];
