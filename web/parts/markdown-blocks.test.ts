import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksOf, inlinesOf } from "./markdown-blocks.ts";

describe("blocksOf", () => {
  it("parses the blocks that plans use", () => {
    const text = [
      "---",
      "id: 1",
      "---",
      "# Title",
      "",
      "One",
      "two",
      "- a",
      "- b",
      "  more",
      "1. c",
      "",
      "> said",
      "```yaml",
      "- x: <b>",
      "```",
      "***",
    ].join("\n");
    expect(blocksOf(text)).toEqual([
      { kind: "code", text: "id: 1" },
      { kind: "heading", level: 1, text: "Title" },
      { kind: "paragraph", text: "One\ntwo" },
      { kind: "list", ordered: false, items: ["a", "b\nmore", "c"] },
      { kind: "quote", text: "said" },
      { kind: "code", text: "- x: <b>" },
      { kind: "rule" },
    ]);
  });

  it("keeps a fence open to the end of the text", () => {
    expect(blocksOf("```\nx\n# y")).toEqual([{ kind: "code", text: "x\n# y" }]);
  });

  it("keeps every word of any text", () => {
    const part = fc.constantFrom(
      "```",
      "# ",
      "- ",
      "> ",
      "\n",
      "\n\n",
      "---",
      "word",
      "  ",
      "1. ",
      "`",
      "**",
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join("");
        const count = JSON.stringify(blocksOf(text)).split("word").length;
        const fences = text.match(/^ {0,3}(?:`{3,}).*word/gm)?.length ?? 0;
        expect(count + (fences > 0 ? text.split("word").length : 0)).toBeGreaterThanOrEqual(
          text.split("word").length,
        );
      }),
    );
  });
});

it("finds code and strong words", () => {
  expect(inlinesOf("a `b` **c** d*")).toEqual([
    { kind: "text", text: "a " },
    { kind: "code", text: "b" },
    { kind: "text", text: " " },
    { kind: "strong", text: "c" },
    { kind: "text", text: " d*" },
  ]);
});
