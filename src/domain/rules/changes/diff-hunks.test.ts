import { describe, expect, it } from "vitest";
import { readHunks } from "./diff-hunks.ts";

const DIFF = `diff --git a/a.js b/a.js
--- a/a.js
+++ b/a.js
@@ -1,3 +1,3 @@ function f() {
 one
--- two
+++ two
 three
\\ No newline at end of file
@@ -9 +9,2 @@
-nine
+9
+10
diff --git a/gone.js b/gone.js
deleted file mode 100644
--- a/gone.js
+++ /dev/null
@@ -1 +0,0 @@
-gone
`;

describe("readHunks", () => {
  const files = readHunks(DIFF);

  it("numbers the lines of both sides", () => {
    const [first, second] = files.get("a.js") ?? [];
    expect(first).toEqual({
      ...{ old_start: 1, old_lines: 3, new_start: 1, new_lines: 3, heading: "function f() {" },
      lines: [
        { kind: "context", old: 1, new: 1, text: "one" },
        { kind: "removed", old: 2, new: null, text: "-- two" },
        { kind: "added", old: null, new: 2, text: "++ two" },
        { kind: "context", old: 3, new: 3, text: "three", no_newline: true },
      ],
    });
    expect(second?.lines.map(({ old, new: after }) => [old, after])).toEqual([
      [9, null],
      [null, 9],
      [null, 10],
    ]);
  });

  it("finds a removed file under its old path", () => {
    expect(files.get("gone.js")?.[0]?.lines).toEqual([{ kind: "removed", old: 1, new: null, text: "gone" }]);
  });

  it("finds nothing in text that is not a diff", () => {
    expect(readHunks("").size).toBe(0);
    expect(readHunks("@@ what @@\n+x").size).toBe(0);
  });
});
