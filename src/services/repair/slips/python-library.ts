import { callOf } from "../propose/method-call.ts";
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
  flagsAsCount,
  unsortedGroups,
  halfToEven,
  lettersForPrefix,
  roundedByDefault,
];
