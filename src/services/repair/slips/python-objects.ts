import { insertBefore } from "../propose/edits.ts";
import { child, descendants, enclosingClass, enclosingFunction } from "../syntax/node.ts";
import { block } from "./python-block.ts";
import { at, before, type Slip } from "./slip.ts";

const skippedLines: Slip = {
  language: "python",
  why: "blank lines and comments are taken for data",
  chance: "ordinary",
  kinds: ["for-each", "not"],
  examples: [
    [
      "for line in lines:\n    g(line)\n",
      "for line in lines:\n    if not line.strip():\n        continue\n    g(line)\n",
    ],
    ["if not line:\n    g()\n", "if not line or line.startswith('#'):\n    g()\n"],
    ["if not line:\n    g()\n", "if not line.strip():\n    g()\n"],
  ],
  leaves: ["for x in xs:\n    g(x)\n"],
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
    const name = target === null ? "" : context.text(target);
    if (first === undefined || !/^(?:line|row|text|part|entry|field|raw\w*)$/.test(name)) return;
    yield insertBefore(context, first, block(first, `if not ${name}.strip():`, "continue", context)).edits;
  },
};

const countedPerObject: Slip = {
  language: "python",
  why: "adding to a field of the class through self creates a field of the object",
  chance: "shown",
  kinds: ["augment"],
  examples: [
    [
      "class A:\n    last = 0\n\n    def __init__(self):\n        self.last += 1\n        self.n = self.last\n",
      "class A:\n    last = 0\n\n    def __init__(self):\n        A.last += 1\n        self.n = A.last\n",
    ],
  ],
  leaves: ["class A:\n    def f(self):\n        self.last -= self.x\n"],
  *correct(site, context) {
    const field = /^self\.(\w+) [-+]= /.exec(context.text(site))?.[1];
    const [owner, method] = [enclosingClass(site), enclosingFunction(site)];
    const name = owner === null ? null : child(owner, "name");
    if (field === undefined || owner === null || method === null || name === null) return;
    if (!new RegExp(`^[ \\t]+${field} = `, "m").test(context.text(owner))) return;
    yield descendants(method)
      .filter((each) => each.kind === "attribute" && context.text(each) === `self.${field}`)
      .map((each) => at(each, `${context.text(name)}.${field}`));
  },
};

export const pythonObjectSlips: readonly Slip[] = [skippedLines, countedPerObject];
