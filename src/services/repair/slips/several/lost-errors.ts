import { isStatement } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

const WHY = "an error that is made, or returned, and not raised";

const python: Slip = {
  why: WHY,
  chance: "shown",
  kinds: ["return", "expression-statement"],
  examples: {
    python: [
      [
        'def f(n):\n    if n < 0:\n        return ValueError("n")\n    return n\n',
        'def f(n):\n    if n < 0:\n        raise ValueError("n")\n    return n\n',
      ],
      ['if n < 0:\n    ValueError(f"{n}")\n', 'if n < 0:\n    raise ValueError(f"{n}")\n'],
    ],
  },
  leaves: { python: ["def f(n):\n    return error(n)\n", "def f(e):\n    return MyError.of(e)\n"] },
  *correct(site, context) {
    if (!isStatement(site)) return;
    const text = context.text(site);
    if (!/^(?:return )?(?:[a-z]\w*\.)*[A-Z]\w*(?:Error|Exception)\(.*\)$/s.test(text)) return;
    yield [at({ start: site.start, end: site.start + (site.kind === "return" ? 7 : 0) }, "raise ")];
  },
};

const javascript: Slip = {
  why: WHY,
  chance: "shown",
  kinds: ["return", "expression-statement"],
  examples: {
    javascript: [
      [
        "function f(n) {\n  if (n < 0) return new RangeError('n');\n  return n;\n}",
        "function f(n) {\n  if (n < 0) throw new RangeError('n');\n  return n;\n}",
      ],
      ["if (n < 0) new Error('n');", "if (n < 0) throw new Error('n');"],
    ],
  },
  leaves: { javascript: ["function f(n) { return error(n); }", "f(new Error('n'));"] },
  *correct(site, context) {
    const text = context.text(site);
    if (!/^(?:return )?new (?:\w+\.)*\w*(?:Error|Exception)\(.*\);?$/s.test(text)) return;
    yield [at({ start: site.start, end: site.start + (site.kind === "return" ? 7 : 0) }, "throw ")];
  },
};

export const lostErrorsSlips: readonly Slip[] = [python, javascript];
