import { expect, it } from "vitest";
import { neighborOf } from "./imports-in-tests.ts";

const from = (path: string, ...tests: [path: string, text: string][]) => {
  const found = neighborOf(
    path,
    tests.map(([test, text]) => ({ path: test, text })),
  );
  return found === null ? null : [found.test.path, found.from];
};

it("prefers a test that imports the file", () => {
  expect(
    from(
      "src/price.js",
      ["test/cart.test.js", 'import { cart } from "../src/cart.js";'],
      ["test/price.test.js", 'import { total } from "../src/price.js";'],
    ),
  ).toEqual(["test/price.test.js", "../src/price.js"]);
});

it.each([
  ["src/price.js", "test/cart.test.js", 'import { cart } from "../src/cart.js";', "../src/price.js"],
  ["src/price.ts", "test/cart.test.ts", 'import { cart } from "../src/cart.js";', "../src/price.js"],
  ["src/price.ts", "src/cart.test.ts", 'import { cart } from "./cart.ts";', "./price.ts"],
  ["lib/a/price.cjs", "lib/cart.test.cjs", "const cart = require('./cart');", "./a/price"],
  ["shop/price.py", "tests/test_cart.py", "from shop.cart import Cart", "shop.price"],
  ["src/shop/price.py", "tests/test_cart.py", "import shop.cart", "shop.price"],
  ["price.py", "test_cart.py", "from cart import Cart", "price"],
])("imports %s in %s like its neighbors", (path, test, text, wanted) => {
  expect(from(path, [test, text])).toEqual([test, wanted]);
});

it.each([
  ["shop/price.py", "tests/test_cart.py", "from bank.cart import Cart"],
  ["src/price.py", "tests/test_cart.py", "from cart import Cart"],
  ["src/price.js", "test/cart.test.js", 'import cart from "cart";'],
])("does not guess how to import %s in %s", (path, test, text) => {
  expect(from(path, [test, text])).toBeNull();
});
