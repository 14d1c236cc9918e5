import { broken, expectedFailure, failed, passed, type Situation, skipped } from "./situation.ts";

const HEAD = "import unittest\n\n\nclass TestA(unittest.TestCase):\n";
const A = "test_a.py::TestA::";

const DOCTESTS = {
  "calc/__init__.py": "",
  "calc/number.py":
    'def half(a):\n    """\n    >>> half(4)\n    2.0\n    """\n    return a / 4\n\n\nclass Number:\n    def twice(self):\n        """\n        >>> Number().twice()\n        2\n        """\n        return 2\n',
  "tests/__init__.py": "",
  "tests/test_number.py":
    'import doctest\nimport unittest\n\n\nclass TestA(unittest.TestCase):\n    def test_one(self):\n        pass\n\n\ndef load_tests(loader, tests, ignore):\n    tests.addTests(doctest.DocTestSuite("calc.number"))\n    return tests\n',
};

export const unittestSituations: readonly Situation[] = [
  {
    name: "pass",
    files: { "test_a.py": `${HEAD}    def test_one(self):\n        self.assertEqual(1, 1)\n` },
    status: "passed",
    tests: passed(`${A}test_one`),
  },
  {
    name: "fail",
    files: {
      "calc.py": "def half(a):\n    return a / 0\n",
      "tests/__init__.py": "",
      "tests/test_calc.py":
        "import unittest\n\nfrom calc import half\n\n\nclass CalcTest(unittest.TestCase):\n    def test_half(self):\n        half(4)\n\n    def test_same(self):\n        self.assertEqual([1, 2], [1, 3])\n",
    },
    status: "failed",
    tests: [
      failed("tests/test_calc.py::CalcTest::test_half", 8, "ZeroDivisionError", "division by zero"),
      failed(
        "tests/test_calc.py::CalcTest::test_same",
        11,
        "AssertionError",
        /^Lists differ: \[1, 2\] != \[1, 3\]/,
      ),
    ],
  },
  {
    name: "doctests that a test file loads",
    files: DOCTESTS,
    status: "failed",
    tests: [
      ...passed("calc/number.py::calc.number.Number.twice", "tests/test_number.py::TestA::test_one"),
      failed(
        "calc/number.py::calc.number.half",
        2,
        "AssertionError",
        /^Failed doctest test for calc\.number\.half/,
      ),
    ],
  },
  {
    name: "one doctest",
    files: DOCTESTS,
    selection: { kind: "tests", ids: ["calc/number.py::calc.number.Number.twice"] },
    status: "passed",
    tests: passed("calc/number.py::calc.number.Number.twice"),
  },
  {
    name: "import error",
    files: {
      "test_a.py": "import unittest\nimport nowhere_to_be_found\n",
      "test_b.py": HEAD.concat("    def test_b(self):\n        pass\n"),
    },
    status: "failed",
    tests: [
      broken("test_a.py", 2, "ModuleNotFoundError", "No module named 'nowhere_to_be_found'"),
      ...passed("test_b.py::TestA::test_b"),
    ],
  },
  {
    name: "syntax error",
    files: { "test_a.py": "import unittest\n\nclass (\n" },
    status: "failed",
    tests: [broken("test_a.py", 3, "SyntaxError", /invalid syntax/)],
  },
  {
    name: "syntax error in the source",
    files: { "calc.py": "def add(a, b)\n", "test_a.py": "import unittest\nfrom calc import add\n" },
    status: "failed",
    tests: [broken("test_a.py", 2, "SyntaxError", /expected ':'|invalid syntax/)],
  },
  { name: "no tests", files: { "test_a.py": "import unittest\n" }, status: "no_tests", tests: [] },
  {
    name: "subtests",
    files: {
      "test_a.py": `${HEAD}    def test_all(self):\n        for i in range(3):\n            with self.subTest(i=i):\n                self.assertEqual(i, 1)\n`,
    },
    status: "failed",
    tests: [failed(`${A}test_all`, 8, "AssertionError", "(i=0) 0 != 1")],
  },
  {
    name: "inherited",
    files: {
      "test_a.py":
        "import unittest\n\n\nclass Base:\n    def test_size(self):\n        self.assertEqual(self.size, 2)\n\n\nclass OneTest(Base, unittest.TestCase):\n    size = 1\n\n\nclass TwoTest(Base, unittest.TestCase):\n    size = 2\n",
    },
    status: "failed",
    tests: [
      failed("test_a.py::OneTest::test_size", 6, "AssertionError", "1 != 2"),
      ...passed("test_a.py::TwoTest::test_size"),
    ],
  },
  {
    name: "skipped",
    files: {
      "test_a.py": `${HEAD}    @unittest.skip("later")\n    def test_mark(self):\n        pass\n\n    def test_call(self):\n        self.skipTest("now")\n`,
    },
    status: "no_tests",
    tests: skipped(`${A}test_mark`, `${A}test_call`),
  },
  {
    name: "expected failure",
    files: {
      "test_a.py": `${HEAD}    @unittest.expectedFailure\n    def test_fails(self):\n        self.fail()\n\n    @unittest.expectedFailure\n    def test_passes(self):\n        pass\n`,
    },
    status: "failed",
    tests: [
      ...expectedFailure(`${A}test_fails`),
      failed(`${A}test_passes`, 9, "UnexpectedPass", "the test was expected to fail and passed"),
    ],
  },
  {
    name: "time-out",
    files: {
      "test_a.py": `import time\n${HEAD}    def test_a_quick(self):\n        pass\n\n    def test_slow(self):\n        time.sleep(60)\n`,
    },
    timeoutMs: 3000,
    status: "timed_out",
    tests: [
      ...passed(`${A}test_a_quick`),
      broken(`${A}test_slow`, null, "Timeout", /^the time limit was reached while this test was running/),
    ],
  },
  {
    name: "crash",
    files: {
      "test_a.py": `import os\n${HEAD}    def test_a_fine(self):\n        pass\n\n    def test_dies(self):\n        os.abort()\n`,
    },
    status: "failed",
    tests: [...passed(`${A}test_a_fine`), broken(`${A}test_dies`, null, "Crash", /SIGABRT/)],
  },
  {
    name: "huge output",
    files: {
      "test_a.py": `${HEAD}    def test_loud(self):\n        print("x" * 50000)\n        raise ValueError("y" * 30000)\n`,
    },
    status: "failed",
    tests: [
      failed(
        `${A}test_loud`,
        7,
        "ValueError",
        /^y{13000,}\n\.{3} 10000 characters left out \.{3}\ny{6000,}$/,
      ),
    ],
  },
  {
    name: "colour codes",
    files: {
      "test_a.py": `${HEAD}    def test_red(self):\n        raise ValueError("\\x1b[31mred\\x1b[0m alert")\n`,
    },
    status: "failed",
    tests: [failed(`${A}test_red`, 6, "ValueError", "red alert")],
  },
  {
    name: "unicode names",
    files: { "test_a.py": `${HEAD}    def test_größe(self):\n        self.assertEqual("✓", "✗")\n` },
    status: "failed",
    tests: [failed(`${A}test_größe`, 6, "AssertionError", /^'✓' != '✗'/)],
  },
  {
    name: "set-up errors",
    files: {
      "test_a.py":
        "import unittest\n\n\nclass TestA(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n        raise RuntimeError('no database')\n\n    def test_one(self):\n        pass\n\n\nclass TestB(unittest.TestCase):\n    def setUp(self):\n        raise OSError('busy')\n\n    def test_two(self):\n        pass\n",
    },
    status: "failed",
    tests: [
      { ...broken("test_a.py::TestA", 7, "RuntimeError", "no database"), file: "test_a.py" },
      failed("test_a.py::TestB::test_two", 15, "OSError", "busy"),
    ],
  },
  {
    name: "one test",
    files: {
      "test_a.py": `${HEAD}    def test_one(self):\n        pass\n\n    def test_two(self):\n        self.fail()\n`,
    },
    selection: { kind: "tests", ids: [`${A}test_one`] },
    status: "passed",
    tests: passed(`${A}test_one`),
  },
  {
    name: "exit at import",
    files: { "test_a.py": "import unittest\nimport sys\nsys.exit(0)\n" },
    status: "failed",
    tests: [broken("test_a.py", 3, "SystemExit", "0")],
  },
];
