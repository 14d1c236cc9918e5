import { insertAfter } from "../../propose/edits.ts";
import { child, descendants, enclosingClass, enclosingFunction } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";
import { block } from "./block.ts";

const noHash: Slip = {
  why: "a class that defines `__eq__` without `__hash__`: its objects fit in no set and are no keys",
  chance: "likely",
  kinds: ["class"],
  examples: {
    python: [
      [
        "class A:\n    def __eq__(self, other):\n        return self.a == other.a and self.b == other.b\n",
        "class A:\n    def __eq__(self, other):\n        return self.a == other.a and self.b == other.b\n\n    def __hash__(self):\n        return hash((self.a, self.b))\n",
      ],
    ],
  },
  leaves: { python: ["class A:\n    def f(self):\n        return self.n\n"] },
  *correct(site, context) {
    const methods = descendants(site).filter(({ kind }) => kind === "function");
    const named = (name: string) =>
      methods.find((each) => new RegExp(`^def ${name}\\(`).test(context.text(each)));
    const equality = named("__eq__");
    if (equality === undefined || /\b__hash__\b/.test(context.text(site))) return;
    const compared = context.text(equality).matchAll(/\bself\.(\w+)\b(?!\()/g);
    const fields = [...new Set([...compared].map((each) => `self.${each[1]}`))];
    if (fields.length === 0 || enclosingClass(equality) !== site) return;
    const value = fields.length === 1 ? fields[0] : `(${fields.join(", ")})`;
    const [added] = insertAfter(
      context,
      equality,
      block(equality, "def __hash__(self):", `return hash(${value})`, context),
    ).edits;
    if (added !== undefined) yield [{ ...added, text: `\n${added.text}` }];
  },
};

const countedPerObject: Slip = {
  why: "adding to a field of the class through self creates a field of the object",
  chance: "shown",
  kinds: ["augment"],
  examples: {
    python: [
      [
        "class A:\n    last = 0\n\n    def __init__(self):\n        self.last += 1\n        self.n = self.last\n",
        "class A:\n    last = 0\n\n    def __init__(self):\n        A.last += 1\n        self.n = A.last\n",
      ],
    ],
  },
  leaves: { python: ["class A:\n    def f(self):\n        self.last -= self.x\n"] },
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

const notImplemented: Slip = {
  why: "NotImplemented is what an operator returns, NotImplementedError is what a method raises",
  chance: "shown",
  kinds: ["return", "throw"],
  examples: {
    python: [
      [
        "class A:\n    def __eq__(self, other):\n        return NotImplementedError\n",
        "class A:\n    def __eq__(self, other):\n        return NotImplemented\n",
      ],
      [
        "class A:\n    def __lt__(self, other):\n        raise NotImplementedError()\n",
        "class A:\n    def __lt__(self, other):\n        return NotImplemented\n",
      ],
      [
        "class A:\n    def area(self):\n        return NotImplemented\n",
        "class A:\n    def area(self):\n        raise NotImplementedError\n",
      ],
      [
        "class A:\n    def area(self):\n        raise NotImplemented\n",
        "class A:\n    def area(self):\n        raise NotImplementedError\n",
      ],
    ],
  },
  leaves: {
    python: [
      "class A:\n    def __eq__(self, other):\n        return NotImplemented\n",
      "class A:\n    def area(self):\n        raise NotImplementedError\n",
    ],
  },
  *correct(site, context) {
    const written = /^(?:return|raise) NotImplemented(?:Error)?\b/.exec(context.text(site))?.[0];
    const owner = enclosingFunction(site);
    const name = owner === null ? null : child(owner, "name");
    if (written === undefined || name === null) return;
    if (OPERATOR.test(context.text(name))) {
      if (written !== "return NotImplemented") yield [at(site, "return NotImplemented")];
    } else if (written !== "raise NotImplementedError")
      yield [at({ start: site.start, end: site.start + written.length }, "raise NotImplementedError")];
  },
};

const OPERATOR =
  /^__(?:eq|ne|lt|le|gt|ge|[ri]?(?:add|sub|mul|truediv|floordiv|mod|pow|and|or|xor|matmul))__$/;

export const pythonClassesSlips: readonly Slip[] = [noHash, countedPerObject, notImplemented];
