import { describe, expect, it } from "vitest";
import { textOf, textsOf } from "./file-text.ts";

const state = (bytes: string | Uint8Array) => ({
  mode: "100644" as const,
  sha256: "0".repeat(64),
  content_base64: Buffer.from(bytes).toString("base64"),
});
const BINARY = Uint8Array.from([0xff, 0x61]);

describe("the text of a changed file", () => {
  it.each(["", "a\r\nb", "\uFEFFname;größe\n", "日本\0"])("is complete: %j", (text) => {
    expect(textOf(state(text))).toBe(text);
    const change = { files: [{ path: "a", before: null, after: state(text) }] };
    expect(textsOf(change, "after")).toEqual([{ path: "a", text }]);
    expect(textsOf(change, "before")).toEqual([]);
  });

  it("is null without a file, and for bytes that are not text", () => {
    expect([textOf(null), textOf(state(BINARY))]).toEqual([null, null]);
  });

  it("replaces bytes that are not text where it is only read", () => {
    const files = [{ path: "a", before: state(BINARY), after: null }];
    expect(textsOf({ files }, "before")).toEqual([{ path: "a", text: "\uFFFDa" }]);
  });
});
