import { child, enclosingFunction, isStatement } from "../syntax/node.ts";
import { at, type Slip } from "./slip.ts";

const WHY = "an error that is made, or returned, and not raised";

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "shown",
  kinds: ["return", "expression-statement"],
  examples: [
    [
      'def f(n):\n    if n < 0:\n        return ValueError("n")\n    return n\n',
      'def f(n):\n    if n < 0:\n        raise ValueError("n")\n    return n\n',
    ],
    ['if n < 0:\n    ValueError(f"{n}")\n', 'if n < 0:\n    raise ValueError(f"{n}")\n'],
  ],
  leaves: ["def f(n):\n    return error(n)\n", "def f(e):\n    return MyError.of(e)\n"],
  *correct(site, context) {
    if (!isStatement(site)) return;
    const text = context.text(site);
    if (!/^(?:return )?(?:[a-z]\w*\.)*[A-Z]\w*(?:Error|Exception)\(.*\)$/s.test(text)) return;
    yield [at({ start: site.start, end: site.start + (site.kind === "return" ? 7 : 0) }, "raise ")];
  },
};

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "shown",
  kinds: ["return", "expression-statement"],
  examples: [
    [
      "function f(n) {\n  if (n < 0) return new RangeError('n');\n  return n;\n}",
      "function f(n) {\n  if (n < 0) throw new RangeError('n');\n  return n;\n}",
    ],
    ["if (n < 0) new Error('n');", "if (n < 0) throw new Error('n');"],
  ],
  leaves: ["function f(n) { return error(n); }", "f(new Error('n'));"],
  *correct(site, context) {
    const text = context.text(site);
    if (!/^(?:return )?new (?:\w+\.)*\w*(?:Error|Exception)\(.*\);?$/s.test(text)) return;
    yield [at({ start: site.start, end: site.start + (site.kind === "return" ? 7 : 0) }, "throw ")];
  },
};

const notImplemented: Slip = {
  language: "python",
  why: "NotImplemented is what an operator returns, NotImplementedError is what a method raises",
  chance: "shown",
  kinds: ["return", "throw"],
  examples: [
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
  leaves: [
    "class A:\n    def __eq__(self, other):\n        return NotImplemented\n",
    "class A:\n    def area(self):\n        raise NotImplementedError\n",
  ],
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

export const lostErrorSlips: readonly Slip[] = [python, javascript, notImplemented];
