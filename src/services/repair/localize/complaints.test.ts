import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import { areAllCertain, complaintsOf } from "./complaints.ts";

function complaint(type: string, message: string, path = "m.py", line = "") {
  const target = makeTarget({ [path]: `\n${line}\n` }, { "test_m.py": "" }, `${path}:2`, { type, message });
  const [found] = complaintsOf(target);
  return { found, isCertain: areAllCertain(target, complaintsOf(target)) };
}

describe("complaintsOf", () => {
  it.each<[string, string, string, string, boolean]>([
    ["NameError", "name 'totl' is not defined", "name", "totl", true],
    ["AttributeError", "'Ledger' object has no attribute 'entires'", "name", "entires", true],
    ["AttributeError", "module 're' has no attribute 'compil'", "name", "compil", true],
    ["AttributeError", "'NoneType' object has no attribute 'name'", "name", "name", false],
    ["AttributeError", "'list' object has no attribute 'apend'", "name", "apend", false],
    [
      "ImportError",
      "cannot import name 'OrderdDict' from 'collections' (x.py)",
      "export",
      "OrderdDict",
      true,
    ],
    ["ModuleNotFoundError", "No module named 'shop.textutils'", "module", "textutils", true],
    ["KeyError", "'widht'", "name", "widht", false],
    ["TypeError", "pad() got an unexpected keyword argument 'fil'", "name", "fil", false],
    ["TypeError", "pad() missing 1 required positional argument: 'width'", "arity", "pad", true],
    ["TypeError", "Cart.__init__() takes 2 positional arguments but 3 were given", "arity", "Cart", true],
    ["ReferenceError", "facter is not defined", "name", "facter", true],
    ["TypeError", "this.items.kyes is not a function", "name", "kyes", false],
    [
      "SyntaxError",
      "The requested module './a.js' does not provide an export named 'rond'",
      "export",
      "rond",
      true,
    ],
    [
      "Error",
      "Cannot find module '/tree/src/number.js' imported from /tree/src/a.js",
      "module",
      "number",
      true,
    ],
  ])("reads %s: %s", (type, message, kind, name, certain) => {
    const { found, isCertain } = complaint(type, message);
    expect([found?.kind, found?.name, found?.at, isCertain]).toEqual([
      kind,
      name,
      { path: "m.py", line: 2 },
      certain,
    ]);
  });

  it("treats the object without the property as the missing name", () => {
    const message = "Cannot read properties of undefined (reading 'trim')";
    expect(complaint("TypeError", message, "m.js", "return this.optons.trim();").found?.name).toBe("optons");
  });

  it.each([
    ["AssertionError", "expected 1 to be 2"],
    ["TypeError", "unsupported operand type(s) for +: 'int' and 'str'"],
    ["ValueError", "name 'x' is not defined"],
  ])("ignores %s: %s", (type, message) => {
    expect(complaint(type, message).found).toBeUndefined();
  });

  it("has no location if the test itself raised the error", () => {
    const error = { type: "NameError", message: "name 'totl' is not defined" };
    const target = makeTarget({ "m.py": "" }, { "test_m.py": "" }, "m.py:1 test_m.py:2", error);
    expect(complaintsOf(target)[0]?.at).toBeNull();
    expect(areAllCertain(target, complaintsOf(target))).toBe(false);
  });
});
