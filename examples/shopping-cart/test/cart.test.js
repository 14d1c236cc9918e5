import assert from "node:assert/strict";
import { test } from "node:test";
import { createCart } from "../src/cart.js";

const pen = { name: "pen", price: 120 };

test("an empty cart costs nothing", () => {
  assert.equal(createCart().total(), 0);
});

test("a few items cost the full price", () => {
  const cart = createCart();
  cart.add(pen, 3);
  assert.equal(cart.total(), 360);
});

test("ten items are a tenth cheaper", () => {
  const cart = createCart();
  cart.add(pen, 10);
  assert.equal(cart.total(), 1080);
});

test("a hundred items are a fifth cheaper", () => {
  const cart = createCart();
  cart.add(pen, 100);
  assert.equal(cart.total(), 9600);
});

test("eleven items are a tenth cheaper", () => {
  const cart = createCart();
  cart.add(pen, 11);
  assert.equal(cart.total(), 1188);
});
