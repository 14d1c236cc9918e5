import { expect, test } from "vitest";
import { recentChanges } from "./recent-changes.ts";

test("reads replaced, added and removed lines with the line at which they start now", () => {
  const diff = [
    ...["diff --git a/m.py b/m.py", "--- a/m.py", "+++ b/m.py"],
    ...["@@ -1,4 +1,5 @@", " a", "-b", "+B", "+C", " c", "-d", "+D"],
    ...["@@ -20,3 +21,2 @@ def f", " x", "-gone", " y"],
    "",
  ].join("\n");
  expect(recentChanges(diff)).toEqual({
    "m.py": [
      { start: 2, before: ["b"], after: ["B", "C"] },
      { start: 5, before: ["d"], after: ["D"] },
      { start: 22, before: ["gone"], after: [] },
    ],
  });
});

test("an empty diff has no changes", () => {
  expect(recentChanges("")).toEqual({});
});
