import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import type { Context } from "../propose/context.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isStatement,
  isValue,
  type SyntaxNode,
} from "../syntax/node.ts";
import { argumentsOf, calleeText, importing, lineAfter, lineOf, writtenType } from "./go-reading.ts";
import { at, type Slip } from "./slip.ts";

const sharedCapacity: Slip = {
  language: "go",
  why: "append to a part of a slice overwrites what follows the part",
  chance: "shown",
  kinds: ["assign", "return"],
  examples: [
    [
      "package p\nfunc f(xs []int, n int) []int {\n\thead := xs[:n]\n\thead = append(head, 1)\n\treturn head\n}",
      "package p\nfunc f(xs []int, n int) []int {\n\thead := xs[:n:n]\n\thead = append(head, 1)\n\treturn head\n}",
    ],
    [
      "package p\ntype S struct {\n\titems []int\n}\nfunc (s *S) First(n int) []int { return s.items[:n] }",
      "package p\ntype S struct {\n\titems []int\n}\nfunc (s *S) First(n int) []int { return s.items[:n:n] }",
    ],
  ],
  leaves: ["package p\nfunc f(xs []int, n int) []int {\n\thead := xs[:n]\n\treturn head\n}"],
  *correct(site, context) {
    const value = site.kind === "return" ? site.children[0] : child(site, "value");
    const object = value?.kind === "subscript" ? child(value, "object") : null;
    const index = value?.kind === "subscript" ? child(value, "index") : null;
    const bounds = index?.kind === "slice" ? /^[^:]*:([\w.]+)$/.exec(context.text(index)) : null;
    if (!index || object === null || bounds === null || context.kindOf(object) !== "list") return;
    const target = site.kind === "assign" ? child(site, "target") : null;
    const owner = enclosingFunction(site);
    const grows =
      target !== null &&
      owner !== null &&
      new RegExp(`append\\(${escapeRegex(context.text(target))},`).test(context.text(owner));
    if (site.kind === "return" ? object.kind === "attribute" : grows)
      yield [at(index, `${context.text(index)}:${bounds[1]}`)];
  },
};

const copyToEmpty: Slip = {
  language: "go",
  why: "copy copies only as many elements as the target already has",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [
    [
      "package p\nfunc f(xs []int) []int {\n\tys := make([]int, 0, len(xs))\n\tcopy(ys, xs)\n\treturn ys\n}",
      "package p\nfunc f(xs []int) []int {\n\tys := make([]int, 0, len(xs))\n\tys = append(ys, xs...)\n\treturn ys\n}",
    ],
    [
      "package p\nfunc f(xs []int) []int {\n\tvar ys []int\n\tcopy(ys, xs)\n\treturn ys\n}",
      "package p\nfunc f(xs []int) []int {\n\tvar ys []int\n\tys = append(ys, xs...)\n\treturn ys\n}",
    ],
  ],
  leaves: [
    "package p\nfunc f(xs []int) []int {\n\tys := make([]int, len(xs))\n\tcopy(ys, xs)\n\treturn ys\n}",
  ],
  *correct(site, context) {
    const call = site.children[0];
    const owner = enclosingFunction(site);
    const [to, from] = call?.kind === "call" ? argumentsOf(call) : [];
    if (!call || calleeText(call, context) !== "copy" || !from || owner === null) return;
    if (to?.kind !== "identifier" || from.kind === "string") return;
    const name = context.text(to);
    const isEmpty = new RegExp(
      `\\b${name}(?: :?= (?:make\\(.*, 0(?:, .*)?\\)|\\[\\]\\S+\\{\\})| \\[\\]\\S+)$`,
      "m",
    ).test(context.source.slice(owner.start, site.start));
    if (isEmpty) yield [at(site, `${name} = append(${name}, ${context.text(from)}...)`)];
  },
};

const wrongEnd: Slip = {
  language: "go",
  why: "a prefix or suffix of one length cut off with another length, or at the other end",
  chance: "shown",
  kinds: ["subscript"],
  examples: [
    [
      "package p\nfunc f(s, end string) string {\n\tif strings.HasSuffix(s, end) {\n\t\treturn s[len(end):]\n\t}\n\treturn s\n}",
      "package p\nfunc f(s, end string) string {\n\tif strings.HasSuffix(s, end) {\n\t\treturn s[:len(s)-len(end)]\n\t}\n\treturn s\n}",
    ],
    [
      'package p\nfunc f(s string) string {\n\tif strings.HasPrefix(s, "item-") {\n\t\treturn s[4:]\n\t}\n\treturn s\n}',
      'package p\nfunc f(s string) string {\n\tif strings.HasPrefix(s, "item-") {\n\t\treturn s[len("item-"):]\n\t}\n\treturn s\n}',
    ],
  ],
  *correct(site, context) {
    const object = child(site, "object");
    const index = child(site, "index");
    if (object === null || index?.kind !== "slice" || !isValue(site)) return;
    const text = context.text(object);
    for (const each of ancestors(site)) {
      if (each.kind === "function") return;
      const condition = each.kind === "if" ? child(each, "condition") : null;
      const asked = condition === null ? null : endAsked(condition, text, context);
      if (asked === null) continue;
      const right = asked.isPrefix ? `len(${asked.part}):` : `:len(${text})-len(${asked.part})`;
      if (context.text(index).replaceAll(" ", "") !== right) yield [at(index, right)];
      return;
    }
  },
};

/** The prefix or suffix of a text that a condition asks for. */
function endAsked(condition: SyntaxNode, text: string, context: Context) {
  for (const call of descendants(condition)) {
    const name = call.kind === "call" ? /^strings\.Has(Pre|Suf)fix$/.exec(calleeText(call, context)) : null;
    const [object, part] = name === null ? [] : argumentsOf(call);
    if (object && part && context.text(object) === text)
      return { isPrefix: name?.[1] === "Pre", part: context.text(part) };
  }
  return null;
}

const trimmedCharacters: Slip = {
  language: "go",
  why: "strings.Trim removes all of these characters at both ends, not this text",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      'package p\nfunc f(s string) string { return strings.Trim(s, "ab") }',
      'package p\nfunc f(s string) string { return strings.TrimSuffix(strings.TrimPrefix(s, "ab"), "ab") }',
    ],
    [
      'package p\nfunc f(s string) string { return strings.TrimRight(s, ".go") }',
      'package p\nfunc f(s string) string { return strings.TrimSuffix(s, ".go") }',
    ],
  ],
  leaves: ['package p\nfunc f(s string) string { return strings.Trim(s, " \\t") }'],
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

const negativeRemainder: Slip = {
  language: "go",
  why: "the remainder of a negative number is negative",
  chance: "likely",
  kinds: ["binary"],
  examples: [
    [
      "package p\nfunc f(i, n int) int { return (i - 1) % n }",
      "package p\nfunc f(i, n int) int { return ((i - 1) % n + n) % n }",
    ],
    [
      "package p\nfunc f(x int) bool { return x%2 == 1 }",
      "package p\nfunc f(x int) bool { return x%2 != 0 }",
    ],
  ],
  leaves: ["package p\nfunc f(i, n int) int { return (i%n + n) % n }"],
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (site.operators[0]?.text !== "%" || !left || !right || !isValue(site)) return;
    const divisor = context.text(right);
    const compared = site.parent?.kind === "comparison" ? site.parent : null;
    const other = compared === null ? null : child(compared, "right");
    if (compared !== null && other !== null && context.text(compared).endsWith("== 1") && divisor === "2") {
      yield [at({ start: site.end, end: other.end }, " != 0")];
      return;
    }
    if (compared !== null && /^(?:!=|==) 0$/.test(context.source.slice(site.end, compared.end).trim()))
      return;
    if (!/^[\w.]+$|^len\([\w.]+\)$/.test(divisor) || context.text(left).includes("%")) return;
    if (/\+ ?[\w.()]+ ?\)?$/.test(context.text(left)) && context.text(left).includes(divisor)) return;
    if ([...ancestors(site)].some((each) => each.kind === "binary" && each.operators[0]?.text === "%"))
      return;
    yield [at(site, `(${context.text(left)} % ${divisor} + ${divisor}) % ${divisor}`)];
  },
};

const digitRune: Slip = {
  language: "go",
  why: "the code of a character taken for the digit or the letter that it shows",
  chance: "shown",
  kinds: ["call"],
  examples: [
    [
      "package p\nfunc f(s string) (n int) {\n\tfor _, c := range s {\n\t\tn += int(c)\n\t}\n\treturn n\n}",
      "package p\nfunc f(s string) (n int) {\n\tfor _, c := range s {\n\t\tn += int(c - '0')\n\t}\n\treturn n\n}",
    ],
    [
      'package p\n\nimport "strconv"\n\nfunc f(c rune) string { return strconv.Itoa(int(c)) }',
      'package p\n\nimport "strconv"\n\nfunc f(c rune) string { return string(c) }',
    ],
    [
      'package p\n\nimport "strconv"\n\nfunc f(n int) string { return string(rune(n)) }',
      'package p\n\nimport "strconv"\n\nfunc f(n int) string { return strconv.Itoa(n) }',
    ],
  ],
  leaves: ["package p\nfunc f(n int64) int { return int(n) }"],
  *correct(site, context) {
    const [only, ...more] = argumentsOf(site);
    const name = calleeText(site, context);
    if (!only || more.length > 0) return;
    const text = context.text(only);
    if (name === "strconv.Itoa") {
      const rune = /^int\(([\w.[\]]+)\)$/.exec(text)?.[1];
      const inner = only.kind === "call" ? argumentsOf(only)[0] : undefined;
      if (rune !== undefined && inner && isCharacter(inner, context)) yield [at(site, `string(${rune})`)];
    }
    if (name === "int" && site.parent?.kind !== "arguments" && isCharacter(only, context)) {
      yield [at(only, `${text} - '0'`)];
      yield [at(only, `${text} - 'a'`)];
    }
    if (name !== "string") return;
    const number = /^rune\(([\w.]+)\)$/.exec(text)?.[1];
    const counted = number === undefined ? only : only.kind === "call" ? argumentsOf(only)[0] : undefined;
    if (!counted || writtenType(counted, context) !== "int") return;
    yield [...importing("strconv", context), at(site, `strconv.Itoa(${number ?? text})`)];
    yield [at(only, `rune('0' + ${number ?? text})`)];
  },
};

/** A rune or byte: declared as one, from a loop over a text, or at an index of one. */
function isCharacter(node: SyntaxNode, context: Context): boolean {
  if (/^(?:rune|byte)$/.test(writtenType(node, context) ?? "")) return true;
  const object = node.kind === "subscript" ? child(node, "object") : null;
  if (object !== null) return context.kindOf(object) === "string" && child(node, "index")?.kind !== "slice";
  if (node.kind !== "identifier") return false;
  return [...ancestors(node)].some((each) => {
    const clause = each.raw === "for_statement" ? each.children[0] : undefined;
    const target = clause?.kind === "for-each" ? child(clause, "target") : null;
    const text = clause ? child(clause, "iterable") : null;
    const item = target?.kind === "tuple" ? target.children[1] : undefined;
    if (!text || !item || context.text(item) !== context.text(node)) return false;
    return context.kindOf(text) === "string" || /^\[\](?:rune|byte)\(/.test(context.text(text));
  });
}

const earlyUnlock: Slip = {
  language: "go",
  why: "a mutex that is unlocked before the last use of what it protects",
  chance: "ordinary",
  kinds: ["expression-statement"],
  examples: [
    [
      "package p\nfunc (c *C) f() int {\n\tc.mu.Lock()\n\tn := c.n\n\tc.mu.Unlock()\n\tc.n = n + 1\n\treturn n\n}",
      "package p\nfunc (c *C) f() int {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\tn := c.n\n\tc.n = n + 1\n\treturn n\n}",
    ],
  ],
  leaves: ["package p\nfunc (c *C) f() {\n\tc.mu.Lock()\n\tc.n++\n\tc.mu.Unlock()\n}"],
  *correct(site, context) {
    const locked = /^((\w+)\.[\w.]+)\.(R?)Lock\(\)$/.exec(context.text(site));
    const owner = enclosingFunction(site);
    if (locked === null || owner === null || !isStatement(site)) return;
    const unlock = `${locked[1]}.${locked[3]}Unlock()`;
    const own = site.parent?.children ?? [];
    const open = own.filter((each) => context.text(each) === unlock && each.start > site.start);
    const [only] = open;
    const all = context.text(owner);
    if (!only || open.length > 1 || all.split(unlock).length > 2 || all.split("Lock()").length > 2) return;
    const rest = context.source.slice(only.end, owner.end);
    if (!new RegExp(`\\b${locked[2]}\\.\\w`).test(rest)) return;
    if (new RegExp(`\\b${locked[2]}\\.\\w+\\(`).test(rest)) return;
    yield [lineAfter(site, `defer ${unlock}`, context), lineOf(only, context)];
  },
};

export const goSliceSlips: readonly Slip[] = [
  sharedCapacity,
  copyToEmpty,
  wrongEnd,
  trimmedCharacters,
  negativeRemainder,
  digitRune,
  earlyUnlock,
];
