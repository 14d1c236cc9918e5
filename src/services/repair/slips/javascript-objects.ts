import { callOf } from "../propose/method-call.ts";
import { at, type Slip } from "./slip.ts";

const endForLength: Slip = {
  language: "javascript",
  why: "slice takes the end, not the number of items",
  chance: "likely",
  kinds: ["call"],
  examples: [["x = xs.slice(i, n);", "x = xs.slice(i, i + n);"]],
  leaves: ["x = xs.slice(0, n);"],
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

export const javascriptObjectSlips: readonly Slip[] = [endForLength];
