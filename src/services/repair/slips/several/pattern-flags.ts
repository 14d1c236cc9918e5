import { remembered } from "../../../../domain/rules/values/remembered.ts";
import type { Context } from "../../propose/context.ts";
import { insertBefore } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import type { Change } from "../../syntax/change.ts";
import { child, descendants, enclosingStatement, type SyntaxNode } from "../../syntax/node.ts";
import { at, before, type Slip } from "../slip.ts";

const missingFlag: Slip = {
  why: "a pattern that minds letter case, or lines, without the flag that it needs",
  chance: "ordinary",
  kinds: ["call"],
  examples: {
    python: [
      ['P = re.compile(r"error: \\d+")', 'P = re.compile(r"error: \\d+", re.IGNORECASE)'],
      ['x = re.sub(r"^#.*$", "", s)', 'x = re.sub(r"^#.*$", "", s, flags=re.MULTILINE)'],
      ['x = re.search("<b>(.*?)</b>", s)', 'x = re.search("<b>(.*?)</b>", s, re.DOTALL)'],
      ['P = re.compile("^a", re.I)', 'P = re.compile("^a", re.I | re.MULTILINE)'],
    ],
  },
  leaves: { python: ['P = re.compile(r"\\d+")', 'x = f.sub("a", s)'] },
  *correct(site, context) {
    const call = callOf(site, context);
    const [, name = ""] = /^re\.(\w+)$/.exec(context.text(call?.callee ?? site)) ?? [];
    const [pattern] = call?.given ?? [];
    const last = call?.given.at(-1);
    if (pattern?.kind !== "string" || last === undefined || !TAKES_FLAGS.test(name)) return;
    const text = context.text(pattern).replace(/^[rbuRBU]*/, "");
    const given = call?.given.find((each) => /^(?:flags=)?re\.[A-Z]/.test(context.text(each)));
    for (const [flag, short, needed] of FLAGS) {
      if (!needed.test(text.replace(/\\[a-zA-Z]/g, ""))) continue;
      if (given === undefined)
        yield [before(last.end, `, ${POSITIONAL.test(name) ? "" : "flags="}re.${flag}`)];
      else if (!new RegExp(`re\\.(?:${flag}|${short})\\b`).test(context.text(given)))
        yield [before(given.end, ` | re.${flag}`)];
    }
  },
};

const TAKES_FLAGS = /^(?:compile|search|match|fullmatch|findall|finditer|subn?|split)$/;

/** Functions whose last parameter is the flags. */
const POSITIONAL = /^(?:compile|search|match|fullmatch|findall|finditer)$/;

const FLAGS: readonly (readonly [flag: string, short: string, needed: RegExp])[] = [
  ["IGNORECASE", "I", /[a-zA-Z]/],
  ["MULTILINE", "M", /^["']+\^|\$["']+$/],
  ["DOTALL", "S", /\.[*+]/],
];

const flagsAsCount: Slip = {
  why: "flags passed as the maximum number of replacements or splits",
  chance: "shown",
  kinds: ["arguments"],
  examples: {
    python: [
      ["x = re.sub(p, r, s, re.IGNORECASE)", "x = re.sub(p, r, s, flags=re.IGNORECASE)"],
      ["x = re.split(p, s, re.M | re.S)", "x = re.split(p, s, flags=re.M | re.S)"],
    ],
  },
  leaves: { python: ["x = re.match(p, s, re.M)"] },
  *correct(site, context) {
    const call = callOf(site.parent, context);
    const last = call?.given.at(-1);
    if (last === undefined || !/^re\.[A-Z]/.test(context.text(last))) return;
    if (/^re\.(?:subn?|split)$/.test(context.text(call?.callee ?? site)))
      yield [before(last.start, "flags=")];
  },
};

const flagsAsText: Slip = {
  why: "the flags of a pattern: a missing one, or `g`, which keeps a position between calls",
  chance: "likely",
  kinds: ["call"],
  examples: {
    javascript: [
      ["const re = new RegExp(source, 'gi');", "const re = new RegExp(source, 'i');"],
      ["const re = new RegExp(source);", "const re = new RegExp(source, 'g');"],
      ["const re = RegExp(source, 'i');", "const re = RegExp(source, 'gi');"],
    ],
  },
  leaves: { javascript: ["const re = new Pattern(source);", "const re = new RegExp(source, flags);"] },
  *correct(site, context) {
    const call = callOf(site, context);
    const [pattern, flags, ...more] = call?.given ?? [];
    if (call?.name !== "RegExp" || pattern === undefined || more.length > 0) return;
    if (flags === undefined) {
      for (const flag of ["g", "i", "gi"]) yield [before(pattern.end, `, '${flag}'`)];
      return;
    }
    const [, quote = "", given] = /^(["'])([a-z]*)\1$/.exec(context.text(flags)) ?? [];
    if (given === undefined) return;
    for (const flag of ["g", "i", "m"]) {
      const other = given.includes(flag) ? given.replace(flag, "") : `${flag}${given}`;
      yield [at(flags, `${quote}${other}${quote}`)];
    }
  },
};

const keptPosition: Slip = {
  why: "a shared pattern with the flag `g` continues where the last call stopped",
  chance: "shown",
  kinds: ["call"],
  examples: {
    javascript: [
      [
        "const WORD = /a+/g;\nfunction f(s) {\n  return WORD.test(s);\n}\n",
        "const WORD = /a+/;\nfunction f(s) {\n  return WORD.test(s);\n}\n",
      ],
      [
        "const WORD = /a+/g;\nfunction f(s) {\n  return WORD.test(s);\n}\n",
        "const WORD = /a+/g;\nfunction f(s) {\n  WORD.lastIndex = 0;\n  return WORD.test(s);\n}\n",
      ],
      [
        "class A {\n  constructor(w) {\n    this.re = new RegExp(w, 'gi');\n  }\n  has(s) {\n    return this.re.test(s);\n  }\n}\n",
        "class A {\n  constructor(w) {\n    this.re = new RegExp(w, 'i');\n  }\n  has(s) {\n    return this.re.test(s);\n  }\n}\n",
      ],
    ],
  },
  leaves: { javascript: ["const WORD = /a+/;\nfunction f(s) {\n  return WORD.test(s);\n}\n"] },
  *correct(site, context) {
    const call = callOf(site, context);
    const statement = enclosingStatement(site);
    if (call === null || call.object === null || !/^(?:test|exec)$/.test(call.name)) return;
    const name = context.text(call.object);
    const shared = patternsOf(context).get(name.replace(/^this\./, ""));
    if (shared === undefined || statement === null) return;
    yield [shared];
    yield insertBefore(context, statement, `${name}.lastIndex = 0;`).edits;
  },
};

/** The patterns with the flag `g` that the file assigns to a name, and the change that removes the flag. */
const patternsOf = remembered((context: Context): ReadonlyMap<string, Change> => {
  const found = new Map<string, Change>();
  for (const node of descendants(context.tree)) {
    if (node.kind !== "assign" && node.raw !== "field_definition" && node.raw !== "public_field_definition")
      continue;
    const [target, value] = [child(node, "target"), child(node, "value")];
    const change = value === null ? null : withoutPosition(value, context);
    if (target !== null && change !== null) found.set(context.text(target).replace(/^this\./, ""), change);
  }
  return found;
});

function withoutPosition(value: SyntaxNode, context: Context): Change | null {
  const text = context.text(value);
  const flags =
    /^\/.*\/([a-z]*)$/s.exec(text)?.[1] ?? /^(?:new )?RegExp\(.*, ?["']([a-z]*)["']\)$/s.exec(text)?.[1];
  if (flags === undefined || !flags.includes("g")) return null;
  const start = value.start + text.lastIndexOf(flags);
  return at({ start, end: start + flags.length }, flags.replace("g", ""));
}

export const patternFlagsSlips: readonly Slip[] = [missingFlag, flagsAsCount, flagsAsText, keptPosition];
