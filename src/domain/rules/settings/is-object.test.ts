import { expect, it } from "vitest";
import { isObject } from "./is-object.ts";

it.each<[string, unknown, boolean]>([
  ["an object", { a: 1 }, true],
  ["an empty object", {}, true],
  ["a list", [], false],
  ["null", null, false],
  ["nothing", undefined, false],
  ["text", "{}", false],
  ["a number", 1, false],
])("tells whether %s has fields", (_name, value, expected) => expect(isObject(value)).toBe(expected));
