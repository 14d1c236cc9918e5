import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["regex-detail"];

export const regexDetail: Operator = {
  meta: {
    id: "regex-detail",
    title: "Change a detail of a regular expression",
    why: "A missing flag or anchor, `*` for `+`, a greedy match, a class that forgets a case.",
    cost: costs.prior,
    kinds: ["other", "string"],
    most: 200,
    examples: [
      { language: "javascript", before: "x = s.replace(/a/, b);", after: "x = s.replace(/a/g, b);" },
      { language: "typescript", before: "const x = /\\d*/.test(s);", after: "const x = /\\d+/.test(s);" },
      { language: "python", before: "x = re.sub(r'\\d*', '', s)", after: "x = re.sub(r'\\d+', '', s)" },
    ],
    leaves: [
      { language: "python", code: 'a = "a+"' },
      { language: "javascript", code: 'a = "a+";' },
    ],
  },
  *propose(site, context) {
    const text = context.text(site);
    const literal = site.raw === "regex" ? /^\/([\s\S]*)\/([a-z]*)$/.exec(text) : null;
    const raw = /^r(["'])([\s\S]*)\1$/.exec(text);
    if (literal === null && raw === null) return;
    const body = literal?.[1] ?? raw?.[2] ?? "";
    const flags = literal?.[2] ?? "";
    const print = (pattern: string, marks = flags) =>
      literal === null ? `r${raw?.[1] ?? '"'}${pattern}${raw?.[1] ?? '"'}` : `/${pattern}/${marks}`;
    if (literal !== null) {
      for (const flag of ["g", "i", "m"]) {
        yield put(site, print(body, flags.includes(flag) ? flags.replace(flag, "") : flags + flag), 0);
      }
    }
    if (!body.startsWith("^")) yield put(site, print(`^${body}`), costs.anchor);
    else yield put(site, print(body.slice(1)), costs.unanchor);
    if (!body.endsWith("$")) yield put(site, print(`${body}$`), costs.anchor);
    else yield put(site, print(body.slice(0, -1)), costs.unanchor);
    if (!body.startsWith("^") && !body.endsWith("$")) yield put(site, print(`^${body}$`), costs.anchorBoth);
    for (const match of body.matchAll(/(?<!\\)([*+?])/g)) {
      const at = match.index;
      for (const other of ["+", "*", "?", ""]) {
        if (other !== match[1])
          yield put(site, print(body.slice(0, at) + other + body.slice(at + 1)), costs.quantifier);
      }
      if (match[1] !== "?" && body[at + 1] !== "?")
        yield put(site, print(`${body.slice(0, at + 1)}?${body.slice(at + 1)}`), costs.lazy);
    }
    for (const match of body.matchAll(/\\([dDwWsSbB])/g)) {
      const letter = match[1] ?? "";
      const others = [
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
        "w",
        "d",
      ];
      for (const other of new Set(others)) {
        if (other !== letter)
          yield put(
            site,
            print(`${body.slice(0, match.index)}\\${other}${body.slice(match.index + 2)}`),
            costs.classDetail,
          );
      }
    }
    for (const match of body.matchAll(/(?<!\\)\[([^\]]*)\]/g)) {
      const inner = match[1] ?? "";
      const additions = ["A-Z", "a-z", "0-9", "_", "-", "0-9_"].filter((each) => !inner.includes(each));
      for (const each of additions)
        yield put(site, print(body.replace(match[0], `[${inner}${each}]`)), costs.classAddition);
    }
    for (const match of body.matchAll(/(?:\]|\\[dDwWsS])(?![*+?{])/g)) {
      const at = match.index + match[0].length;
      for (const [index, repeated] of ["+", "*"].entries())
        yield put(
          site,
          print(body.slice(0, at) + repeated + body.slice(at)),
          costs.repeat + index * costs.perRepeat,
        );
    }
    for (const match of body.matchAll(/(?<!\\)\./g)) {
      yield put(
        site,
        print(`${body.slice(0, match.index)}\\.${body.slice(match.index + 1)}`),
        costs.escapeDot,
      );
    }
  },
};
