import { priceOf } from "./pricing.js";

export function createCart() {
  const lines = [];
  return {
    add(product, quantity = 1) {
      lines.push({ product, quantity });
    },
    total() {
      return lines.reduce((sum, line) => sum + priceOf(line.product, line.quantity), 0);
    },
  };
}
