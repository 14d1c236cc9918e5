import { callOf } from "../../propose/method-call.ts";
import { at, type Slip } from "../slip.ts";
import { importing } from "./imports.ts";

const keptOrder: Slip = {
  why: "a set loses the order of its items",
  chance: "likely",
  kinds: ["call"],
  examples: {
    python: [
      ["x = list(set(xs))", "x = list(dict.fromkeys(xs))"],
      ["x = list(set(xs))", "x = sorted(set(xs))"],
    ],
  },
  leaves: { python: ["x = len(set(xs))"] },
  *correct(site, context) {
    const inner = /^list\(set\((.+)\)\)$/s.exec(context.text(site))?.[1];
    if (inner === undefined) return;
    yield [at(site, `list(dict.fromkeys(${inner}))`)];
    yield [at(site, `sorted(set(${inner}))`)];
  },
};

const unsortedGroups: Slip = {
  why: "groupby only joins neighbors, so its items must be sorted",
  chance: "shown",
  kinds: ["call"],
  examples: {
    python: [
      ["x = groupby(xs, key=k)", "x = groupby(sorted(xs, key=k), key=k)"],
      ["x = itertools.groupby(xs)", "x = itertools.groupby(sorted(xs))"],
    ],
  },
  leaves: { python: ["x = groupby(sorted(xs), k)"] },
  *correct(site, context) {
    const call = callOf(site, context);
    const [items, key] = call?.given ?? [];
    if (call?.name !== "groupby" || items === undefined || context.text(items).startsWith("sorted(")) return;
    const by = key === undefined ? "" : `, key=${context.text(key).replace(/^key=/, "")}`;
    yield [at(items, `sorted(${context.text(items)}${by})`)];
  },
};

const unequalLengths: Slip = {
  why: "zip stops at the end of the shorter sequence",
  chance: "likely",
  kinds: ["call"],
  examples: {
    python: [
      [
        "def f(a, b):\n    return zip(a, b)\n",
        "from itertools import zip_longest\n\n\ndef f(a, b):\n    return zip_longest(a, b, fillvalue=0)\n",
      ],
      [
        "import re\n\ndef f(a, b):\n    return zip(a, b)\n",
        "import re\nfrom itertools import zip_longest\n\ndef f(a, b):\n    return zip_longest(a, b)\n",
      ],
    ],
  },
  leaves: { python: ["x = zip(a, b, strict=True)"] },
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

const unhashableKey: Slip = {
  why: "a list is no key of a dict and no item of a set",
  chance: "ordinary",
  kinds: ["assign", "call"],
  examples: {
    python: [
      [
        "def f(xs):\n    key = sorted(xs)\n    return cache[key]\n",
        "def f(xs):\n    key = tuple(sorted(xs))\n    return cache[key]\n",
      ],
      ["seen.add([a, b])", "seen.add(tuple([a, b]))"],
    ],
  },
  leaves: { python: ["key = tuple(xs)", "seen.add(f(xs))"] },
  *correct(site, context) {
    const text = context.text(site);
    const value = /^\w*key\w* = ((?:sorted|list)\(.+\)|\[.+\])$/s.exec(text)?.[1];
    if (site.kind === "assign" && value !== undefined)
      yield [at({ start: site.end - value.length, end: site.end }, `tuple(${value})`)];
    const call = callOf(site, context);
    const [item] = call?.given ?? [];
    if (call?.name !== "add" || call.object === null || item === undefined) return;
    if (item.kind === "list" || /^(?:sorted|list)\(/.test(context.text(item)))
      yield [at(item, `tuple(${context.text(item)})`)];
  },
};

export const pythonCollectionsSlips: readonly Slip[] = [
  keptOrder,
  unsortedGroups,
  unequalLengths,
  unhashableKey,
];
