import type { Reading } from "../pass.ts";

export const escapedQuotes: Reading = {
  meta: {
    name: "escaped-quotes",
    title: "Quotes with one backslash too many",
    why: "The text went through one string literal too many. What escaped the search escaped the replacement too.",
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
