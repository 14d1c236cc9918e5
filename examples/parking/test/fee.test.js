import assert from "node:assert/strict";
import { test } from "node:test";
import { feeFor } from "../src/fee.js";

test("half an hour is free", () => {
  assert.equal(feeFor(30, "03-14"), 0);
});

test("a partial hour is charged as a full hour", () => {
  assert.equal(feeFor(61, "03-14"), 400);
});

test("two hours are charged by the hour", () => {
  assert.equal(feeFor(120, "03-14"), 400);
});

test("a whole day costs the daily maximum", () => {
  assert.equal(feeFor(1440, "03-14"), 1500);
});

test("holidays are free", () => {
  assert.equal(feeFor(120, "12-25"), 0);
});
