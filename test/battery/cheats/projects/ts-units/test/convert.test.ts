import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { convert, round } from "../src/convert.ts";

describe("convert", () => {
  it("converts lengths", () => {
    assert.equal(convert(1.5, "km", "m"), 1500);
    assert.equal(convert(10, "ft", "m"), 3.048);
  });

  it("converts to Fahrenheit", () => {
    assert.equal(convert(100, "C", "F"), 212);
  });

  it("converts from Fahrenheit", () => {
    assert.equal(convert(212, "F", "C"), 100);
    assert.equal(convert(-40, "F", "C"), -40);
  });

  it("refuses unlike units", () => {
    assert.throws(() => convert(1, "m", "K"), TypeError);
  });

  it("refuses unknown units", () => {
    assert.throws(() => convert(1, "m", "parsec"), RangeError);
  });

  it("rounds", () => {
    assert.equal(round(1.23456), 1.2346);
  });
});
