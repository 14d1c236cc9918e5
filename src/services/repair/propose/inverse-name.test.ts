import { expect, it } from "vitest";
import { inverseName } from "./inverse-name.ts";

it.each([
  ["createGunzip", "createGzip"],
  ["createGzip", "createGunzip"],
  ["b64encode", "b64decode"],
  ["decodeURIComponent", "encodeURIComponent"],
  ["urlsafe_b64decode", "urlsafe_b64encode"],
  ["createCipheriv", "createDecipheriv"],
  ["unpack_from", "pack_from"],
  ["loads", "dumps"],
  ["reload", null],
  ["payload", null],
  ["backpack", null],
])("the inverse of %s is %s", (name, inverse) => {
  expect(inverseName(name)).toBe(inverse);
});
