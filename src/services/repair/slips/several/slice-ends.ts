import { callOf } from "../../propose/method-call.ts";
import { child } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

const python: Slip = {
  why: "a slice that ends at minus n is empty if n is zero",
  chance: "likely",
  kinds: ["slice"],
  examples: { python: [["x = xs[n:-n]", "x = xs[n:len(xs) - n]"]] },
  leaves: { python: ["x = xs[1:-1]"] },
  *correct(site, context) {
    const object = site.parent === null ? null : child(site.parent, "object");
    const to = child(site, "to");
    const name = to === null ? undefined : /^-(\w*[A-Za-z_]\w*)$/.exec(context.text(to))?.[1];
    if (object === null || to === null || name === undefined) return;
    yield [at(to, `len(${context.text(object)}) - ${name}`)];
  },
};

const javascript: Slip = {
  why: "slice(-0) is everything, not nothing",
  chance: "shown",
  kinds: ["call"],
  examples: { javascript: [["x = s.slice(-n);", "x = s.slice(s.length - n);"]] },
  leaves: { javascript: ["x = s.slice(n);"] },
  *correct(site, context) {
    const [, object, count] = /^([\w.]+)\.slice\(-([A-Za-z_]\w*)\)$/.exec(context.text(site)) ?? [];
    if (object !== undefined) yield [at(site, `${object}.slice(${object}.length - ${count})`)];
  },
};

const endForLength: Slip = {
  why: "slice takes the end, not the number of items",
  chance: "likely",
  kinds: ["call"],
  examples: { javascript: [["x = xs.slice(i, n);", "x = xs.slice(i, i + n);"]] },
  leaves: { javascript: ["x = xs.slice(0, n);"] },
  *correct(site, context) {
    const call = callOf(site, context);
    const [from, to, ...more] = call?.given.map((each) => context.text(each)) ?? [];
    if (call === null || !/^(?:slice|substring)$/.test(call.name) || !from || !to || more.length > 0) return;
    if (/^[A-Za-z_]\w*$/.test(from) && /^(?:this\.)?#?\w+$/.test(to) && !to.includes(from)) {
      const [, last] = call.given;
      if (last !== undefined) yield [at(last, `${from} + ${to}`)];
    }
  },
};

export const sliceEndsSlips: readonly Slip[] = [python, javascript, endForLength];
