import { expect, test } from "vitest";
import { LANGUAGES } from "./languages.ts";
import { grammarsToRegister, PARSER_NAMES } from "./parsers.ts";

test("every language that ast-grep does not contain is registered under its name", () => {
  const contained = ["JavaScript", "TypeScript", "Tsx"];
  const names = LANGUAGES.map((each) => PARSER_NAMES[each]).filter((name) => !contained.includes(name));
  const loaded = Object.fromEntries(names.map((name) => [name, `@ast-grep/lang-${name}`]));
  expect(grammarsToRegister((name) => name)).toEqual(loaded);
});
