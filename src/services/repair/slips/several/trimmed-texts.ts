import { callOf } from "../../propose/method-call.ts";
import { argumentsOf, calleeText } from "../go/reading.ts";
import { at, type Slip } from "../slip.ts";

const python: Slip = {
  why: "strip removes all of these characters at the ends, not this text",
  chance: "shown",
  kinds: ["call"],
  examples: {
    python: [
      ['x = s.lstrip("www.")', 'x = s.removeprefix("www.")'],
      ['x = s.rstrip(".txt")', 'x = s.removesuffix(".txt")'],
      ['x = s.strip("00")', "x = s[2:]"],
    ],
  },
  leaves: { python: ['x = s.strip("/")'] },
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

const go: Slip = {
  why: "strings.Trim removes all of these characters at both ends, not this text",
  chance: "likely",
  kinds: ["call"],
  examples: {
    go: [
      [
        'package p\nfunc f(s string) string { return strings.Trim(s, "ab") }',
        'package p\nfunc f(s string) string { return strings.TrimSuffix(strings.TrimPrefix(s, "ab"), "ab") }',
      ],
      [
        'package p\nfunc f(s string) string { return strings.TrimRight(s, ".go") }',
        'package p\nfunc f(s string) string { return strings.TrimSuffix(s, ".go") }',
      ],
    ],
  },
  leaves: { go: ['package p\nfunc f(s string) string { return strings.Trim(s, " \\t") }'] },
  *correct(site, context) {
    const name = /^strings\.Trim(Left|Right|)$/.exec(calleeText(site, context))?.[1];
    const [text, part] = argumentsOf(site).map(context.text);
    if (name === undefined || text === undefined || part === undefined) return;
    if (/^"(?:\s|\\[tnr])*"$/.test(part)) return;
    const start = `strings.TrimPrefix(${text}, ${part})`;
    if (name === "") yield [at(site, `strings.TrimSuffix(${start}, ${part})`)];
    if (name !== "Right") yield [at(site, start)];
    if (name !== "Left") yield [at(site, `strings.TrimSuffix(${text}, ${part})`)];
  },
};

export const trimmedTextsSlips: readonly Slip[] = [python, go];
