import { wholeLines } from "../lines.ts";
import type { Reading } from "../pass.ts";

export const lineNumbers: Reading = {
  meta: {
    name: "line-numbers",
    title: "Line numbers before every line",
    why: "Listings shown with line numbers get quoted with them. Applies only if every line has a number, each one higher than the last.",
    examples: [
      {
        before: { search: "  9 | a:\n 10 |   b\n", replace: "  9 | a:\n 10 |   c\n" },
        after: { search: "a:\n  b\n", replace: "a:\n  c\n" },
      },
      { before: { search: "     7\ta\n", replace: "b\n" }, after: { search: "a\n", replace: "b\n" } },
      { before: { search: "1: a\n7: b\n", replace: "1: c\n" }, after: null },
      { before: { search: "1 | a\nb\n", replace: "1 | c\n" }, after: null },
    ],
  },
  read({ search, replace }) {
    const searched = stripNumbers(search);
    if (searched === null || !searched.consecutive) return null;
    const replaced = stripNumbers(replace);
    if (replaced !== null) return { search: searched.text, replace: replaced.text };
    return wholeLines(replace).some((line) => NUMBERED.test(line))
      ? null
      : { search: searched.text, replace };
  },
};

const NUMBERED = /^[ ]*L?(\d+)(\t|→|[ ]?[|│:])(.*)$/u;

function stripNumbers(text: string): { text: string; consecutive: boolean } | null {
  const parts = wholeLines(text).map((line) => NUMBERED.exec(line));
  if (parts.length === 0 || parts.some((part) => part === null)) return null;
  const numbers = parts.map((part) => Number(part?.[1]));
  const bodies = parts.map((part) => part?.[3] ?? "");
  const ruled = parts.every((part) => /[|│:]$/.test(part?.[2] ?? ""));
  const spaced = ruled && bodies.every((body) => body === "" || body.startsWith(" "));
  return {
    text:
      bodies.map((body) => (spaced ? body.slice(1) : body)).join("\n") + (text.endsWith("\n") ? "\n" : ""),
    consecutive: numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1),
  };
}
