import type { Context } from "../../propose/context.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import type { Slip } from "../slip.ts";
import { argumentsOf, calleeText, writtenType } from "./reading.ts";

const FORMATS: Readonly<Record<string, number>> = {
  "fmt.Sprintf": 0,
  "fmt.Printf": 0,
  "fmt.Fprintf": 1,
  "fmt.Appendf": 1,
};

const VERB = /%([-+# 0]*)(\d*)(?:\.(\d+))?([a-zA-Z%])/g;

const formatVerb: Slip = {
  why: "a verb of a format for another kind of value, or without its quotes, width or decimals",
  chance: "likely",
  kinds: ["string"],
  examples: {
    go: [
      [
        'package p\nfunc f(h, m int) string { return fmt.Sprintf("%02d:%d", h, m) }',
        'package p\nfunc f(h, m int) string { return fmt.Sprintf("%02d:%02d", h, m) }',
      ],
      [
        'package p\nfunc f(n int) string { return fmt.Sprintf("T-%02d", n) }',
        'package p\nfunc f(n int) string { return fmt.Sprintf("T-%03d", n) }',
      ],
      [
        'package p\nfunc f(name string) string { return fmt.Sprintf("no %v", name) }',
        'package p\nfunc f(name string) string { return fmt.Sprintf("no %q", name) }',
      ],
      [
        'package p\nfunc f(x float64) string { return fmt.Sprintf("%v", x) }',
        'package p\nfunc f(x float64) string { return fmt.Sprintf("%.2f", x) }',
      ],
      [
        'package p\nfunc f(name string) string { return fmt.Sprintf("%d", name) }',
        'package p\nfunc f(name string) string { return fmt.Sprintf("%s", name) }',
      ],
      [
        'package p\nfunc f(name string) string { return fmt.Sprintf("%5s|", name) }',
        'package p\nfunc f(name string) string { return fmt.Sprintf("%-5s|", name) }',
      ],
      [
        'package p\nfunc f(b byte) string { return fmt.Sprintf("%x", b) }',
        'package p\nfunc f(b byte) string { return fmt.Sprintf("%02x", b) }',
      ],
    ],
  },
  leaves: { go: ['package p\nfunc f() string { return fmt.Sprintf("100%%") }'] },
  *correct(site, context) {
    const call = site.parent?.parent;
    if (site.parent?.kind !== "arguments" || call?.kind !== "call") return;
    const given = argumentsOf(call);
    const place = FORMATS[calleeText(call, context)];
    if (place === undefined || given[place] !== site) return;
    const verbs = [...context.text(site).matchAll(VERB)].filter((each) => each[4] !== "%");
    const corrected = verbs.map((verb, index) => {
      const argument = given[place + 1 + index];
      const others = argument === undefined ? [] : otherVerbs(verb, argument, context);
      const written = verbs
        .map((each) => each[0])
        .filter((each) => each !== verb[0] && each.endsWith(verb[4] ?? ""));
      const start = site.start + verb.index;
      return [...new Set([...(argument === undefined ? [] : written), ...others])]
        .filter((text) => text !== verb[0])
        .map((text) => ({ start, end: start + verb[0].length, text }));
    });
    for (let rank = 0; rank < 5; rank += 1) for (const each of corrected) yield each.slice(rank, rank + 1);
  },
};

/** What could be meant by a verb, likeliest first. */
function otherVerbs(verb: RegExpMatchArray, argument: SyntaxNode, context: Context): readonly string[] {
  const [, flags = "", width = "", decimals, letter = ""] = verb;
  const type = writtenType(argument, context);
  const isFloat = /^float/.test(type ?? "") || /^(?:float64|math\.\w+)\(/.test(context.text(argument));
  const kind = context.kindOf(argument);
  if (isFloat || /[feg]/.test(letter)) {
    const digits = decimals === undefined ? [2, 1] : [Number(decimals) + 1, Number(decimals) - 1];
    return digits.filter((each) => each >= 0).map((each) => `%${flags}${width}.${each}f`);
  }
  if (kind === "string" && letter === "d") return ["%s", "%q"];
  if (kind === "number" && letter === "s") return ["%d"];
  if (letter === "d" || (letter === "v" && kind === "number")) {
    if (flags === "0") return [`%0${Number(width) + 1}d`, "%d", `%${width}d`, `%0${Number(width) + 2}d`];
    return width === "" ? ["%02d", "%03d", "%+d"] : [`%0${width}d`, `%${Number(width) + 1}d`, `%-${width}d`];
  }
  if (letter === "x") return width === "" ? ["%02x", "%X"] : [`%0${width}x`, `%${flags}${width}X`];
  if (letter === "X") return width === "" ? ["%02X", "%x"] : [`%0${width}X`, `%${flags}${width}x`];
  if (width !== "") {
    const other = flags.includes("-") ? flags.replace("-", "") : `-${flags}`;
    return [`%${other}${width}${letter}`, `%${flags}${Number(width) + 1}${letter}`];
  }
  if (letter === "v") return kind === "string" ? ["%q"] : ["%+v", "%q"];
  return letter === "q" ? ["%s"] : letter === "s" ? ["%q"] : [];
}

export const goFormatsSlips: readonly Slip[] = [formatVerb];
