import { child, operatorOf, unwrap } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

/** A remainder by 2 asks whether a number is even, not where it is on a circle. */
const PARITY = "2";

export const negativeRemainderSlips: readonly Slip[] = [
  {
    why: "the remainder of a negative number is negative",
    chance: "likely",
    kinds: ["binary"],
    examples: {
      javascript: [
        ["f((i - 1) % n);", "f((i - 1 + n) % n);"],
        ["f((i - k) % n);", "f((((i - k) % n) + n) % n);"],
        ["f(a % xs.length);", "f(((a % xs.length) + xs.length) % xs.length);"],
      ],
      go: [
        [
          "package p\nfunc f(i, n int) int { return (i - 1) % n }",
          "package p\nfunc f(i, n int) int { return (i - 1 + n) % n }",
        ],
        [
          "package p\nfunc f(a, n int) int { return a % n }",
          "package p\nfunc f(a, n int) int { return ((a % n) + n) % n }",
        ],
      ],
    },
    leaves: {
      javascript: ["f(a % 2);"],
      go: ["package p\nfunc f(a, n int) int { return (a + n) % n }"],
    },
    *correct(site, { text }) {
      const [left, right] = [child(site, "left"), child(site, "right")];
      if (!left || !right || operatorOf(site) !== "%" || text(right) === PARITY) return;
      const divisor = text(right);
      const inner = unwrap(left);
      const isSum = inner.kind === "binary" && operatorOf(inner) === "+";
      if (
        isSum &&
        [child(inner, "left"), child(inner, "right")].some((each) => each && text(each) === divisor)
      )
        return;
      if (inner.kind === "binary" && operatorOf(inner) === "-")
        yield [at(site, `(${text(inner)} + ${divisor}) % ${divisor}`)];
      yield [at(site, `((${text(left)} % ${divisor}) + ${divisor}) % ${divisor}`)];
    },
  },
];
