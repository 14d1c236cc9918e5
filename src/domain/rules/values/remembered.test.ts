import { expect, it } from "vitest";
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
