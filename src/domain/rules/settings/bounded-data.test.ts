import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { DataRefused, parseJsonStrictly, readBounded } from "./bounded-data.ts";

const bomb = (count: number) =>
  ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    .concat(Array.from({ length: count }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}]`))
    .join("\n");

describe("readBounded refuses", () => {
  const cases: [string, (text: string) => unknown, string, RegExp][] = [
    ["a YAML alias bomb", parseYaml, bomb(9), /aliases multiply/],
    ["a small YAML alias bomb", (text) => parseYaml(text, { maxAliasCount: -1 }), bomb(5), /more than 50000/],
    ["deep flow YAML", parseYaml, `${"[".repeat(20_000)}${"]".repeat(20_000)}`, /nested/],
    ["deep block YAML", parseYaml, `${"- ".repeat(500)}x`, /nested/],
    ["deep JSON", JSON.parse, `${"[".repeat(100_000)}${"]".repeat(100_000)}`, /nested/],
    ["deep TOML", parseToml, `a = ${"[".repeat(500)}${"]".repeat(500)}`, /nested/],
    ["dotted TOML", parseToml, `${"a.".repeat(500)}a = 1`, /nested/],
    ["a huge file", JSON.parse, `"${"x".repeat(1_000_001)}"`, /longer than/],
    ["many values", JSON.parse, `[${"1,".repeat(60_000)}1]`, /more than 50000 values/],
    ["__proto__ in JSON", JSON.parse, '{"a": {"__proto__": {"b": 1}}}', /__proto__/],
    ["__proto__ in YAML", parseYaml, "a:\n  __proto__: {b: 1}", /__proto__/],
    ["__proto__ in TOML", parseToml, "[a.__proto__]\nb = 1", /__proto__/],
  ];
  it.each(cases)("%s", (_, read, text, why) => {
    expect(() => readBounded(text, read)).toThrow(DataRefused);
    expect(() => readBounded(text, read)).toThrow(why);
  });

  it("leaves syntax errors to the parser", () => {
    expect(() => readBounded("{", JSON.parse)).toThrow(SyntaxError);
    expect(() => readBounded("a: 1\na: 2", (text) => parseYaml(text))).toThrow(/unique/);
    expect(() => readBounded("a = 1\na = 2", parseToml)).toThrow(/redefine/i);
  });
});

describe("readBounded reads", () => {
  it.each([
    ["a: &x [1]\nb: *x", { a: [1], b: [1] }],
    ["", null],
    [`${"- ".repeat(40)}x`, expect.anything()],
  ])("%j", (text, expected) => {
    expect(readBounded(text, (each) => parseYaml(each))).toEqual(expected);
  });
});

describe("parseJsonStrictly", () => {
  it.each(['{"a":1,"a":2}', '{"a":{"b":1,"c":[{}],"b":2}}', '{"a":1,"\\u0061":2}', '[{"x\\"":1,"x\\"":1}]'])(
    "refuses %s",
    (text) => {
      expect(() => parseJsonStrictly(text)).toThrow(/appears twice/);
    },
  );

  it.each(['{"a":{"a":1},"b":[{"a":1},{"a":1}]}', '["a:", "a:"]', '{"a":"{\\"b\\":1}","b":"a"}'])(
    "reads %s",
    (text) => {
      expect(parseJsonStrictly(text)).toEqual(JSON.parse(text));
    },
  );
});
