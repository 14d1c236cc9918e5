import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import { countMoreSuspicious, locate } from "./suspects.ts";
import { suspect } from "./suspicion.ts";

describe("locate", () => {
  it.each([
    ["m.py", 'File "/tmp/x/m.py", line 2, in f\n'],
    ["src/m.js", "at f (file:///tmp/x/src/m.js:2:9)\n"],
  ])("puts the innermost frame in %s first", async (path, stack) => {
    const text = path.endsWith(".py")
      ? "def f(a):\n    return a.b\n\ndef g():\n    return 1\n"
      : "function f(a) {\n  return a.b;\n}\n";
    const [most] = locate(makeTarget({ [path]: text }, { "test_m.py": "" }, stack));
    expect(most).toMatchObject({ path, line: 2, why: "on the stack of a failing test" });
  });
});

describe("countMoreSuspicious", () => {
  const sources = {
    "a.py": "def f(a):\n    return a\n\n\ndef g(a):\n    def h():\n        return a\n\n    return h\n",
    "b.py": "def k(a):\n    return a\n",
  };
  const target = makeTarget(sources, { "test_m.py": "" });
  const suspicion = suspect(target, [
    { failed: true, lines: { "a.py": [2, 7, 9], "b.py": [2] } },
    { failed: false, lines: { "a.py": [2, 9] } },
    { failed: false, lines: { "a.py": [9] } },
  ]);

  it.each([
    ["the function that only failing tests run", "a.py", "return a\n\n    return h", 0],
    ["an equally suspicious function of another file", "b.py", "return a", 0],
    ["a function that one passing test runs too", "a.py", "return a\n\n\n", 2],
    ["a line of a function that is not in its inner function", "a.py", "return h", 3],
    ["a file that the search does not know", "c.py", "", 4],
  ])("counts the functions above %s", (_, path, code, count) => {
    const start =
      Object.entries(sources)
        .find(([each]) => each === path)?.[1]
        .indexOf(code) ?? 0;
    const patch = { source: "search", operator: "o", description: "d", cost: 1 };
    const edits = [{ path, start, end: start, text: "" }];
    expect(countMoreSuspicious({ ...patch, edits }, target, suspicion)).toBe(count);
  });
});
