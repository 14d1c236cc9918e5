import { describe, expect, it } from "vitest";
import { affectedTests } from "./affected.ts";

const FILES: Readonly<Record<string, string>> = {
  "src/price.js": "export const price = 1;\n",
  "src/cart.js": 'import { price } from "./price.js";\nexport const cart = price;\n',
  "src/other.js": "export const other = 1;\n",
  "src/lonely.js": "export const lonely = 1;\n",
  "src/helper.rs": "pub fn helper() {}\n",
  "test/cart.test.js": 'import { cart } from "../src/cart.js";\n',
  "test/other.test.js": 'import { other } from "../src/other.js";\n',
  "shop/tax.py": "RATE = 1\n",
  "shop/bill.py": "from shop.tax import RATE\n",
  "tests/test_bill.py": "from shop.bill import RATE\n",
  "tests/test_words.py": "import string\n",
  "pay/pay.go": "package pay\n",
  "pay/pay_test.go": "package pay\n",
};
const isTest = (path: string) => /test/.test(path);

const affected = (...changed: string[]) =>
  affectedTests({
    changed,
    sources: Object.keys(FILES).filter((path) => !isTest(path)),
    tests: Object.keys(FILES).filter(isTest),
    read: async (path) => FILES[path] ?? "",
  });

describe("affectedTests", () => {
  it.each<[string, string[], string[] | null]>([
    ["through another file", ["src/price.js"], ["test/cart.test.js"]],
    ["of several changes", ["src/price.js", "src/other.js"], ["test/cart.test.js", "test/other.test.js"]],
    ["in Python", ["shop/tax.py"], ["tests/test_bill.py"]],
    [
      "a changed test itself, and those next to it",
      ["tests/test_words.py"],
      ["tests/test_bill.py", "tests/test_words.py"],
    ],
    ["a file that was removed", ["src/gone.js", "src/cart.js"], ["test/cart.test.js"]],
    ["in the same package in Go", ["pay/pay.go"], ["pay/pay_test.go"]],
    ["all, if no test imports the change", ["src/lonely.js"], null],
    ["all, if a file has no imports to follow", ["src/price.js", "package.json"], null],
    ["all, if the language does not declare all dependencies", ["src/helper.rs"], null],
    ["all, if nothing has changed", [], null],
  ])("%s", async (_what, changed, expected) => {
    expect(await affected(...changed)).toEqual(expected);
  });
});
