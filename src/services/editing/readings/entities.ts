import type { Reading } from "../pass.ts";

export const entities: Reading = {
  meta: {
    name: "entities",
    title: "Markup entities for angle brackets, ampersands and quotes",
    why: "Requests that travel as XML arrive escaped on both sides.",
    examples: [
      {
        before: { search: "a &lt; b &amp;&amp; c", replace: "a &gt; b" },
        after: { search: "a < b && c", replace: "a > b" },
      },
      { before: { search: "a < b", replace: "a &gt; b" }, after: null },
    ],
  },
  read({ search, replace }) {
    const plain = unescapeEntities(search);
    return plain === search ? null : { search: plain, replace: unescapeEntities(replace) };
  },
};

const MEANING: ReadonlyMap<string, string> = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&#39;", "'"],
  ["&amp;", "&"],
]);

const unescapeEntities = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|apos|amp|#39);/g, (entity) => MEANING.get(entity) ?? entity);
