import type { StarterRule } from "./starter.ts";

const ABSTRACT =
  "Awaitable|Callable|Container|Generator|Hashable|ItemsView|Iterable|Iterator|KeysView|Mapping|MappingView|MutableMapping|MutableSequence|MutableSet|Sequence|Set|Sized|ValuesView";
export const NOT_TESTS = ["!**/tests/**", "!**/test/**", "!**/test_*.py", "!**/*_test.py"];

/** Calls that are unsafe, removed in newer versions, or misleading. */
export const PYTHON_HAZARDS: readonly StarterRule[] = [
  {
    id: "yaml-load",
    severity: "critical",
    message: "yaml.load without a loader can construct any object.",
    why: "A crafted document runs code when it is loaded; PyYAML 6 refuses the call.",
    ast: { pattern: "yaml.load($X)", rewrite: "yaml.safe_load($X)" },
    bad: "data = yaml.load(stream)\n",
    fixed: "data = yaml.safe_load(stream)\n",
    good: "data = yaml.load(stream, Loader=yaml.SafeLoader)\n",
  },
  {
    id: "shell-injection",
    severity: "critical",
    message: "A shell runs a command that is built from parts.",
    why: "A space or a semicolon in one of the parts becomes a command.",
    fix_hint: "Pass a list of arguments, without shell=True.",
    ast: {
      rule: {
        kind: "call",
        all: [
          { has: { field: "function", regex: "^subprocess\\.(run|call|check_call|check_output|Popen)$" } },
          { has: { field: "arguments", has: { kind: "keyword_argument", regex: "^shell\\s*=\\s*True$" } } },
          {
            has: {
              field: "arguments",
              has: {
                nthChild: 1,
                any: [
                  { kind: "string", has: { kind: "interpolation" } },
                  { kind: "binary_operator" },
                  { kind: "call", has: { field: "function", regex: "[\"']\\.format$" } },
                ],
              },
            },
          },
        ],
      },
    },
    bad: 'subprocess.run(f"tar xf {name}", shell=True)\n',
    good: 'subprocess.run(["tar", "xf", name])\nsubprocess.run("make && make test", shell=True)\n',
  },
  {
    id: "removed-assert-names",
    severity: "major",
    message: "unittest no longer has this name.",
    why: "The aliases were removed in Python 3.12: the test fails for a reason that has nothing to do with the code.",
    ast: {
      rule: {
        kind: "identifier",
        regex:
          "^(assertEquals|assertNotEquals|assertAlmostEquals|assertNotAlmostEquals|assertRegexpMatches|assertNotRegexpMatches|assertRaisesRegexp|assert_)$",
        inside: { kind: "attribute", regex: "^self\\.", inside: { kind: "call", field: "function" } },
      },
      fixes: [
        { when: { regex: "^assert_$" }, edits: [{ write: "assertTrue" }] },
        { when: { regex: "^assertRegexpMatches$" }, edits: [{ write: "assertRegex" }] },
        { when: { regex: "^assertNotRegexpMatches$" }, edits: [{ write: "assertNotRegex" }] },
        { when: { regex: "^assertRaisesRegexp$" }, edits: [{ write: "assertRaisesRegex" }] },
        { when: { regex: "Equals$" }, edits: [{ find: "s$", write: "" }] },
      ],
    },
    bad: "class T(TestCase):\n    def test(self):\n        self.assertEquals(f(), 1)\n        self.assert_(g())\n",
    fixed:
      "class T(TestCase):\n    def test(self):\n        self.assertEqual(f(), 1)\n        self.assertTrue(g())\n",
    good: "class T(TestCase):\n    def test(self):\n        self.assertEqual(f(), 1)\n",
  },
  {
    id: "removed-numpy-names",
    severity: "major",
    message: "NumPy no longer has this name.",
    why: "np.float and similar names were aliases for Python's own types; NumPy 1.24 removed them.",
    ast: {
      rule: { kind: "attribute", regex: "^(np|numpy)\\.(float|int|bool|object|complex|str)$" },
      fixes: [{ edits: [{ find: "^\\w+\\.", write: "" }] }],
    },
    bad: "a = np.zeros(3, dtype=np.float)\n",
    fixed: "a = np.zeros(3, dtype=float)\n",
    good: "a = np.zeros(3, dtype=np.float64)\nb = np.bool_(1)\n",
  },
  {
    id: "removed-abc-names",
    severity: "major",
    message: "The abstract base classes are in collections.abc.",
    why: "Python 3.10 removed them from collections: the import fails.",
    ast: {
      rule: {
        kind: "import_from_statement",
        regex: `^from collections import (${ABSTRACT})(, (${ABSTRACT}))*$`,
        not: { inside: { kind: "except_clause", stopBy: "end" } },
      },
      fixes: [{ edits: [{ find: "collections", write: "collections.abc" }] }],
    },
    bad: "from collections import Mapping\n",
    fixed: "from collections.abc import Mapping\n",
    good: "from collections import OrderedDict\nfrom collections.abc import Mapping\n",
  },
  {
    id: "no-mktemp",
    severity: "critical",
    message: "tempfile.mktemp returns a name that anyone else can take first.",
    why: "An attacker can create a link before the file exists.",
    fix_hint: "Use tempfile.mkstemp or NamedTemporaryFile, which create the file.",
    ast: { pattern: "tempfile.mktemp($$$A)" },
    bad: "path = tempfile.mktemp()\n",
    good: "handle, path = tempfile.mkstemp()\n",
  },
  {
    id: "tls-verification-off",
    severity: "critical",
    message: "The server's certificate is not verified.",
    why: "Anyone on the network path can read and change the traffic.",
    applies_to: NOT_TESTS,
    ast: {
      rule: {
        kind: "keyword_argument",
        regex: "^verify\\s*=\\s*False$",
        inside: {
          kind: "argument_list",
          inside: {
            kind: "call",
            has: {
              field: "function",
              regex:
                "^(requests|httpx|session|self\\.session)\\.(get|post|put|patch|delete|head|request|Client|AsyncClient)$",
            },
          },
        },
      },
    },
    bad: "requests.get(url, verify=False)\n",
    good: "requests.get(url, verify=bundle)\n",
  },
  {
    id: "sleep-in-async",
    severity: "major",
    message: "time.sleep blocks the whole event loop.",
    why: "Nothing else runs until it returns, no other request and no timeout.",
    fix_hint: "await asyncio.sleep(…)",
    ast: {
      rule: {
        pattern: "time.sleep($X)",
        inside: {
          kind: "function_definition",
          regex: "^async",
          stopBy: { any: [{ kind: "function_definition" }, { kind: "lambda" }] },
        },
      },
      fixes: [
        {
          when: { inside: { kind: "module", stopBy: "end", has: { pattern: "import asyncio" } } },
          edits: [{ write: "await asyncio.sleep($X)" }],
        },
      ],
    },
    bad: "import asyncio\n\n\nasync def f():\n    time.sleep(1)\n",
    fixed: "import asyncio\n\n\nasync def f():\n    await asyncio.sleep(1)\n",
    good: "async def f():\n    await asyncio.sleep(1)\n    def g():\n        time.sleep(1)\n    await run(lambda: time.sleep(1))\n",
  },
  {
    id: "path-join-absolute",
    severity: "major",
    message: "os.path.join drops everything before a part that starts with a slash.",
    why: 'os.path.join(root, "/etc") is "/etc".',
    fix_hint: "Remove the leading slash.",
    ast: {
      pattern: "os.path.join($A, $B)",
      constraints: { A: { not: { kind: "string" } }, B: { kind: "string", regex: "^[\"']/" } },
      fixes: [{ edits: [{ at: "$B", find: "/+", write: "" }] }],
    },
    bad: 'path = os.path.join(root, "/data")\n',
    fixed: 'path = os.path.join(root, "data")\n',
    good: 'path = os.path.join(root, "data", "/")\npath = os.path.join("/", "data")\n',
  },
  {
    id: "sort-returns-none",
    severity: "critical",
    message: "sort() sorts in place and returns None.",
    why: "The variable on the left is None afterwards.",
    fix_hint: "Call sorted(…), or drop the assignment.",
    ast: {
      rule: { any: [{ pattern: "$X = $Y.sort()" }, { pattern: "$X = $Y.reverse()" }] },
      constraints: { X: { kind: "identifier" }, Y: { any: [{ kind: "identifier" }, { kind: "attribute" }] } },
      fixes: [{ when: { pattern: "$X = $Y.sort()" }, edits: [{ write: "$X = sorted($Y)" }] }],
    },
    bad: "a = b.sort()\n",
    fixed: "a = sorted(b)\n",
    good: "b.sort()\na = sorted(b)\nc = find().sort()\n",
  },
  {
    id: "except-or",
    severity: "critical",
    message: "`except A or B` catches A only.",
    why: "The expression is evaluated first, and a class is always true.",
    ast: {
      rule: { kind: "except_clause", has: { kind: "boolean_operator", pattern: "$A or $B" } },
      constraints: {
        A: { any: [{ kind: "identifier" }, { kind: "attribute" }] },
        B: { any: [{ kind: "identifier" }, { kind: "attribute" }] },
      },
      fixes: [{ edits: [{ find: "^except\\s+[\\w.]+\\s+or\\s+[\\w.]+", write: "except ($A, $B)" }] }],
    },
    bad: "try:\n    f()\nexcept KeyError or ValueError:\n    g()\n",
    fixed: "try:\n    f()\nexcept (KeyError, ValueError):\n    g()\n",
    good: "try:\n    f()\nexcept (KeyError, ValueError):\n    g(a or b)\n",
  },
];
