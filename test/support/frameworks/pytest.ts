import { broken, expectedFailure, failed, passed, type Situation, skipped } from "./situation.ts";

export const pytestSituations: readonly Situation[] = [
  {
    name: "pass",
    files: {
      "test_a.py":
        "def test_one():\n    assert 1 == 1\n\n\nclass TestGroup:\n    def test_two(self):\n        pass\n",
    },
    status: "passed",
    tests: passed("test_a.py::test_one", "test_a.py::TestGroup::test_two"),
  },
  {
    name: "fail",
    files: {
      "calc.py": "def add(a, b):\n    return a - b\n",
      "tests/test_calc.py":
        "from calc import add\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n\n\ndef test_zero():\n    assert add(0, 0) == 0\n\n\ndef test_raises():\n    add(None, 1)\n",
    },
    status: "failed",
    tests: [
      failed(
        "tests/test_calc.py::test_adds",
        5,
        "AssertionError",
        "assert -1 == 3\n +  where -1 = add(1, 2)",
      ),
      ...passed("tests/test_calc.py::test_zero"),
      failed(
        "tests/test_calc.py::test_raises",
        13,
        "TypeError",
        "unsupported operand type(s) for -: 'NoneType' and 'int'",
      ),
    ],
  },
  {
    name: "import error",
    files: {
      "test_a.py": "import os\nimport nowhere_to_be_found\n",
      "test_b.py": "def test_b():\n    pass\n",
    },
    status: "failed",
    tests: [
      broken("test_a.py", 2, "ModuleNotFoundError", "No module named 'nowhere_to_be_found'"),
      ...passed("test_b.py::test_b"),
    ],
  },
  {
    name: "syntax error in a test",
    files: { "test_a.py": "def test_a():\n    assert (1 ==\n", "test_b.py": "def test_b():\n    pass\n" },
    status: "failed",
    tests: [broken("test_a.py", 2, "SyntaxError", /'\(' was never closed/), ...passed("test_b.py::test_b")],
  },
  {
    name: "syntax error in the source",
    files: {
      "calc.py": "def add(a, b)\n    return a + b\n",
      "test_a.py": "import sys\nfrom calc import add\n",
    },
    status: "failed",
    tests: [broken("test_a.py", 2, "SyntaxError", /expected ':'/)],
  },
  {
    name: "no tests",
    files: { "test_a.py": "def helper():\n    pass\n" },
    status: "no_tests",
    tests: [],
  },
  {
    name: "parametrised",
    files: {
      "test_a.py":
        "import pytest\n\n\n@pytest.mark.parametrize('a,b', [(1, 1), (2, 3)])\ndef test_same(a, b):\n    assert a == b\n\n\n@pytest.mark.parametrize('text', ['a::b', 'x[y]', 'two words', 'tab\\t'])\ndef test_text(text):\n    pass\n",
    },
    status: "failed",
    tests: [
      ...passed("test_a.py::test_same[1-1]"),
      failed("test_a.py::test_same[2-3]", 6, "AssertionError", "assert 2 == 3"),
      ...passed(
        "test_a.py::test_text[a::b]",
        "test_a.py::test_text[x[y]]",
        "test_a.py::test_text[two words]",
      ),
      ...passed("test_a.py::test_text[tab\\t]"),
    ],
  },
  {
    name: "nested classes",
    files: {
      "test_a.py":
        "class TestOuter:\n    class TestInner:\n        def test_deep(self):\n            assert False, 'deep down'\n",
    },
    status: "failed",
    tests: [
      failed("test_a.py::TestOuter::TestInner::test_deep", 4, "AssertionError", "deep down\nassert False"),
    ],
  },
  {
    name: "skipped",
    files: {
      "test_a.py":
        "import pytest\n\n\n@pytest.mark.skip(reason='later')\ndef test_mark():\n    assert False\n\n\ndef test_call():\n    pytest.skip('now')\n",
    },
    status: "no_tests",
    tests: skipped("test_a.py::test_mark", "test_a.py::test_call"),
  },
  {
    name: "expected failure",
    files: {
      "test_a.py":
        "import pytest\n\n\n@pytest.mark.xfail\ndef test_fails():\n    assert False\n\n\n@pytest.mark.xfail\ndef test_passes():\n    pass\n\n\n@pytest.mark.xfail(strict=True, reason='bug 7')\ndef test_strict():\n    pass\n",
    },
    status: "failed",
    tests: [
      ...expectedFailure("test_a.py::test_fails"),
      ...passed("test_a.py::test_passes"),
      failed("test_a.py::test_strict", 14, "UnexpectedPass", "[XPASS(strict)] bug 7"),
    ],
  },
  {
    name: "time-out",
    files: {
      "test_a.py": "import time\n\n\ndef test_quick():\n    pass\n\n\ndef test_slow():\n    time.sleep(60)\n",
    },
    timeoutMs: 3000,
    status: "timed_out",
    tests: [
      ...passed("test_a.py::test_quick"),
      broken(
        "test_a.py::test_slow",
        null,
        "Timeout",
        /^the time limit was reached while this test was running/,
      ),
    ],
  },
  {
    name: "crash",
    files: {
      "test_a.py":
        "import os\n\n\ndef test_ok():\n    pass\n\n\ndef test_dies():\n    os.abort()\n\n\ndef test_never():\n    pass\n",
    },
    status: "failed",
    tests: [
      ...passed("test_a.py::test_ok"),
      broken("test_a.py::test_dies", null, "Crash", /ended \(SIGABRT\)/),
    ],
  },
  {
    name: "exit in the middle",
    files: {
      "test_a.py": "import os\n\n\ndef test_ok():\n    pass\n\n\ndef test_leaves():\n    os._exit(0)\n",
    },
    status: "failed",
    tests: [...passed("test_a.py::test_ok"), broken("test_a.py::test_leaves", null, "Crash", /exit code 0/)],
  },
  {
    name: "huge output",
    files: { "test_a.py": "def test_loud():\n    print('x' * 50000)\n    assert 'y' * 30000 == 'z'\n" },
    status: "failed",
    tests: [failed("test_a.py::test_loud", 3, "AssertionError", /^assert 'yyy/)],
  },
  {
    name: "colour codes",
    files: {
      "test_a.py":
        "def test_red():\n    print('\\x1b[31mred\\x1b[0m')\n    raise ValueError('\\x1b[31mred\\x1b[0m alert')\n",
    },
    status: "failed",
    tests: [failed("test_a.py::test_red", 3, "ValueError", "red alert")],
  },
  {
    name: "unicode names",
    files: {
      "test_ünï.py":
        "import pytest\n\n\ndef test_größe():\n    assert '✓' == '✗'\n\n\n@pytest.mark.parametrize('x', ['é', '日本'])\ndef test_text(x):\n    pass\n",
    },
    status: "failed",
    tests: [
      failed("test_ünï.py::test_größe", 5, "AssertionError", /^assert '✓' == '✗'/),
      ...passed("test_ünï.py::test_text[\\xe9]", "test_ünï.py::test_text[\\u65e5\\u672c]"),
    ],
  },
  {
    name: "custom config",
    files: {
      "pyproject.toml":
        "[tool.pytest.ini_options]\ntestpaths = ['checks']\npython_files = ['check_*.py']\npython_functions = ['check_*']\naddopts = '-q --strict-markers'\n",
      "checks/check_a.py": "def check_a():\n    pass\n",
      "test_other.py": "def test_other():\n    pass\n",
    },
    status: "passed",
    tests: passed("checks/check_a.py::check_a"),
  },
  {
    name: "fixture errors",
    files: {
      "test_a.py":
        "import pytest\n\n\n@pytest.fixture\ndef before():\n    raise RuntimeError('no database')\n\n\n@pytest.fixture\ndef after():\n    yield\n    raise OSError('still open')\n\n\ndef test_before(before):\n    pass\n\n\ndef test_after(after):\n    pass\n\n\ndef test_missing(nothing):\n    pass\n",
    },
    status: "failed",
    tests: [
      broken("test_a.py::test_before", 6, "RuntimeError", "no database"),
      broken("test_a.py::test_after", 12, "OSError", "still open"),
      broken("test_a.py::test_missing", 23, "FixtureLookupError", /nothing/),
    ],
  },
  {
    name: "subtests",
    files: {
      "test_a.py":
        "import unittest\n\n\nclass TestA(unittest.TestCase):\n    def test_all(self):\n        for i in range(3):\n            with self.subTest(i=i):\n                self.assertEqual(i, 1)\n",
      "conftest.py": "",
    },
    status: "failed",
    tests: [failed("test_a.py::TestA::test_all", 8, "AssertionError", "0 != 1")],
  },
  {
    name: "one test",
    files: { "test_a.py": "def test_one():\n    pass\n\n\ndef test_two():\n    assert False\n" },
    selection: { kind: "tests", ids: ["test_a.py::test_one"] },
    status: "passed",
    tests: passed("test_a.py::test_one"),
  },
  {
    name: "broken conftest",
    files: { "conftest.py": "import nowhere_to_be_found\n", "test_a.py": "def test_a():\n    pass\n" },
    status: "failed",
    tests: [broken("conftest.py", 1, "ModuleNotFoundError", "No module named 'nowhere_to_be_found'")],
  },
];
