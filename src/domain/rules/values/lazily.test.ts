import { expect, it } from "vitest";
import { lazily } from "./lazily.ts";

it("makes a value at its first use, once", () => {
  let made = 0;
  const value = lazily(() => {
    made += 1;
    return null;
  });
  expect(made).toBe(0);
  expect([value(), value(), made]).toEqual([null, null, 1]);
});
