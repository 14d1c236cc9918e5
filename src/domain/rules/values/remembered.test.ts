import { expect, it } from "vitest";
import { lazily } from "./lazily.ts";
import { remembered } from "./remembered.ts";

it("derives a value once for each object, even if the value is undefined", () => {
  const asked: object[] = [];
  const derive = remembered((key: object) => {
    asked.push(key);
    return undefined;
  });
  const [first, second] = [{}, {}];
  for (const key of [first, second, first]) derive(key);
  expect(asked).toEqual([first, second]);
});

it("makes a value at its first use, once", () => {
  let made = 0;
  const value = lazily(() => {
    made += 1;
    return null;
  });
  expect(made).toBe(0);
  expect([value(), value(), made]).toEqual([null, null, 1]);
});
