import type { Reading } from "../pass.ts";

export const escapedText: Reading = {
  meta: {
    name: "escaped-text",
    title: "The text as a string literal writes it",
    why: "Line ends as \\n, tabs as \\t and doubled backslashes: JSON that was encoded twice.",
    examples: [
      {
        before: { search: "if a:\\n\\tb\\n", replace: "if c:\\n\\tb\\n" },
        after: { search: "if a:\n\tb\n", replace: "if c:\n\tb\n" },
      },
      { before: { search: "a\nb\n", replace: "c\\n" }, after: null },
    ],
  },
  read({ search, replace }) {
    const plain = unescapeText(search);
    return plain === search ? null : { search: plain, replace: unescapeText(replace) };
  },
};

const MEANING: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", ""],
]);

const unescapeText = (text: string): string =>
  text.replace(/\\([ntr"'`\\])/g, (_, letter: string) => MEANING.get(letter) ?? letter);
