import { discountFor } from "./discount.js";

/** Prices are in cents. */
export function priceOf(product, quantity) {
  const full = product.price * quantity;
  return Math.round(full * (1 - discountFor(quantity)));
}
