// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the examples are code of other programs
import type { DoubtExample } from "../../../src/services/repair/doubts/rule.ts";

/** Realistic fixes, each with the test that required it. None may raise a doubt. */
export const honestPython: readonly DoubtExample[] = [
  fix(
    "mean",
    "def mean(xs):\n    return sum(xs) / len(xs)\n",
    "def mean(xs):\n    if not xs:\n        return 0\n    return sum(xs) / len(xs)\n",
    "assert mean([]) == 0",
  ),
  fix(
    "last",
    "def last(xs):\n    return xs[len(xs)]\n",
    "def last(xs):\n    return xs[len(xs) - 1]\n",
    "assert last([1, 2, 7]) == 7",
  ),
  fix(
    "fib",
    "def fib(n):\n    return fib(n - 1) + fib(n - 2)\n",
    "def fib(n):\n    if n < 2:\n        return n\n    return fib(n - 1) + fib(n - 2)\n",
    "assert fib(7) == 13",
  ),
  fix(
    "fact",
    "def fact(n):\n    return n * fact(n - 1)\n",
    "def fact(n):\n    if n <= 1:\n        return 1\n    return n * fact(n - 1)\n",
    "assert fact(5) == 120\n    assert fact(1) == 1",
  ),
  fix(
    "leap",
    "def leap(y):\n    return y % 4 == 0\n",
    "def leap(y):\n    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)\n",
    "assert leap(400)\n    assert not leap(1900)\n    assert leap(2024)",
  ),
  fix(
    "hours",
    "def seconds(h):\n    return h * 60\n",
    "def seconds(h, m=0):\n    return h * 3600 + m * 60\n",
    "assert seconds(1) == 3600",
  ),
  fix(
    "pay",
    "def pay(n):\n    return n\n",
    "def pay(n):\n    if n <= 0:\n        raise ValueError('amount must be positive')\n    return n\n",
    "with raises(ValueError, match='amount must be positive'):\n        pay(0)",
  ),
  fix(
    "message",
    "def check(n):\n    if n < 0:\n        raise ValueError('bad')\n",
    "def check(n):\n    if n < 0:\n        raise ValueError('n must not be negative')\n",
    "with raises(ValueError, match='n must not be negative'):\n        check(-1)",
  ),
  fix(
    "rate",
    "RATES = {'EUR': 1.0, 'USD': 1.08, 'GBP': 0.86}\n",
    "RATES = {'EUR': 1.0, 'USD': 1.08, 'GBP': 0.86, 'CHF': 0.95}\n",
    "assert RATES['CHF'] == 0.95",
  ),
  fix(
    "month",
    "DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 30]\n",
    "DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]\n",
    "assert DAYS[11] == 31",
  ),
  fix(
    "grade",
    "def grade(p):\n    if p > 90:\n        return 'excellent'\n    return 'fair'\n",
    "def grade(p):\n    if p >= 90:\n        return 'excellent'\n    if p >= 75:\n        return 'good work'\n    return 'fair'\n",
    "assert grade(90) == 'excellent'\n    assert grade(75) == 'good work'",
  ),
  fix(
    "user",
    "def name(u):\n    return u['name']\n",
    "def name(u):\n    return u.get('full_name', u['name'])\n",
    "assert name({'full_name': 'Ann Lee', 'name': 'Ann'}) == 'Ann Lee'",
  ),
  fix(
    "hello",
    "def hello(n):\n    return f'Hello, {n}!'\n",
    "def hello(n):\n    if not n:\n        return 'Hello, World!'\n    return f'Hello, {n}!'\n",
    "assert hello('') == 'Hello, World!'\n    assert hello('Bob') == 'Hello, Bob!'",
  ),
  fix(
    "slug",
    "import re\n\ndef slug(t):\n    return re.sub(r'[^a-z]+', '-', t.lower())\n",
    "import re\n\ndef slug(t):\n    return re.sub(r'[^a-z0-9]+', '-', t.lower()).strip('-')\n",
    "assert slug('Hello World 42!') == 'hello-world-42'",
  ),
  fix(
    "date",
    "from datetime import datetime\n\ndef parse(s):\n    return datetime.strptime(s, '%d-%m-%Y')\n",
    "from datetime import datetime\n\ndef parse(s):\n    return datetime.strptime(s, '%Y-%m-%d')\n",
    "assert parse('2024-01-15').day == 15",
  ),
  fix(
    "clamp",
    "def clamp(n):\n    return n\n",
    "def clamp(n):\n    return max(0, min(n, 255))\n",
    "assert clamp(300) == 255\n    assert clamp(-3) == 0",
  ),
  fix(
    "cap",
    "def fee(n):\n    return n * 2\n",
    "def fee(n):\n    return min(n * 2, 1500)\n",
    "assert fee(9000) == 1500",
  ),
  fix(
    "cache",
    "import time\n\ndef fresh(at):\n    return time.time() - at > 60\n",
    "import time\n\ndef fresh(at):\n    return time.time() - at < 60\n",
    "assert fresh(time.time())",
  ),
  fix(
    "cache2",
    "def square(n):\n    return n * n\n",
    "_cache = {}\n\ndef square(n):\n    if n not in _cache:\n        _cache[n] = n * n\n    return _cache[n]\n",
    "assert square(7) == 49",
  ),
  fix(
    "point",
    "class P:\n    def __init__(self, x):\n        self.x = x\n",
    "class P:\n    def __init__(self, x):\n        self.x = x\n\n    def __eq__(self, other):\n        return isinstance(other, P) and self.x == other.x\n\n    def __hash__(self):\n        return hash(self.x)\n",
    "assert P(1) == P(1)",
  ),
  fix(
    "close",
    "def load(p):\n    f = open(p)\n    return f.read()\n",
    "def load(p):\n    with open(p, encoding='utf-8') as f:\n        return f.read()\n",
    "assert load('a.txt') == 'hi'",
  ),
  fix(
    "number",
    "def number(t):\n    return int(t)\n",
    "def number(t):\n    try:\n        return int(t)\n    except (TypeError, ValueError):\n        return None\n",
    "assert number('x') is None",
  ),
  fix(
    "mutable",
    "def add(x, to=[]):\n    to.append(x)\n    return to\n",
    "def add(x, to=None):\n    if to is None:\n        to = []\n    to.append(x)\n    return to\n",
    "assert add(1) == [1]\n    assert add(2) == [2]",
  ),
  fix(
    "prime",
    "def prime(n):\n    for i in range(2, n):\n        if n % i == 0:\n            return False\n    return True\n",
    "def prime(n):\n    if n < 2:\n        return False\n    for i in range(2, int(n ** 0.5) + 1):\n        if n % i == 0:\n            return False\n    return True\n",
    "assert not prime(1)\n    assert prime(97)\n    assert not prime(91)",
  ),
  fix(
    "prime2",
    "def prime(n):\n    return all(n % i for i in range(2, n))\n",
    "def prime(n):\n    if n == 2:\n        return True\n    return n > 2 and all(n % i for i in range(2, n))\n",
    "assert prime(2)\n    assert not prime(1)",
  ),
  fix(
    "op",
    "def calc(op, a, b):\n    if op == 'add':\n        return a + b\n",
    "def calc(op, a, b):\n    if op == 'add':\n        return a + b\n    if op == 'multiply':\n        return a * b\n",
    "assert calc('multiply', 3, 4) == 12",
  ),
  fix(
    "roman",
    "VALUES = {'I': 1, 'V': 5, 'X': 10}\n\ndef value(c):\n    return VALUES[c]\n",
    "VALUES = {'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100}\n\ndef value(c):\n    return VALUES[c]\n",
    "assert value('L') == 50\n    assert value('C') == 100",
  ),
  fix(
    "status",
    "def text(code):\n    if code == 200:\n        return 'OK'\n    if code == 404:\n        return 'Not Found'\n    return '?'\n",
    "def text(code):\n    if code == 200:\n        return 'OK'\n    if code == 404:\n        return 'Not Found'\n    if code == 418:\n        return \"I'm a teapot\"\n    return '?'\n",
    'assert text(418) == "I\'m a teapot"',
  ),
  fix(
    "csv",
    "def row(t):\n    return t.split(',')\n",
    "def row(t):\n    return [each.strip() for each in t.split(',')]\n",
    "assert row('a, b') == ['a', 'b']",
  ),
  fix(
    "sort",
    "def order(xs):\n    return sorted(xs, key=lambda x: x['age'])\n",
    "def order(xs):\n    return sorted(xs, key=lambda x: (x['age'], x['name']))\n",
    "assert order([{'age': 3, 'name': 'b'}])[0]['name'] == 'b'",
  ),
  fix(
    "import",
    "def up(n):\n    return int(n) + 1\n",
    "import math\n\ndef up(n):\n    return math.ceil(n)\n",
    "assert up(3.0) == 3",
  ),
  fix(
    "money",
    "def show(n):\n    return '$' + str(n)\n",
    "def show(n):\n    return f'${n:,.2f}'\n",
    "assert show(1234.5) == '$1,234.50'",
  ),
  fix(
    "async",
    "async def get(c):\n    return c.fetch()\n",
    "async def get(c):\n    return await c.fetch()\n",
    "assert run(get(C())) == 3",
  ),
  fix(
    "tax",
    "RATE = 0.19\n\ndef gross(n):\n    return n * RATE\n",
    "RATE = 0.19\n\ndef gross(n):\n    return round(n * (1 + RATE), 2)\n",
    "assert gross(100) == 119.0",
  ),
  fix(
    "bracket",
    "PAIRS = {')': '('}\n\ndef ok(t):\n    return t in PAIRS\n",
    "PAIRS = {')': '(', ']': '[', '}': '{'}\n\ndef ok(t):\n    return t in PAIRS\n",
    "assert ok(']')\n    assert ok('}')",
  ),
  fix(
    "cli",
    "import sys\n\ndef main(argv):\n    if not argv:\n        print('usage')\n        sys.exit(1)\n",
    "import sys\n\ndef main(argv):\n    if not argv:\n        print('usage', file=sys.stderr)\n        sys.exit(2)\n",
    "with raises(SystemExit):\n        main([])",
  ),
  fix(
    "dedupe",
    "def unique(xs):\n    return list(set(xs))\n",
    "def unique(xs):\n    seen = set()\n    result = []\n    for x in xs:\n        if x not in seen:\n            seen.add(x)\n            result.append(x)\n    return result\n",
    "assert unique([3, 1, 3]) == [3, 1]",
  ),
  fix(
    "bool",
    "def flag(t):\n    return t == 'true'\n",
    "def flag(t):\n    return t.lower() in ('true', 'yes', '1', 'on')\n",
    "assert flag('YES')\n    assert flag('true')",
  ),
  fix(
    "binary",
    "def find(xs, x):\n    lo, hi = 0, len(xs)\n    while lo < hi:\n        mid = (lo + hi) // 2\n        if xs[mid] < x:\n            lo = mid\n        else:\n            hi = mid\n    return lo\n",
    "def find(xs, x):\n    lo, hi = 0, len(xs)\n    while lo < hi:\n        mid = (lo + hi) // 2\n        if xs[mid] < x:\n            lo = mid + 1\n        else:\n            hi = mid\n    return lo\n",
    "assert find([1, 3, 5], 5) == 2",
  ),
  fix(
    "temp",
    "def f(c):\n    return c * 9 / 5\n",
    "def f(c):\n    return c * 9 / 5 + 32\n",
    "assert f(100) == 212",
  ),
  fix(
    "ordinal",
    "def ordinal(n):\n    return f'{n}th'\n",
    "def ordinal(n):\n    if 10 <= n % 100 <= 20:\n        return f'{n}th'\n    return f'{n}' + {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')\n",
    "assert ordinal(1) == '1st'\n    assert ordinal(22) == '22nd'\n    assert ordinal(11) == '11th'",
  ),
  fix(
    "phone",
    "def clean(t):\n    return t.replace('-', '')\n",
    "def clean(t):\n    return t.replace('-', '').replace(' ', '').replace('(', '').replace(')', '')\n",
    "assert clean('(030) 12-34') == '0301234'",
  ),
  fix(
    "escape",
    "def escape(t):\n    return t.replace('<', '&lt;')\n",
    "def escape(t):\n    return t.replace('&', '&amp;').replace('<', '&lt;')\n",
    "assert escape('<&') == '&lt;&amp;'",
  ),
  fix(
    "none",
    "def name(u):\n    return u.name.strip()\n",
    "def name(u):\n    return (u.name or '').strip() or 'N/A'\n",
    "assert name(U(None)) == 'N/A'",
  ),
];

function fix(name: string, before: string, after: string, test: string): DoubtExample {
  return { path: `src/${name}.py`, before, after, tests: `def test_${name}():\n    ${test}\n` };
}
