import { isScript } from "../../propose/context.ts";
import { insertAfter } from "../../propose/edits.ts";
import { child } from "../../syntax/node.ts";
import type { Slip } from "../slip.ts";

const endlessLoop: Slip = {
  why: "a loop that never changes what its condition depends on",
  chance: "shown",
  kinds: ["while"],
  examples: {
    python: [
      ["while i < n:\n    t += i\n", "while i < n:\n    t += i\n    i += 1\n"],
      ["while n > 0:\n    t += n\n", "while n > 0:\n    t += n\n    n -= 1\n"],
    ],
    javascript: [["while (i < n) {\n  t += i;\n}\n", "while (i < n) {\n  t += i;\n  i += 1;\n}\n"]],
  },
  leaves: { python: ["while i < n:\n    i += 1\n"], javascript: ["while (i < n) {\n  i += 1;\n}\n"] },
  *correct(site, context) {
    const [condition, body] = [child(site, "condition"), child(site, "body")];
    const [, name, direction] = /^\(?(\w+) ([<>])=? /.exec(context.text(condition)) ?? [];
    const last = body?.kind === "block" ? body.children.at(-1) : undefined;
    if (name === undefined || body === null || last === undefined) return;
    const changed = new RegExp(
      `\\b${name}\\b[^=\\n]*[^=!<>\\n]?=(?!=)|\\b${name}(?:\\+\\+|--)|(?:\\+\\+|--)${name}\\b`,
    );
    if (changed.test(context.text(body))) return;
    const step = `${name} ${direction === "<" ? "+=" : "-="} 1`;
    yield insertAfter(context, last, isScript(context) ? `${step};` : step).edits;
  },
};

export const endlessLoopSlips: readonly Slip[] = [endlessLoop];
