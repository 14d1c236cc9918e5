import assert from "node:assert";
import test from "node:test";
import { format, splitBill, splitEvenly } from "js-ledger";

test("formats cents", () => {
  assert.equal(format(1250), "12.50");
  assert.equal(format(-5), "-0.05");
});

test("splits without a remainder", () => {
  assert.deepEqual(splitEvenly(900, 3), [300, 300, 300]);
});

test("gives the remainder to the first people", () => {
  assert.deepEqual(splitEvenly(1000, 3), [334, 333, 333]);
  assert.deepEqual(splitEvenly(5, 4), [2, 1, 1, 1]);
});

test("needs somebody to pay", () => {
  assert.throws(() => splitEvenly(100, 0), RangeError);
});

test("splits a bill by name", () => {
  assert.deepEqual(splitBill(2000, ["ann", "bob", "cy"]), { ann: "6.67", bob: "6.67", cy: "6.66" });
});
