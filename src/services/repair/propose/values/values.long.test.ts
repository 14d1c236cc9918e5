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
