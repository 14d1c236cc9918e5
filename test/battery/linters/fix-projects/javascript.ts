/** The same in JavaScript. */
export const JAVASCRIPT_FILES: Readonly<Record<string, string>> = {
  "package.json": `{"name":"shop","version":"1.0.0","private":true,"type":"module","scripts":{"test":"node --test"},"dependencies":{"eslint":"^9.39.5"}}`,
  "lib/prices.js": `export function total(prices) {
  var sum = 0;
  for (let price of prices) {
    sum = sum + price["amount"];
  }
  return sum;
}

export function format(price) {
  return "€ " + price.amount;
}

export function cheapest(prices) {
  if (prices.length === 0) {
    return null;
  } else {
    return prices.reduce(function (best, price) {
      return price.amount < best.amount ? price : best;
    });
  }
}

export function withTax(price, rate) {
  return Object.assign({}, price, { amount: price.amount * Math.pow(1 + rate, 1) });
}
`,
  "lib/stock.js": `export function item(name, count) {
  return { name: name, count: count, isThere: function () { return count > 0; } };
}

export function has(stock, name) {
  let found = undefined;
  for (const each of stock) {
    if (typeof each.name == "string") {
      if (each.name === name) found = each;
    }
  }
  return found ? true : false;
}

export function names(stock) {
  return stock.map((each) => {
    return each.name;
  });
}

export function isEmpty(stock) {
  return !!Boolean(0 === stock.length);
}
`,
  "lib/report.js": `import { format as format, total } from "./prices.js";

export function lines(prices, options) {
  options = options || {};
  let prefix = options.prefix ?? "";
  return prices.map((price) => prefix + format(price));
}

export function report(prices, print) {
  if (!!prices.length) {
    print(lines(prices).join("\\n"));
  } else {
    if (print.onEmpty) {
      print.onEmpty();
    }
  }
  print("total: " + total(prices));
  return;
}
`,
  "test/shop.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { cheapest, format, total, withTax } from "../lib/prices.js";
import { lines, report } from "../lib/report.js";
import { has, isEmpty, item, names } from "../lib/stock.js";

const PRICES = [{ amount: 2 }, { amount: 1 }];

test("prices", () => {
  assert.equal(total(PRICES), 3);
  assert.equal(format(PRICES[0]), "€ 2");
  assert.equal(cheapest(PRICES).amount, 1);
  assert.equal(cheapest([]), null);
  assert.deepEqual(withTax({ amount: 2, name: "nut" }, 0.5), { amount: 3, name: "nut" });
});

test("stock", () => {
  const stock = [item("nut", 1), item("bolt", 0), { name: 7 }];
  assert.deepEqual(stock.slice(0, 2).map((each) => each.isThere()), [true, false]);
  assert.equal(has(stock, "nut"), true);
  assert.equal(has(stock, "screw"), false);
  assert.deepEqual(names(stock), ["nut", "bolt", 7]);
  assert.equal(isEmpty(stock), false);
  assert.equal(isEmpty([]), true);
});

test("report", () => {
  const printed = [];
  const print = (text) => printed.push(text);
  print.onEmpty = () => printed.push("empty");
  report(PRICES, print);
  report([], print);
  assert.deepEqual(printed, ["€ 2\\n€ 1", "total: 3", "empty", "total: 0"]);
  assert.deepEqual(lines(PRICES.slice(0, 1), { prefix: "- " }), ["- € 2"]);
});
`,
};
