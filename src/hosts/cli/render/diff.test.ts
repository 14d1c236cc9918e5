import { describe, expect, it } from "vitest";
import { createPaint } from "../terminal.ts";
import { renderDiff } from "./diff.ts";

describe("renderDiff", () => {
  it("numbers both sides and names the file once", () => {
    const diff =
      "diff --git a/c.js b/c.js\n--- a/c.js\n+++ b/c.js\n@@ -1,3 +1,3 @@\n f {\n-  a - b\n+  a + b\n }\n";
    expect(renderDiff(diff, createPaint(false))).toBe(
      ["  c.js", "     1   f {", "     2 -   a - b", "     2 +   a + b", "     3   }"].join("\n"),
    );
  });

  it("colors only when asked", () => {
    expect(renderDiff("@@ -1 +1 @@\n+x", createPaint(true))).toContain("\u001b[32m");
  });
});
