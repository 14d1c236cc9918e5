import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../../test/support/repair/target.ts";
import { expectedOf } from "./expected.ts";

function expectedIn(path: string, name: string, text: string) {
  const { failing, tests } = makeTarget({}, { [path]: text });
  const failures = failing.failures.map((each) => ({ ...each, test_name: name }));
  return expectedOf({ failing: { ...failing, failures }, tests });
}

describe("what failing tests expect", () => {
  const python =
    'def test_a():\n    assert f([]) == 0\n\ndef test_b():\n    assert f([7]) == 7\n    with pytest.raises(ValueError, match="must be positive"):\n        f(-5)\n';

  it("is read from the failing test only", () => {
    expect(expectedIn("test_m.py", "test_a", python)).toEqual({
      results: ["0"],
      numbers: ["0"],
      strings: [],
      errors: [],
    });
  });

  it("includes errors and their messages", () => {
    expect(expectedIn("test_m.py", "test_b", python)).toMatchObject({
      results: ["7"],
      numbers: ["7", "-5"],
      errors: [{ type: "ValueError", message: "must be positive" }],
    });
  });

  it("includes the last column of a table of cases", () => {
    const table =
      '@pytest.mark.parametrize("given, wanted", [("a", 1), ("", None)])\ndef test_a(given, wanted):\n    assert f(given) == wanted\n';
    expect(expectedIn("test_m.py", "test_a[a-1]", table).results).toEqual(
      expect.arrayContaining(["1", "None"]),
    );
  });

  it.each([
    ["assert.throws(() => f(1), RangeError);", { type: "RangeError", message: null }],
    [
      'assert.throws(() => f(1), { name: "TypeError", message: "no text" });',
      { type: "TypeError", message: "no text" },
    ],
    ["assert.throws(() => f(1), /no (x)/);", { type: null, message: "no (x)" }],
    ["expect(() => f(1)).toThrow(RangeError);", { type: "RangeError", message: null }],
    ['expect(() => f(1)).toThrow("too large");', { type: null, message: "too large" }],
  ])("reads %s", (line, error) => {
    const text = `test("a", () => {\n  ${line}\n});\n`;
    expect(expectedIn("m.test.js", "a", text).errors).toEqual([error]);
  });

  it("is read from the whole file if the test is not found", () => {
    expect(expectedIn("test_m.py", "test_c", python).results).toEqual(["0", "7"]);
  });
});
