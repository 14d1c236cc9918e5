const STEPS = [
  { from: 100, rate: 0.2 },
  { from: 10, rate: 0.1 },
];

/** The rate for a quantity: ten items or more, a tenth off; a hundred or more, a fifth. */
export function discountFor(quantity) {
  for (const step of STEPS) {
    if (quantity > step.from) return step.rate;
  }
  return 0;
}
