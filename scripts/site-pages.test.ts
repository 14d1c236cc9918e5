import { describe, expect, it } from "vitest";
import { listOf, pageFor, sidebarFrom } from "./site-pages.ts";

describe("pageFor", () => {
  it.each([
    ["a page", "README.md", "[tutorial](tutorial.md#start)", "[tutorial](tutorial.md#start)"],
    ["an address", "a.md", "[x](https://example.org/README.md)", "[x](https://example.org/README.md)"],
    ["the contents page", "how-to/a.md", "[all](../README.md)", "[all](../contents.md)"],
    ["a file outside docs", "a.md", "see [app.ts](../src/app.ts).", "see app.ts."],
    [
      "a neighbor that only looks like an outside file",
      "how-to/a.md",
      "[p](../proof.md)",
      "[p](../proof.md)",
    ],
    ["the decisions", "README.md", "[decisions/](decisions/)", "[decisions/](decisions/index.md)"],
  ])("keeps or changes a link to %s", (_name, path, text, expected) => {
    expect(pageFor(path, text)).toBe(expected);
  });
});

it("drops comments, which the site would show", () => {
  expect(pageFor("a.md", "# A\n\n<!-- table -->\ntext\n<!-- end -->\n")).toBe("# A\n\ntext\n");
});

describe("sidebarFrom", () => {
  it("has a group per heading, with the titles of the pages, and only pages that exist", () => {
    const titles: Record<string, string> = {
      "tutorial.md": "# Tutorial: from here to there\n",
      "how-to/a.md": "# Work with `a`\n",
      "b.md": "no title",
    };
    const contents =
      "Start with the [tutorial](tutorial.md).\n\n## How to\n\n| [a.md](how-to/a.md) |\n[b](b.md)\n[c](../C.md)";
    expect(sidebarFrom(contents, (path) => titles[path] ?? "")).toEqual([
      { text: "Start", collapsed: false, items: [{ text: "Tutorial", link: "/tutorial" }] },
      {
        text: "How to",
        collapsed: false,
        items: [
          { text: "Work with a", link: "/how-to/a" },
          { text: "b.md", link: "/b" },
        ],
      },
    ]);
  });
});

it("lists decisions by their titles", () => {
  expect(listOf([{ name: "x.md", text: "# Why x\n" }])).toContain("- [Why x](x.md)");
});
