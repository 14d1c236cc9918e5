import { callOf } from "../propose/method-call.ts";
import { child, descendants, enclosingFunction } from "../syntax/node.ts";
import { importing } from "./python-imports.ts";
import { at, before, type Slip } from "./slip.ts";

const flagsAsCount: Slip = {
  language: "python",
  why: "flags passed as the maximum number of replacements or splits",
  chance: "shown",
  kinds: ["arguments"],
  examples: [
    ["x = re.sub(p, r, s, re.IGNORECASE)", "x = re.sub(p, r, s, flags=re.IGNORECASE)"],
    ["x = re.split(p, s, re.M | re.S)", "x = re.split(p, s, flags=re.M | re.S)"],
  ],
  leaves: ["x = re.match(p, s, re.M)"],
  *correct(site, context) {
    const call = callOf(site.parent, context);
    const last = call?.given.at(-1);
    if (last === undefined || !/^re\.[A-Z]/.test(context.text(last))) return;
    if (/^re\.(?:subn?|split)$/.test(context.text(call?.callee ?? site)))
      yield [before(last.start, "flags=")];
  },
};

const otherForm: Slip = {
  language: "python",
  why: "a Unicode form that keeps letters and their accents together, or apart",
  chance: "likely",
  kinds: ["string"],
  examples: [['x = unicodedata.normalize("NFC", s)', 'x = unicodedata.normalize("NFKD", s)']],
  leaves: ['x = f("other", s)'],
  *correct(site, context) {
    const form = /^(["'])(NFK?[CD])\1$/.exec(context.text(site));
    for (const other of form === null ? [] : ["NFKD", "NFKC", "NFD", "NFC"])
      if (other !== form?.[2]) yield [at(site, `${form?.[1]}${other}${form?.[1]}`)];
  },
};

const truthIsInteger: Slip = {
  language: "python",
  why: "True and False are integers too",
  chance: "ordinary",
  kinds: ["call"],
  examples: [["x = isinstance(v, int)", "x = isinstance(v, int) and not isinstance(v, bool)"]],
  leaves: ["x = isinstance(v, str)"],
  *correct(site, context) {
    const value = /^isinstance\(([\w.[\]"']+), (?:int|\(int, float\)|\(float, int\))\)$/.exec(
      context.text(site),
    )?.[1];
    if (value !== undefined) yield [at(site, `${context.text(site)} and not isinstance(${value}, bool)`)];
  },
};

const unsortedGroups: Slip = {
  language: "python",
  why: "groupby only joins neighbors, so its items must be sorted",
  chance: "shown",
  kinds: ["call"],
  examples: [
    ["x = groupby(xs, key=k)", "x = groupby(sorted(xs, key=k), key=k)"],
    ["x = itertools.groupby(xs)", "x = itertools.groupby(sorted(xs))"],
  ],
  leaves: ["x = groupby(sorted(xs), k)"],
  *correct(site, context) {
    const call = callOf(site, context);
    const [items, key] = call?.given ?? [];
    if (call?.name !== "groupby" || items === undefined || context.text(items).startsWith("sorted(")) return;
    const by = key === undefined ? "" : `, key=${context.text(key).replace(/^key=/, "")}`;
    yield [at(items, `sorted(${context.text(items)}${by})`)];
  },
};

const halfToEven: Slip = {
  language: "python",
  why: "round rounds halves to the even number",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["import math\nx = round(a)", "import math\nx = math.floor(a + 0.5)"],
    ["x = round(a / b)", "x = int(a / b + 0.5)"],
  ],
  leaves: ["x = round(a, 2)"],
  *correct(site, context) {
    const call = callOf(site, context);
    const [only, ...more] = call?.given ?? [];
    if (call?.name !== "round" || call.object !== null || only === undefined || more.length > 0) return;
    if (/^import math$/m.test(context.source)) yield [at(site, `math.floor(${context.text(only)} + 0.5)`)];
    yield [at(site, `int(${context.text(only)} + 0.5)`)];
  },
};

const prefixOfName: Slip = {
  language: "python",
  why: "a folder whose name starts like another's is not inside it",
  chance: "ordinary",
  kinds: ["call"],
  examples: [
    [
      "def f(path, root):\n    return path.startswith(root)",
      'def f(path, root):\n    return path == root or path.startswith(root + "/")',
    ],
    [
      "def f(path, root):\n    return path.startswith(root)",
      'def f(path, root):\n    return path == root or path.startswith(root.rstrip("/") + "/")',
    ],
  ],
  leaves: ['x = s.startswith("/")'],
  *correct(site, context) {
    const call = callOf(site, context);
    const [prefix] = call?.given ?? [];
    if (call?.name !== "startswith" || call.object === null || prefix?.kind !== "identifier") return;
    const [text, start] = [context.text(call.object), context.text(prefix)];
    for (const separator of ["/", "."])
      for (const end of [start, `${start}.rstrip("${separator}")`])
        yield [at(site, `${text} == ${start} or ${text}.startswith(${end} + "${separator}")`)];
  },
};

const lettersForPrefix: Slip = {
  language: "python",
  why: "strip removes all of these characters at the ends, not this text",
  chance: "shown",
  kinds: ["call"],
  examples: [
    ['x = s.lstrip("www.")', 'x = s.removeprefix("www.")'],
    ['x = s.rstrip(".txt")', 'x = s.removesuffix(".txt")'],
    ['x = s.strip("00")', "x = s[2:]"],
  ],
  leaves: ['x = s.strip("/")'],
  *correct(site, context) {
    const call = callOf(site, context);
    const literal = /^(["'])(..+)\1$/.exec(context.text(call?.given[0] ?? site));
    if (call === null || call.object === null || literal === null || call.given.length > 1) return;
    const side = { strip: "both", lstrip: "left", rstrip: "right" }[call.name];
    const object = context.text(call.object);
    if (side === undefined) return;
    if (side !== "right") yield [at(call.property, "removeprefix")];
    if (side !== "left") yield [at(call.property, "removesuffix")];
    if (side !== "right") yield [at(site, `${object}[${literal[2]?.length}:]`)];
  },
};

const inexactAmount: Slip = {
  language: "python",
  why: "a float where amounts are decimals",
  chance: "ordinary",
  kinds: ["identifier"],
  examples: [
    [
      "from decimal import Decimal\ndef f(a):\n    return g(a)",
      "from decimal import Decimal\ndef f(a):\n    return g(Decimal(str(a)))",
    ],
  ],
  leaves: ["def f(a):\n    return g(a)"],
  *correct(site, context) {
    const isGiven = ["arguments", "tuple", "list"].includes(site.parent?.kind ?? "");
    const owner = enclosingFunction(site);
    const parameters = owner === null ? null : child(owner, "parameters");
    const text = context.text(site);
    if (!isGiven || parameters === null || !/^from decimal import .*\bDecimal\b/m.test(context.source))
      return;
    if (parameters.children.some((each) => context.text(each) === text))
      yield [at(site, `Decimal(str(${text}))`)];
  },
};

const forgottenKeywords: Slip = {
  language: "python",
  why: "calls that differ in their keyword arguments count as the same",
  chance: "shown",
  kinds: ["identifier"],
  examples: [
    [
      "def f(*args, **kwargs):\n    key = args\n    return key",
      "def f(*args, **kwargs):\n    key = args, tuple(sorted(kwargs.items()))\n    return key",
    ],
  ],
  leaves: ["def f(*args):\n    key = args\n    return key"],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const parameters = owner === null ? null : child(owner, "parameters");
    const rest = parameters === null ? undefined : /\*\*(\w+)/.exec(context.text(parameters))?.[1];
    const positional = parameters === null ? undefined : /\*(\w+)/.exec(context.text(parameters))?.[1];
    if (rest === undefined || context.text(site) !== positional || site.role !== "value") return;
    yield [at(site, `${positional}, tuple(sorted(${rest}.items()))`)];
  },
};

const remainderOfZero: Slip = {
  language: "python",
  why: "a remainder of 0 that stands for a whole round",
  chance: "ordinary",
  kinds: ["identifier"],
  examples: [
    [
      "def f(a, b):\n    n = (a - b) % 7\n    return g(n)",
      "def f(a, b):\n    n = (a - b) % 7\n    return g(n or 7)",
    ],
  ],
  leaves: ["def f(a, b):\n    n = a - b\n    return g(n)"],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const name = context.text(site);
    if (owner === null || !/^(?:arguments|keyword-argument|return)$/.test(site.parent?.kind ?? "")) return;
    for (const node of descendants(owner)) {
      const [target, value] = [child(node, "target"), child(node, "value")];
      const round = value === null ? undefined : / % (\w+)$/.exec(context.text(value))?.[1];
      if (target !== null && context.text(target) === name && round !== undefined)
        yield [at(site, `${name} or ${round}`)];
    }
  },
};

const lostRepeats: Slip = {
  language: "python",
  why: "a set loses what occurs more than once",
  chance: "likely",
  kinds: ["comprehension"],
  examples: [["x = sorted({f(c) for c in s})", "x = sorted([f(c) for c in s])"]],
  leaves: ["x = sorted(xs)"],
  *correct(site, context) {
    const text = context.text(site);
    if (site.raw === "set_comprehension") yield [at(site, `[${text.slice(1, -1)}]`)];
  },
};

const fromTheRight: Slip = {
  language: "python",
  why: "positions that count from the right",
  chance: "ordinary",
  kinds: ["call"],
  examples: [
    ["for i, d in enumerate(ds):\n    f(i, d)", "for i, d in enumerate(reversed(ds)):\n    f(i, d)"],
  ],
  leaves: ["for i, d in enumerate(ds, 1):\n    f(i, d)"],
  *correct(site, context) {
    const call = callOf(site, context);
    const [only, ...more] = call?.given ?? [];
    if (call?.name !== "enumerate" || only === undefined || more.length > 0) return;
    if (only.kind === "identifier" || only.kind === "attribute")
      yield [at(only, `reversed(${context.text(only)})`)];
  },
};

const driftingSteps: Slip = {
  language: "python",
  why: "each step starts from the last result, so an adjusted one shifts all later ones",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      "while len(xs) < n:\n    xs.append(step(xs[-1], 1))",
      "while len(xs) < n:\n    xs.append(step(xs[0], len(xs)))",
    ],
  ],
  leaves: ["xs.append(step(x, 1))"],
  *correct(site, context) {
    const text = context.text(site);
    const match = /^(\w+)\.append\(([\w.]+)\(\1\[-1\], (\w+)\)\)$/.exec(text);
    if (match === null) return;
    const [, list, step, size] = match;
    yield [at(site, `${list}.append(${step}(${list}[0], ${size === "1" ? "" : `${size} * `}len(${list})))`)];
  },
};

const roundedByDefault: Slip = {
  language: "python",
  why: "decimals are rounded to the even digit unless told otherwise",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      "from decimal import Decimal\n\nx = a.quantize(b)\n",
      "from decimal import Decimal\nfrom decimal import ROUND_HALF_UP\n\nx = a.quantize(b, rounding=ROUND_HALF_UP)\n",
    ],
    [
      "from decimal import ROUND_DOWN, Decimal\nx = a.quantize(b)\n",
      "from decimal import ROUND_DOWN, Decimal\nx = a.quantize(b, rounding=ROUND_DOWN)\n",
    ],
  ],
  leaves: ["x = a.quantize(b, rounding=ROUND_UP)"],
  *correct(site, context) {
    const call = callOf(site, context);
    if (call?.name !== "quantize" || call.object === null || call.given.length !== 1) return;
    for (const mode of ["ROUND_HALF_UP", "ROUND_DOWN", "ROUND_UP"])
      yield [...importing("decimal", mode, context), before(site.end - 1, `, rounding=${mode}`)];
  },
};

export const pythonLibrarySlips: readonly Slip[] = [
  ...[flagsAsCount, otherForm, truthIsInteger, unsortedGroups, halfToEven, prefixOfName, lettersForPrefix],
  ...[inexactAmount, forgottenKeywords, remainderOfZero, lostRepeats, fromTheRight, driftingSteps],
  ...[roundedByDefault],
];
