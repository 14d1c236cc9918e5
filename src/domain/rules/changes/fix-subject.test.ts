import { expect, it } from "vitest";
import { fixSubject } from "./fix-subject.ts";

it.each([
  ["src/cart.py", "tests/test_cart.py::TestCart::test_rounds_the_total[3]", "fix(cart): rounds the total"],
  ["cart.js", "cart > rounds the total", "fix(cart): rounds the total"],
  ["pkg/cart.go", "TestRoundsTheTotal", "fix(cart): rounds the total"],
  ["pkg/cart.go", "TestCart/rounds_the_total", "fix(cart): rounds the total"],
  ["src/lib.rs", "tests::rounds_the_total", "fix(lib): rounds the total"],
  ["src/a.test-utils.js", "keeps what was typed.", "fix(a.test-utils): keeps what was typed"],
  ["calculator.js", "calculator > adds", "fix(calculator): calculator adds"],
  ["calc.py", "tests/test_calc.py::TestCalculator::test_adds", "fix(calc): calculator adds"],
  ["a b.py", "test_rounds_the_total", "fix: rounds the total"],
])("the subject for %s and %s is %s", (file, test, subject) => {
  expect(fixSubject([file], test)).toBe(subject);
});

it("names no file if several changed", () => {
  expect(fixSubject(["a.py", "b.py"], "test_rounds_the_total")).toBe("fix: rounds the total");
});

it("cuts at a word, at 72 characters", () => {
  const subject = fixSubject(["cart.py"], `test_${"rounds_the_total_".repeat(8)}`) ?? "";
  expect(subject.length).toBeLessThanOrEqual(72);
  expect(subject).toMatch(/ (?:rounds|the|total)…$/);
});

it.each(["test_1", "test", "", "case[3]", "TestX", "a_test.py::test_1", "tests/a.py::test_x"])(
  "returns nothing for the meaningless name %j",
  (name) => {
    expect(fixSubject(["cart.py"], name)).toBeNull();
  },
);
