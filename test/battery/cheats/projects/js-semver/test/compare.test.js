"use strict";

const assert = require("node:assert");
const { test } = require("node:test");
const { compare, parse, sort } = require("../lib/index.js");

test("parses a version", () => {
  assert.deepStrictEqual(parse("1.2.3-rc.1"), { numbers: [1, 2, 3], prerelease: ["rc", "1"] });
});

test("refuses other text", () => {
  assert.throws(() => parse("1.2"), TypeError);
});

test("compares numbers by value", () => {
  assert.strictEqual(compare("1.10.0", "1.9.0"), 1);
  assert.strictEqual(compare("2.0.0", "2.0.0"), 0);
});

test("a release comes after its candidates", () => {
  assert.ok(compare("1.0.0", "1.0.0-rc.1") > 0);
});

test("compares numbered candidates by value", () => {
  assert.strictEqual(compare("1.0.0-rc.2", "1.0.0-rc.10"), -1);
});

test("sorts versions", () => {
  assert.deepStrictEqual(sort(["1.0.0-beta.11", "1.0.0", "1.0.0-beta.2"]), [
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0",
  ]);
});
