import { describe, expect, it } from "vitest";
import type { Split } from "../../entities/evidence.ts";
import { decidingTest, questionsOf } from "./deciding-test.ts";

const python: Split = {
  path: "shop/price.py",
  call: "total(prices=[1, 2], rate=0)",
  mine: "3",
  other: "raises ValueError",
};
const script: Split = { path: "src/price.js", call: "total([1,2],0)", mine: "3", other: "throws TypeError" };

describe("decidingTest", () => {
  it.each<[string, Split, "this" | "other", string, string, string, readonly string[]]>([
    [
      "pytest",
      python,
      "this",
      "tests/test_price.py",
      "from shop.price import total\n",
      "tests/test_total_decided.py",
      ["from shop.price import total", "assert total(prices=[1, 2], rate=0) == 3"],
    ],
    [
      "pytest",
      python,
      "other",
      "test_price.py",
      "import shop.price\n",
      "test_total_decided.py",
      ["with pytest.raises(ValueError):"],
    ],
    [
      "unittest",
      python,
      "this",
      "test_price.py",
      "from shop.price import total\n",
      "test_total_decided.py",
      ["self.assertEqual(total(prices=[1, 2], rate=0), 3)"],
    ],
    [
      "node:test",
      script,
      "this",
      "test/price.test.js",
      'import { total } from "../src/price.js";\n',
      "test/total-decided.test.js",
      ['import { total } from "../src/price.js";', "assert.deepStrictEqual(total([1,2],0), 3)"],
    ],
    [
      "jest",
      script,
      "other",
      "price.spec.ts",
      "const { total } = require('./src/price');\n",
      "total-decided.spec.ts",
      ['const { total } = require("./src/price");', "expect(() => total([1,2],0)).toThrow()"],
    ],
    [
      "vitest",
      script,
      "this",
      "price.test.ts",
      'import { total } from "./src/price";\n',
      "total-decided.test.ts",
      ['import { expect, test } from "vitest";', "expect(total([1,2],0)).toEqual(3)"],
    ],
  ])("writes a test for %s", (framework, split, chosen, path, text, wanted, lines) => {
    const test = decidingTest(split, chosen, { framework, tests: [{ path, text }] });
    expect(test?.path).toBe(wanted);
    for (const line of lines) expect(test?.text).toContain(line);
  });

  it("writes none if no test shows how to import the file", () => {
    const tests = [{ path: "test_other.py", text: "from bank.other import total\n" }];
    expect(decidingTest(python, "this", { framework: "pytest", tests })).toBeNull();
  });

  it.each(["3", "[(1, 2), 'a']", "1\nimport os", "__import__ ('os')", "1; x", "Point(1)", "[1, …"])(
    "asks only about plain values: %j",
    (mine) => {
      const evidence = { alternatives: [{ split: { ...python, mine, other: "4" } }] } as never;
      expect(questionsOf({ evidence })).toHaveLength(["3", "[(1, 2), 'a']"].includes(mine) ? 1 : 0);
    },
  );

  it("asks once about changes that answer a call in the same way", () => {
    const rival = (other: string) => ({ split: { ...python, other } });
    const evidence = { alternatives: ["4", "5", "4"].map(rival), search: null } as never;
    expect(questionsOf({ evidence }).map((each) => each.other)).toEqual(["4", "5"]);
  });
});
