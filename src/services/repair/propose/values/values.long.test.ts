import { afterEach, describe, expect, it } from "vitest";
import { endSearches, find, texts } from "../../../../../test/support/searches.ts";
import { noPytest } from "../../../../../test/support/toolchains.ts";

afterEach(endSearches);

describe.skipIf(noPytest)("expressions built from values (skipped without pytest)", () => {
  const header = "import pytest\nfrom m import f\n\n\n";
  const cases: readonly [string, string, string, string][] = [
    [
      "a share of different words",
      "def f(words):\n    if not words:\n        return 0\n    return len(words)\n",
      "assert f(['a', 'b', 'a', 'a']) == 0.5\nassert f([]) == 0\nassert f(['x']) == 1\nassert f(['x', 'y', 'z', 'x', 'y']) == 0.6",
      "return len(set(words)) / len(words)",
    ],
    [
      "a wrong growth",
      "def f(base, attempt):\n    return base * attempt\n",
      "assert f(3, 0) == 3\nassert f(5, 1) == 10\nassert f(2, 3) == 16\nassert f(0, 4) == 0",
      "return base << attempt",
    ],
    [
      "a value that some inputs need",
      "def f(name, width, mark):\n    text = name[:width]\n    return text\n",
      "assert f('long name', 4, '...') == 'long...'\nassert f('ab', 4, '...') == 'ab'\nassert f('abcd', 4, '!') == 'abcd'\nassert f('abcde', 4, '!') == 'abcd!'\nassert f('', 2, '!') == ''",
      "text + mark if",
    ],
  ];
  it.each(cases)("repair %s", async (_, code, asserts, fixed) => {
    const tests = asserts
      .split("\n")
      .map((line, at) => `def test_${at}():\n    ${line}\n`)
      .join("\n\n");
    const found = await find({ "m.py": code }, { "test_m.py": header + tests }, "pytest");
    expect(texts(found, { "m.py": code }).join("\n")).toContain(fixed);
  });
});

describe("expressions built from values, in JavaScript", () => {
  const suite =
    'import assert from "node:assert/strict";\nimport test from "node:test";\nimport { f } from "./m.js";\n';
  const cases: readonly [string, string, string, string][] = [
    [
      "a share of different words",
      "export function f(words) {\n  if (words.length === 0) return 0;\n  return words.length;\n}\n",
      "assert.equal(f(['a', 'b', 'a', 'a']), 0.5)\nassert.equal(f([]), 0)\nassert.equal(f(['x']), 1)\nassert.equal(f(['x', 'y', 'z', 'x', 'y']), 0.6)",
      "return new Set(words).size / words.length",
    ],
    [
      "a value that some inputs need",
      "export function f(name, width, mark) {\n  const text = name.slice(0, width);\n  return text;\n}\n",
      "assert.equal(f('long name', 4, '...'), 'long...')\nassert.equal(f('ab', 4, '...'), 'ab')\nassert.equal(f('abcd', 4, '!'), 'abcd')\nassert.equal(f('abcde', 4, '!'), 'abcd!')\nassert.equal(f('', 2, '!'), '')",
      "? text + mark : text",
    ],
  ];
  it.each(cases)("repair %s", async (_, code, asserts, fixed) => {
    const tests = asserts
      .split("\n")
      .map((line, at) => `test("${at}", () => {\n  ${line};\n});\n`)
      .join("\n");
    const found = await find(
      { "m.js": code },
      { "m.test.js": suite + tests, "package.json": '{ "type": "module" }' },
      "node:test",
    );
    expect(texts(found, { "m.js": code }).join("\n")).toContain(fixed);
  });
});
