import type { Reading } from "../pass.ts";

export const codeFence: Reading = {
  meta: {
    name: "code-fence",
    title: "A Markdown fence around the text",
    why: "Models wrap code in a fence even inside a field that contains only code.",
    examples: [
      {
        before: { search: "```python\na = 1\n```\n", replace: "```python\na = 2\n```\n" },
        after: { search: "a = 1\n", replace: "a = 2\n" },
      },
      { before: { search: "a\n", replace: "b\n" }, after: null },
    ],
  },
  read({ search, replace }) {
    const inner = unfence(search);
    return inner === null ? null : { search: inner, replace: unfence(replace) ?? replace };
  },
};

const unfence = (text: string): string | null =>
  /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?\n)\1[ \t]*\n?$/.exec(text)?.[2] ?? null;
