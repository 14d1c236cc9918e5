import type { Reading } from "../pass.ts";

export const escapedQuotes: Reading = {
  meta: {
    name: "escaped-quotes",
    title: "Quotes with one backslash too many",
    why: "The text was escaped once too often, both in the search and in the replacement.",
    examples: [
      {
        before: { search: 'f(\\"a\\")', replace: 'f(\\"b\\")' },
        after: { search: 'f("a")', replace: 'f("b")' },
      },
      { before: { search: 'f("a")', replace: 'f(\\"b\\")' }, after: null },
    ],
  },
  read({ search, replace }) {
    const plain = unescapeQuotes(search);
    return plain === search ? null : { search: plain, replace: unescapeQuotes(replace) };
  },
};

const unescapeQuotes = (text: string): string => text.replace(/\\(["'`])/g, (_, quote: string) => quote);
