import { insertBefore } from "../../propose/edits.ts";
import { child } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";
import { block } from "./block.ts";

const splitBySpace: Slip = {
  why: "several spaces or kinds of line breaks between the parts",
  chance: "likely",
  kinds: ["call"],
  examples: {
    python: [
      ["x = s.split(' ')", "x = s.split()"],
      ['x = s.split("\\n")', "x = s.splitlines()"],
    ],
  },
  leaves: { python: ["x = s.split(',')"] },
  *correct(site, context) {
    const match = /^(.+)\.split\((?:"( |\\n)"|'( |\\n)')\)$/s.exec(context.text(site));
    if (match === null) return;
    yield [at(site, `${match[1]}.${(match[2] ?? match[3]) === " " ? "split" : "splitlines"}()`)];
  },
};

const skippedLines: Slip = {
  why: "blank lines and comments are taken for data",
  chance: "ordinary",
  kinds: ["for-each", "not"],
  examples: {
    python: [
      [
        "for line in lines:\n    g(line)\n",
        "for line in lines:\n    if not line.strip():\n        continue\n    g(line)\n",
      ],
      ["if not line:\n    g()\n", "if not line or line.startswith('#'):\n    g()\n"],
      ["if not line:\n    g()\n", "if not line.strip():\n    g()\n"],
    ],
  },
  leaves: { python: ["for x in xs:\n    g(x)\n"] },
  *correct(site, context) {
    if (site.kind === "not") {
      const name = /^not (line|row|text|part|entry)$/.exec(context.text(site))?.[1];
      if (name === undefined) return;
      yield [before(site.end, ".strip()")];
      yield [before(site.end, ` or ${name}.startswith('#')`)];
      return;
    }
    const [target, body] = [child(site, "target"), child(site, "body")];
    const first = body?.children[0];
    const name = context.text(target);
    if (first === undefined || !/^(?:line|row|text|part|entry|field|raw\w*)$/.test(name)) return;
    yield insertBefore(context, first, block(first, `if not ${name}.strip():`, "continue", context)).edits;
  },
};

export const pythonTextsSlips: readonly Slip[] = [splitBySpace, skippedLines];
