import { execFileSync } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { STAND_IN_DJANGO } from "../../../../test/support/django.ts";
import { endSearches, find, resources, setUp, started, texts } from "../../../../test/support/searches.ts";
import { noPytest } from "../../../../test/support/toolchains.ts";
import type { Search, Suspect } from "../../../domain/ports/repair.ts";

afterEach(endSearches);

describe.skipIf(noPytest)("Python, warm (skipped without pytest)", () => {
  const test = "import pytest\nfrom m import f\n\n\n@pytest.mark.parametrize('given, wanted', [";
  const cases: readonly [string, string, string, string][] = [
    ["a wrong operator", "def f(x):\n    return x - 1\n", "(1, 2), (5, 6)", "return x + 1"],
    [
      "a loop that never ends",
      "def f(x):\n    n = 0\n    while x > 0:\n        n += 1\n    return n\n",
      "(3, 3), (0, 0), (5, 5)",
      "x -= 1",
    ],
    [
      "a constant of the module",
      "STEPS = {'a': 1}\n\n\ndef f(x):\n    return x + STEPS['a']\n",
      "(1, 3), (5, 7)",
      "{'a': 2}",
    ],
    [
      "text beyond the basic plane",
      "def f(x):\n    # 😀 😀\n    return '😀' * (x + 1)\n",
      "(1, '😀'), (2, '😀😀'), (0, '')",
      "* (x)",
    ],
  ];
  it.each(cases)("fixes %s", async (_, code, rows, fixed) => {
    const found = await find(
      { "m.py": code },
      { "test_m.py": `${test}${rows}])\ndef test_f(given, wanted):\n    assert f(given) == wanted\n` },
      "pytest",
    );
    expect(texts(found, { "m.py": code }).some((text) => text.includes(fixed))).toBe(true);
  });

  it("fixes two bugs behind a test with a single assertion, guided by how close the value was", async () => {
    const code =
      "def f(xs):\n    most = xs[0]\n    total = 0\n    for x in xs:\n        if x < most:\n            most = x\n        total += x\n    return [most, total / (len(xs) + 1)]\n";
    const tests =
      "from m import f\n\n\ndef test_f():\n    assert f([3, 1, 2, 6]) + f([4, -2, 7]) + f([5]) == [6, 3, 7, 3, 5, 5]\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    const fixed = texts(found, { "m.py": code });
    expect(fixed.some((text) => text.includes("x > most") && text.includes("(len(xs))"))).toBe(true);
  });

  it("synthesizes a missing check with the error that the test expects, and doubts it", async () => {
    const code = "def f(n, unit):\n    total = n * unit\n    return total\n";
    const tests =
      "import pytest\nfrom m import f\n\n\ndef test_f():\n    assert f(2, 3) == 6\n    assert f(1, 7) == 7\n\n\ndef test_none():\n    with pytest.raises(ValueError, match='must be positive'):\n        f(0, 3)\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    if (found.status !== "searched") throw new Error(found.why);
    expect(texts(found, { "m.py": code })[0]).toContain(
      'if n <= 0:\n        raise ValueError("must be positive")\n    total',
    );
    expect(found.patches[0]).toMatchObject({
      operator: "early-exit",
      doubt: expect.stringContaining("conditions"),
    });
  });

  it("fixes a function that runs only while its module is loaded", async () => {
    const code =
      "def table(names):\n    return {name: at - 1 for at, name in enumerate(names)}\n\n\nPLACES = table('abc')\n\n\ndef f(x):\n    return PLACES[x]\n";
    const rows = "('a', 1), ('c', 3)";
    const tests = `${test}${rows}])\ndef test_f(given, wanted):\n    assert f(given) == wanted\n`;
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(texts(found, { "m.py": code })[0]).toContain("at + 1 for");
  });

  it("fixes a module that cannot be loaded", async () => {
    const code =
      "def table(names):\n    return {name: len(names[name]) for name in names}\n\n\nSIZES = table({'a': 1, 'b': 2})\n\n\ndef f(x):\n    return SIZES[x]\n";
    const tests = "from m import f\n\n\ndef test_f():\n    assert f('a') == 1\n    assert f('b') == 2\n";
    const { brain, environment, target, options } = setUp({ "m.py": code }, { "test_m.py": tests }, "pytest");
    const failures = target.failing.failures.map((each) => ({ ...each, test_id: "test_m.py" }));
    const found = await brain.search?.(
      { ...target, failing: { ...target.failing, failures } },
      environment,
      options,
    );
    expect(texts(found as Search, { "m.py": code })[0]).toContain("name: names[name] for");
  });

  it("fixes a test that continues far beyond its failure, among others that only loop", async () => {
    const code = "def f(x):\n    n = 1\n    while x > 1:\n        x -= 1\n        n += 0\n    return n\n";
    const tests =
      "from m import f\n\n\ndef test_f():\n    for x in range(1, 300):\n        assert f(x) == x\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(texts(found, { "m.py": code })[0]).toContain("n += 1");
    // Without measuring how far the test gets, all 364 are tried before it gets enough ticks.
    expect(found.status === "searched" && found.tried).toBeLessThan(300);
  });

  it("fixes two bugs behind one test, guided by the statements that it reaches", async () => {
    const code =
      "def f(xs):\n    least = most = xs[0]\n    total = 0\n    for x in xs:\n        if x < least:\n            least = x\n        if x < most:\n            most = x\n        total += x\n    return least, most, total / (len(xs) + 1)\n";
    const tests =
      "from m import f\n\n\ndef test_f():\n    assert f([3, 1, 2])[1] == 3\n    assert f([-5, 4, 7]) == (-5, 7, 2)\n    assert f([6]) == (6, 6, 6)\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    const [best] = texts(found, { "m.py": code });
    expect(best).toContain("if x > most");
    expect(best).toContain("total / (len(xs))");
  });

  it("searches in the process that was started in advance, and stops one that is not needed", async () => {
    const code = "def f(x):\n    return x - 1\n";
    const tests = "from m import f\n\n\ndef test_f():\n    assert f(1) == 2\n    assert f(5) == 6\n";
    const { brain, environment, target, options } = setUp({ "m.py": code }, { "test_m.py": tests }, "pytest");
    await using _ahead = brain.foresee?.(environment, options);
    const found = await brain.search?.(target, environment, options);
    expect(texts(found as Search, { "m.py": code })[0]).toContain("return x + 1");
    expect(started).toHaveLength(1);
    const unwanted = brain.foresee?.(environment, options);
    await unwanted?.[Symbol.asyncDispose]();
    expect(started).toHaveLength(2);
    await started[1]?.done;
  });

  it("limits a child's memory, even if its parent has already grown", () => {
    const program =
      "from agentforge_children import in_child, limit_memory\nlimit_memory()\ngrown = bytearray(60 << 20)\nprint(in_child(lambda: 7, 10), in_child(lambda: len(bytearray(2 << 30)), 10))\n";
    const env = { ...process.env, PYTHONPATH: resources, PYTHONDONTWRITEBYTECODE: "1" };
    const printed = execFileSync("python3", ["-c", program], { env, encoding: "utf8" });
    expect(printed).toBe("7 None\n");
  });

  it("fixes what can be fixed next to an unrelated failure", async () => {
    const code = "def f(x):\n    return x - 1\n\n\ndef g():\n    return open('/nothing/here').read()\n";
    const tests =
      "from m import f, g\n\n\ndef test_f():\n    assert f(1) == 2\n    assert f(5) == 6\n\n\ndef test_g():\n    assert g() == 'x'\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(texts(found, { "m.py": code })[0]).toContain("return x + 1");
  });

  it("does not trust a patch that abandons the function's own helper", async () => {
    const code = `def reach(start, goal):
    seen = set()

    def look(node):
        if node in seen:
            return False
        if node == goal:
            return True
        return any(look(each) for each in GRAPH[node])

    return look(start)


GRAPH = {1: [2], 2: [1], 3: [1, 4], 4: []}
`;
    const tests =
      "from m import reach\n\n\ndef test_goal():\n    assert reach(3, 4)\n\n\ndef test_none():\n    assert not reach(1, 4)\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(texts(found, { "m.py": code }).every((text) => /\(look\(each\)/.test(text))).toBe(true);
  });

  it("isolates tests that leave state behind", async () => {
    const code = "def walk(node):\n    return node.next.next\n";
    const tests = `from m import walk


class Node:
    def __init__(self, next):
        self.next = next


last = Node(None)
first = Node(last)


def test_one():
    assert walk(first) is last


def test_two():
    first.next = None
    assert walk(Node(first)) is first
`;
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(texts(found, { "m.py": code })[0]).toContain("return node.next\n");
  });

  it("runs unittest too", async () => {
    const code = "def area(w, h):\n    return w + h\n";
    const tests =
      "import unittest\nfrom m import area\n\n\nclass T(unittest.TestCase):\n    def test_area(self):\n        self.assertEqual(area(2, 5), 10)\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "unittest");
    expect(texts(found, { "m.py": code })[0]).toContain("w * h");
  });

  it("runs the fixtures of unittest's classes and modules", async () => {
    const code = "def area(w, h):\n    return w + h\n";
    const tests =
      "import unittest\nfrom m import area\n\n\ndef setUpModule():\n    global WIDTH\n    WIDTH = 2\n\n\nclass T(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n        cls.height = 5\n\n    def test_area(self):\n        self.assertEqual(area(WIDTH, self.height), 10)\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "unittest");
    expect(texts(found, { "m.py": code })[0]).toContain("w * h");
  });

  it("runs tests with Django's settings and databases, and with the variables of the project's command", async () => {
    const code = 'import os\n\n\ndef area(w, h):\n    return (w + h) * int(os.environ["SCALE"])\n';
    const tests =
      "from django.conf import settings\nfrom django.test import TestCase\n\nfrom m import area\n\n\nclass T(TestCase):\n    def test_area(self):\n        self.assertTrue(TestCase.databases)\n        self.assertEqual(area(settings.WIDTH, 5), 30)\n";
    const found = await find({ "m.py": code }, { "tests.py": tests }, "unittest", {
      files: { ...STAND_IN_DJANGO, "site_settings.py": 'NAME = "site"\nWIDTH = 2\n' },
      env: { DJANGO_SETTINGS_MODULE: "site_settings", SCALE: "3" },
    });
    expect(texts(found, { "m.py": code })[0]).toContain("w * h");
  });

  it("reports where plausible patches differ", async () => {
    const code = "def f(a, b):\n    return a - b\n";
    const tests = "from m import f\n\n\ndef test_f():\n    assert f(2, 2) == 4\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(found).toMatchObject({ status: "searched" });
    if (found.status !== "searched") return;
    expect(found.disagree).toBeGreaterThan(0);
    expect(found.rivals[0]?.differs).toMatch(/^f\(a=/);
  });

  it("reports the functions that failing tests run more than passing ones", async () => {
    const code = "def f(a, b):\n    return a - b\n\n\ndef g(a):\n    return -a\n";
    const tests =
      "from m import f, g\n\n\ndef test_f():\n    assert g(1) == -1\n    assert f(2, 3) == 5\n\n\ndef test_g():\n    assert g(2) == -2\n";
    const reported: (readonly Suspect[])[] = [];
    const { brain, environment, target, options } = setUp({ "m.py": code }, { "test_m.py": tests }, "pytest");
    const onSuspects = (suspects: readonly Suspect[]) => reported.push(suspects);
    const found = await brain.search?.(target, environment, { ...options, onSuspects });
    expect(reported.map((each) => each.map(({ line }) => line))).toEqual([[1, 5]]);
    expect(found).toMatchObject({ searchEvidence: { place: 0 } });
  });

  it("distrusts a function that returns a constant", async () => {
    const code = "def even(n):\n    if n % 2 == 1:\n        return False\n    return True\n";
    const tests =
      "from m import even\n\n\ndef test_f():\n    assert not even(-1.5)\n    assert not even(3)\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    if (found.status !== "searched") throw new Error(found.why);
    expect(found.distrusted.map((each) => each.why)).toContain(
      "m.py:1 makes even return false for every input",
    );
  });

  it("is deterministic", async () => {
    const code =
      "def f(xs):\n    best = 0\n    for x in xs:\n        if x < best:\n            best = x\n    return best\n";
    const tests =
      "from m import f\n\n\ndef test_f():\n    assert f([1, 5, 2]) == 5\n    assert f([3]) == 3\n";
    const once = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(await find({ "m.py": code }, { "test_m.py": tests }, "pytest")).toEqual(once);
  });
});
