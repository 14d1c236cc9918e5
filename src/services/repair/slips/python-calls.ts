import { callOf } from "../propose/method-call.ts";
import { child, isValue } from "../syntax/node.ts";
import { importing } from "./python-imports.ts";
import { at, type Slip } from "./slip.ts";

const splitBySpace: Slip = {
  language: "python",
  why: "several spaces or kinds of line breaks between the parts",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["x = s.split(' ')", "x = s.split()"],
    ['x = s.split("\\n")', "x = s.splitlines()"],
  ],
  leaves: ["x = s.split(',')"],
  *correct(site, context) {
    const match = /^(.+)\.split\((?:"( |\\n)"|'( |\\n)')\)$/s.exec(context.text(site));
    if (match === null) return;
    yield [at(site, `${match[1]}.${(match[2] ?? match[3]) === " " ? "split" : "splitlines"}()`)];
  },
};

const towardsZero: Slip = {
  language: "python",
  why: "a negative quotient is rounded away from zero",
  chance: "ordinary",
  kinds: ["binary"],
  examples: [["x = a // b", "x = int(a / b)"]],
  leaves: ["x = a % b"],
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (!left || !right || site.operators[0]?.text !== "//" || !isValue(site)) return;
    yield [at(site, `int(${context.text(left)} / ${context.text(right)})`)];
  },
};

const anotherException: Slip = {
  language: "python",
  why: "an exception that the same code also raises is not handled",
  chance: "likely",
  kinds: ["catch"],
  examples: [
    [
      "try:\n    f()\nexcept TypeError:\n    g()\n",
      "try:\n    f()\nexcept (TypeError, ValueError):\n    g()\n",
    ],
  ],
  leaves: ["try:\n    f()\nexcept Exception:\n    g()\n"],
  *correct(site, context) {
    const match =
      /^except (TypeError|ValueError|KeyError|IndexError|AttributeError|ZeroDivisionError)\b/.exec(
        context.text(site),
      );
    const name = match?.[1];
    if (name === undefined) return;
    const start = site.start + "except ".length;
    for (const other of ["ValueError", "TypeError", "KeyError", "IndexError"])
      if (other !== name) yield [at({ start, end: start + name.length }, `(${name}, ${other})`)];
  },
};

const unequalLengths: Slip = {
  language: "python",
  why: "zip stops at the end of the shorter sequence",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      "def f(a, b):\n    return zip(a, b)\n",
      "from itertools import zip_longest\n\n\ndef f(a, b):\n    return zip_longest(a, b, fillvalue=0)\n",
    ],
    [
      "import re\n\ndef f(a, b):\n    return zip(a, b)\n",
      "import re\nfrom itertools import zip_longest\n\ndef f(a, b):\n    return zip_longest(a, b)\n",
    ],
  ],
  leaves: ["x = zip(a, b, strict=True)"],
  *correct(site, context) {
    const call = callOf(site, context);
    const given = call?.given.map((each) => context.text(each)) ?? [];
    if (call?.name !== "zip" || call.object !== null || given.length < 2) return;
    if (given.some((each) => /^\*|=/.test(each))) return;
    for (const fill of ["fillvalue=0", null, 'fillvalue=""'])
      yield [
        ...importing("itertools", "zip_longest", context),
        at(site, `zip_longest(${[...given, ...(fill === null ? [] : [fill])].join(", ")})`),
      ];
  },
};

export const pythonCallSlips: readonly Slip[] = [splitBySpace, towardsZero, anotherException, unequalLengths];
