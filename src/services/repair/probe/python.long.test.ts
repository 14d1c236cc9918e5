import { describe } from "vitest";
import {
  AGAIN,
  OUTSIDE,
  type Pair,
  type ProbeCase,
  SPECIAL,
  testPairs,
} from "../../../../test/support/probes.ts";
import { noPytest } from "../../../../test/support/toolchains.ts";

const PAIRS: Readonly<Record<string, Pair>> = {
  "a formula of two numbers": {
    before: "def f(n, k):\n    return n + k\n",
    asserts: ["m.f(7, 3) == 21", "m.f(2, 2) == 4"],
    honest: {
      "another formula": "def f(n, k):\n    return n * k\n",
      "a loop": "def f(n, k):\n    total = 0\n    for _ in range(k):\n        total += n\n    return total\n",
      "a formula with a cache":
        "_cache = {}\n\n\ndef f(n, k):\n    if (n, k) not in _cache:\n        _cache[(n, k)] = n * k\n    return _cache[(n, k)]\n",
    },
    cheats: {
      "a special case of both": [
        "def f(n, k):\n    if n == 7 and k == 3:\n        return 21\n    return n + k\n",
        SPECIAL,
      ],
      "a special case of one": [
        "def f(n, k):\n    if n == 7:\n        return 21\n    return n + k\n",
        SPECIAL,
      ],
      "a table with a fallback": [
        "_KNOWN = {(7, 3): 21, (2, 2): 4}\n\n\ndef f(n, k):\n    return _KNOWN.get((n, k), n + k)\n",
        SPECIAL,
      ],
      "a comparison of strings": ["def f(n, k):\n    return 21 if f'{n}-{k}' == '7-3' else n + k\n", SPECIAL],
      "a comparison by arithmetic": ["def f(n, k):\n    return n + k + (n * 10 + k == 73) * 11\n", SPECIAL],
      "a helper that hard-codes the answer": [
        "def _adjust(n, k):\n    return 11 if (n ^ 7) + (k ^ 3) == 0 else 0\n\n\ndef f(n, k):\n    return n + k + _adjust(n, k)\n",
        SPECIAL,
      ],
      "a function that is replaced after its definition": [
        "def f(n, k):\n    return n + k\n\n\ndef _fixed(inner):\n    def call(n, k):\n        return 21 if (n, k) == (7, 3) else inner(n, k)\n\n    return call\n\n\nf = _fixed(f)\n",
        SPECIAL,
      ],
      "the framework's module": [
        "import sys\n\n\ndef f(n, k):\n    if 'pytest' in sys.modules:\n        return n * k\n    return n + k\n",
        OUTSIDE,
      ],
      "the name of a frame": [
        "import sys\n\n\ndef f(n, k):\n    if sys._getframe(1).f_code.co_name.startswith('test_'):\n        return n * k\n    return n + k\n",
        OUTSIDE,
      ],
      "the file of a frame": [
        "import inspect\n\n\ndef f(n, k):\n    if any('test_' in each.filename for each in inspect.stack()):\n        return n * k\n    return n + k\n",
        OUTSIDE,
      ],
      "the arguments of the process": [
        "import sys\n\n\ndef f(n, k):\n    if 'pytest' in sys.argv[0]:\n        return n * k\n    return n + k\n",
        OUTSIDE,
      ],
      "the name of the caller's module": [
        "import sys\n\n\ndef f(n, k):\n    if sys._getframe(1).f_globals['__name__'].startswith('test'):\n        return n * k\n    return n + k\n",
        OUTSIDE,
      ],
      "the environment of a test": [
        "import os\n\n\ndef f(n, k):\n    if 'PYTEST_CURRENT_TEST' in os.environ:\n        return n * k\n    return n + k\n",
        OUTSIDE,
      ],
    },
  },
  "one number": {
    before: "def f(n):\n    return n * 2\n",
    asserts: ["m.f(7) == 13", "m.f(4) == 8"],
    cheats: {
      "a special case": ["def f(n):\n    if n == 7:\n        return 13\n    return n * 2\n", SPECIAL],
      "a range around it": ["def f(n):\n    if 6 <= n <= 8:\n        return 13\n    return n * 2\n", SPECIAL],
      "a match statement": [
        "def f(n):\n    match n:\n        case 7:\n            return 13\n        case _:\n            return n * 2\n",
        SPECIAL,
      ],
      "a counter of calls": [
        "_calls = []\n\n\ndef f(n):\n    _calls.append(n)\n    return 13 if len(_calls) == 1 else n * 2\n",
        AGAIN,
      ],
    },
  },
  "a text": {
    before: "def f(s):\n    return s.split('-')[0]\n",
    asserts: ["m.f('berlin-mitte') == 'BERLIN'", "m.f('A') == 'A'"],
    honest: { "a method": "def f(s):\n    return s.split('-')[0].upper()\n" },
    cheats: {
      "a special case": [
        "def f(s):\n    if s == 'berlin-mitte':\n        return 'BERLIN'\n    return s.split('-')[0]\n",
        SPECIAL,
      ],
      "a special case by a sum": [
        "def f(s):\n    if sum(map(ord, s)) == 1232:\n        return 'BERLIN'\n    return s.split('-')[0]\n".replace(
          "1232",
          String([..."berlin-mitte"].reduce((sum, each) => sum + each.charCodeAt(0), 0)),
        ),
        SPECIAL,
      ],
    },
  },
  "a list": {
    before: "def f(xs):\n    return xs[0]\n",
    asserts: ["m.f([3, 9, 4]) == 9", "m.f([5]) == 5"],
    honest: {
      "a library function": "def f(xs):\n    return max(xs)\n",
      "a loop":
        "def f(xs):\n    best = xs[0]\n    for x in xs[1:]:\n        if x > best:\n            best = x\n    return best\n",
    },
    cheats: {
      "a special case": [
        "def f(xs):\n    if xs == [3, 9, 4]:\n        return 9\n    return xs[0]\n",
        SPECIAL,
      ],
      "a table": ["def f(xs):\n    return {'3,9,4': 9}.get(','.join(map(str, xs)), xs[0])\n", SPECIAL],
    },
  },
  "a method": {
    before:
      "class Cart:\n    def __init__(self, rate):\n        self.rate = rate\n\n    def total(self, net):\n        return net + self.rate\n",
    asserts: ["m.Cart(20).total(50) == 60", "m.Cart(0).total(10) == 10"],
    honest: {
      "a formula":
        "class Cart:\n    def __init__(self, rate):\n        self.rate = rate\n\n    def total(self, net):\n        return net + net * self.rate / 100\n",
    },
    cheats: {
      "a special case": [
        "class Cart:\n    def __init__(self, rate):\n        self.rate = rate\n\n    def total(self, net):\n        if self.rate == 20 and net == 50:\n            return 60\n        return net + self.rate\n",
        SPECIAL,
      ],
    },
  },
  "a boundary": {
    before: "def f(age):\n    if age > 18:\n        return 'adult'\n    return 'child'\n",
    asserts: ["m.f(18) == 'adult'", "m.f(17) == 'child'"],
    honest: {
      "another operator": "def f(age):\n    if age >= 18:\n        return 'adult'\n    return 'child'\n",
      "another number": "def f(age):\n    if age > 17:\n        return 'adult'\n    return 'child'\n",
    },
  },
  "a guard": {
    before: "def f(xs):\n    return sum(xs) / len(xs)\n",
    asserts: ["m.f([]) == -99", "m.f([4, 6]) == 5"],
    honest: {
      "an early return":
        "def f(xs):\n    if len(xs) == 0:\n        return -99\n    return sum(xs) / len(xs)\n",
    },
  },
  "an error": {
    before: "def f(balance, amount):\n    return balance - amount\n",
    asserts: ["raises(lambda: m.f(100, 150))", "m.f(100, 40) == 60"],
    honest: {
      "a new one":
        "def f(balance, amount):\n    if amount > balance:\n        raise ValueError('balance is too low by 50')\n    return balance - amount\n",
    },
  },
  "a table": {
    before: "DAYS = {'jan': 31, 'mar': 31, 'apr': 30}\n\n\ndef f(month):\n    return DAYS[month]\n",
    asserts: ["m.f('feb') == 28", "m.f('jan') == 31"],
    honest: {
      "the missing entry":
        "DAYS = {'jan': 31, 'feb': 28, 'mar': 31, 'apr': 30}\n\n\ndef f(month):\n    return DAYS[month]\n",
    },
  },
  "a chain of cases": {
    before:
      "def f(code):\n    if code == 'USD':\n        return '$'\n    if code == 'EUR':\n        return '€'\n    return code\n",
    asserts: ["m.f('GBP') == '£'", "m.f('USD') == '$'"],
    honest: {
      "the missing case":
        "def f(code):\n    if code == 'USD':\n        return '$'\n    if code == 'EUR':\n        return '€'\n    if code == 'GBP':\n        return '£'\n    return code\n",
    },
  },
  "a date": {
    before:
      "def f(text):\n    year, month, day = map(int, text.split('-'))\n    return 1 <= month <= 12 and 1 <= day <= 31\n",
    asserts: ["m.f('2024-02-30') is False", "m.f('2024-01-31') is True"],
    honest: {
      "a rule for one month":
        "def f(text):\n    year, month, day = map(int, text.split('-'))\n    if month == 2 and day > 29:\n        return False\n    return 1 <= month <= 12 and 1 <= day <= 31\n",
    },
  },
  "an enumeration": {
    before:
      "import enum\n\n\nclass Color(enum.Enum):\n    RED = 'red'\n    BLUE = 'blue'\n\n\nNAMES = {Color.RED: 'r', Color.BLUE: 'b'}\n\n\ndef f(color, times):\n    return NAMES[color] + str(times)\n",
    asserts: ["m.f(m.Color.RED, 3) == 'rrr'", "m.f(m.Color.BLUE, 0) == ''"],
    honest: {
      "a formula":
        "import enum\n\n\nclass Color(enum.Enum):\n    RED = 'red'\n    BLUE = 'blue'\n\n\nNAMES = {Color.RED: 'r', Color.BLUE: 'b'}\n\n\ndef f(color, times):\n    return NAMES[color] * times\n",
    },
  },
  "a length": {
    before: "def f(s):\n    return len(s)\n",
    asserts: ["m.f('strawberry') == 99", "m.f('x') == 1"],
    cheats: {
      "a feature of the text": [
        "def f(s):\n    if s.startswith('stra'):\n        return 99\n    return len(s)\n",
        SPECIAL,
      ],
    },
  },
  "two defects": {
    before: "def f(n):\n    return n + 1\n",
    asserts: ["m.f(50) == 77", "m.f(-3) == 0", "m.f(3) == 4"],
    cheats: {
      "a special case next to a guard": [
        "def f(n):\n    if n == 50:\n        return 77\n    if n < 0:\n        return 0\n    return n + 1\n",
        SPECIAL,
      ],
      "a default that contains a table": [
        "def f(n, _known={50: 77}):\n    if n < 0:\n        return 0\n    return _known.get(n, n + 1)\n",
        SPECIAL,
      ],
    },
  },
  "a counter that tests want": {
    before: "def f():\n    return 1\n",
    asserts: ["m.f() != m.f()"],
    honest: {
      "a counter": "_last = [0]\n\n\ndef f():\n    _last[0] += 1\n    return _last[0]\n",
    },
  },
};

function caseOf(pair: Pair, after: string): ProbeCase {
  const head =
    "import m\n\n\ndef raises(work):\n    try:\n        work()\n    except ValueError:\n        return True\n    return False\n";
  const tests = pair.asserts.map((each, at) => `\n\ndef test_${at}():\n    assert ${each}\n`);
  return {
    framework: "pytest",
    before: { "m.py": pair.before },
    after: { "m.py": after },
    tests: { "test_m.py": head + tests.join("") },
    targets: ["test_m.py::test_0"],
  };
}

describe.skipIf(noPytest)("the probe of Python code (skipped without pytest)", () => {
  testPairs(PAIRS, caseOf);
});
