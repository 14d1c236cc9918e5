import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { add, divide, multiply } from "./calculator.js";

describe("calculator", () => {
  it("adds", () => {
    assert.equal(add(2, 3), 5);
    assert.equal(add(-1, 1), 0);
  });

  it("divides", () => {
    assert.equal(divide(10, 2), 5);
  });

  it("refuses to divide by zero", () => {
    assert.throws(() => divide(10, 0), RangeError);
  });

  it("multiplies", () => {
    assert.equal(multiply(3, 4), 12);
  });
});
