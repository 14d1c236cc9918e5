import { callOf } from "../../propose/method-call.ts";
import { child, descendants } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";

const raisedTooLate: Slip = {
  why: "`n++` passes on the old value and changes the variable for what follows",
  chance: "shown",
  kinds: ["update"],
  examples: { javascript: [["f(x, depth++);", "f(x, depth + 1);"]] },
  leaves: { javascript: ["depth++;"] },
  *correct(site, context) {
    const match = /^(\w+)(\+\+|--)$/.exec(context.text(site));
    if (match !== null && site.parent?.kind === "arguments")
      yield [at(site, `${match[1]} ${match[2]?.[0]} 1`)];
  },
};

const lostAccumulator: Slip = {
  why: "a callback of reduce that returns nothing",
  chance: "shown",
  kinds: ["call"],
  examples: {
    javascript: [
      [
        "x = xs.reduce((a, x) => { a[x] = 1; }, {});",
        "x = xs.reduce((a, x) => { a[x] = 1; return a; }, {});",
      ],
    ],
  },
  leaves: { javascript: ["x = xs.map((x) => { return x; });"] },
  *correct(site, context) {
    const call = callOf(site, context);
    const [callback] = call?.given ?? [];
    const body = callback === undefined ? null : child(callback, "body");
    if (!/^reduce(?:Right)?$/.test(call?.name ?? "") || callback === undefined || body?.kind !== "block")
      return;
    const name = /^\((\w+)/.exec(context.text(callback))?.[1];
    const last = body.children.at(-1);
    if (name === undefined || last === undefined) return;
    if (!descendants(body).some(({ kind }) => kind === "return"))
      yield [before(last.end, ` return ${name};`)];
  },
};

export const javascriptResultsSlips: readonly Slip[] = [raisedTooLate, lostAccumulator];
