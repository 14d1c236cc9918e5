import { describe, expect, test } from "vitest";
import { frameworks } from "../frameworks/list.ts";
import { canaryLanguages, canaryOf, failingTest } from "./list.ts";

const MARKS = { accepted: "ab", reached: "yz" };
const suite = (framework: string) => ({ framework, root: ".", why: "a test" });
const canary = (framework: string, path: string, text: string) =>
  canaryOf(suite(framework), { path, text }, MARKS);

describe("the family", () => {
  /**
   * A change judged by these frameworks cannot be confirmed; the report says so, and the change never lands
   * automatically.
   */
  const WITHOUT_CANARIES = [
    ...[
      "ava",
      "bun test",
      "deno test",
      "jasmine",
      "uvu",
      "ctest",
      "dotnet test",
      "minitest",
      "phpunit",
      "rspec",
      "swift test",
      "tap",
    ],
    "tape",
  ];

  test("supports every framework with a language, except those on a list", () => {
    const known = canaryLanguages.flatMap((each) => each.frameworks);
    const wanted = frameworks.filter(({ meta }) => meta.language !== "any").map(({ meta }) => meta.id);
    expect([...known, ...WITHOUT_CANARIES].toSorted()).toEqual(wanted.toSorted());
  });

  test("has no canary and no failing test for an unknown framework", () => {
    expect(canary("make test", "Makefile", "test:\n")).toBeNull();
    expect(failingTest(suite("make test"), { path: "Makefile", text: "" }, "x")).toBeNull();
  });

  test.each([
    ["pytest", "test_a.py", "x = 1\n"],
    ["pytest", "test_a.py", "def test_a(:\n"],
    ["node:test", "a.test.js", "export const a = 1;\n"],
    ["node:test", "a.test.js", "test('a', () => {\n"],
    ["go test", "a.go", "package a\nfunc TestA(t *testing.T) {}\n"],
    ["go test", "a_test.go", "package a\nfunc help() {}\n"],
    ["cargo test", "src/lib.rs", "pub fn a() { assert!(true); }\n"],
  ])("has none for a file without tests or with a syntax error (%s, %s)", (framework, path, text) => {
    expect(canary(framework, path, text)).toBeNull();
  });
});

/** Python code that fails with one of the two marks. */
const A = 'raise AssertionError("a" "b")';
const Z = 'raise AssertionError("y" "z")';

/** The body of a test before, and after. */
const PYTHON: readonly (readonly [string, string])[] = [
  ["assert f(1) == 2", `assert f(1) == 1\n    ${A}`],
  ["assert f(1) == 0.5  # half", `assert f(1) == 10.5  # half\n    ${A}`],
  ["assert f(1) == -10", `assert f(1) == -11\n    ${A}`],
  ["assert f(1) == 'é😀'", `assert f(1) == 'é😀~'\n    ${A}`],
  ["assert f(1) == 'a' \"b\"", `assert f(1) == 'a' "b~"\n    ${A}`],
  ["assert f(1) == None", `assert f(1) == "~"\n    ${A}`],
  ["assert f(1) == True", `assert f(1) == False\n    ${A}`],
  ["assert f(1) == []", `assert f(1) == ["~", ]\n    ${A}`],
  ["assert f(1) == (1,)", `assert f(1) == ("~", 1,)\n    ${A}`],
  ["assert f(1) == {1: 2}", `assert f(1) == {"~": 1, 1: 2}\n    ${A}`],
  ["assert 3 == f(1), 'why'", `assert 2 == f(1), 'why'\n    ${A}`],
  ["assert f(a) == expected", `assert f(a) == (expected, 1)\n    ${A}`],
  ["assert expected == f(a)", `assert (expected, 1) == f(a)\n    ${A}`],
  ["assert f(1) != 2", `assert f(1) == 2\n    ${A}`],
  ["assert f(1) < 2", `assert f(1) >= 2\n    ${A}`],
  ["assert 1 in f(1)", `assert 1 not in f(1)\n    ${A}`],
  ["assert 1 not in f(1)", `assert 1 in f(1)\n    ${A}`],
  ["assert f(1) is not None", `assert f(1) is None\n    ${A}`],
  ["assert 0 < f(1) < 2", `assert not (0 < f(1) < 2)\n    ${A}`],
  ["assert not f(1)", `assert f(1)\n    ${A}`],
  ["assert f(1) and g(1)", `assert not (f(1) and g(1))\n    ${A}`],
  ["self.assertEqual(f(1), 2)", `self.assertEqual(f(1), 1)\n    ${A}`],
  ["self.assertEqual(2, f(1))", `self.assertEqual(1, f(1))\n    ${A}`],
  ["self.assertAlmostEqual(f(1), 2, places=0)", `self.assertAlmostEqual(f(1), (2, 1), places=0)\n    ${A}`],
  ["self.assertListEqual(f(1), g)", `self.assertListEqual(f(1), [*(g), "~"])\n    ${A}`],
  ["self.assertTrue(f(1))", `self.assertFalse(f(1))\n    ${A}`],
  ["self.assertNotIn(1, f(1))", `self.assertIn(1, f(1))\n    ${A}`],
  ["self.assertGreater(f(1), 1)", `self.assertLessEqual(f(1), 1)\n    ${A}`],
  ["m.assert_called_with(1)", `m.assert_called_with("~", 1)\n    ${A}`],
  ["await f(1)", `await f(1)\n    ${Z}`],
  ["if f(1): return", `if f(1): ${Z}\n    ${Z}`],
  ["return self.assertTrue(f(1))", `self.assertFalse(f(1)); ${A}`],
  [
    "with pytest.raises(ValueError):\n        f(1)",
    `with pytest.raises(type("Unexpected", (Exception,), {})):\n        f(1)\n    ${A}`,
  ],
  [
    "with self.assertRaises(ValueError) as e:\n        f(1)\n    print(e)",
    `with self.assertRaises(type("Unexpected", (Exception,), {})) as e:\n        f(1)\n    ${A}; print(e)\n    ${Z}`,
  ],
  [
    "with pytest.raises(SystemExit):\n        f(1)",
    `with pytest.raises(SystemExit):\n        f(1)\n    ${Z}`,
  ],
  [
    "with held() as h:\n        assert f(h) == 2",
    `with held() as h:\n        assert f(h) == 1; ${A}\n    ${A}`,
  ],
  [
    "with held():\n        with open(a):\n            assert f(1) == 2\n            assert f(2) == 3\n    g()",
    `with held():\n        with open(a):\n            assert f(1) == 1\n            ${A}; assert f(2) == 2; ${A}\n    ${A}; g()\n    ${Z}`,
  ],
  [
    "with held():\n        for a in b:\n            assert a == 4",
    `with held():\n        for a in b:\n            assert a == 3; ${A}\n    ${Z}`,
  ],
  [
    "with self.subTest(1):\n        assert f(1) == 2",
    `with self.subTest(1):\n        assert f(1) == 1; ${A}\n    ${Z}`,
  ],
  [
    "try:\n        assert f(1) == 2\n    except AssertionError:\n        pass",
    `try:\n        assert f(1) == 2\n    except AssertionError:\n        pass\n    ${Z}`,
  ],
];

describe("Python", () => {
  test.each(PYTHON)("%s", (before, after) => {
    expect(canary("pytest", "test_a.py", `def test_a():\n    ${before}\n`)).toBe(
      `def test_a():\n    ${after}\n`,
    );
  });

  test("keeps the line numbers of the tests by using the blank line below each test", () => {
    const text = "def test_a():\n    for a in b:\n        f(a)\n\ndef test_b(): f(1)\n";
    expect(canary("pytest", "test_a.py", text)).toBe(
      `def test_a():\n    for a in b:\n        f(a)\n    ${Z}\ndef test_b(): f(1); ${Z}\n`,
    );
  });

  test("shows nothing but the changed expectation on the line of an assertion", () => {
    const text =
      "def test_a():\n    assert f(1) == 2\n    assert f(2) == 3\n    for a in b:\n        assert a == 4\n";
    expect(canary("pytest", "test_a.py", text)?.split("\n").slice(0, 3)).toEqual([
      "def test_a():",
      "    assert f(1) == 1",
      `    ${A}; assert f(2) == 2; ${A}`,
    ]);
  });

  test("leaves setup, fixtures and module-level code unchanged, and removes expected-failure marks", () => {
    const text =
      "assert x == 1\n@pytest.fixture\ndef y():\n    assert x\n\nclass TestA(TestCase):\n    def setUp(self):\n        assert x\n    @expectedFailure\n    def test_a(self):\n        pass\n";
    expect(canary("unittest", "test_a.py", text)).toBe(
      text.replace("pass", `pass\n        ${Z}`).replace("@expectedFailure", ""),
    );
  });

  test("leaves helpers unchanged in a file that expects assertions to fail", () => {
    const text =
      "def check(a):\n    assert a != 1\n\ndef test_a():\n    with raises(AssertionError): check(1)\n";
    expect(canary("pytest", "test_a.py", text)).toContain("    assert a != 1\n");
  });

  test("makes inherited and imported tests fail at the end of the module", () => {
    const text = "from base import Base\n\nclass TestA(Base):\n    pass\n";
    expect(canary("pytest", "test_a.py", text)).toContain("_fail_foreign_tests(__name__, globals())");
  });
});
