import type { Starter, StarterRule } from "./starter.ts";

const IMPORT = { any: [{ kind: "import_statement" }, { kind: "import_from_statement" }] };
const LAST_IMPORT = { ...IMPORT, pattern: "$LAST", not: { precedes: { ...IMPORT, stopBy: "end" } } };
const inModuleWith = (statement: object) => ({ inside: { kind: "module", stopBy: "end", has: statement } });
const inModuleWithout = (statement: object) => ({
  inside: { kind: "module", stopBy: "end", not: { has: statement } },
});
const LOGGER = { kind: "expression_statement", has: { pattern: "logger = $_" } };
const oneValue = {
  pattern: "print($X)",
  has: { field: "arguments", not: { has: { any: [{ kind: "keyword_argument" }, { kind: "list_splat" }] } } },
};
const NOT_FOR_PROGRAMS = [
  "!**/__main__.py",
  "!**/cli.py",
  "!**/cli/**",
  "!**/bin/**",
  "!**/scripts/**",
  "!**/tools/**",
  "!**/examples/**",
  "!**/docs/**",
  "!**/tests/**",
  "!**/test_*.py",
  "!setup.py",
];
const PLAIN_TEXT_MODE = { any: [{ kind: "string", regex: "^[\"'][rwax+t]*[\"']$" }] };

const RULES: readonly StarterRule[] = [
  {
    id: "no-print",
    severity: "minor",
    message: "print cannot be switched off or filtered.",
    why: "The user of the module should decide what is shown; a logger allows that.",
    applies_to: NOT_FOR_PROGRAMS,
    ast: {
      rule: {
        pattern: "print($$$ALL)",
        inside: { kind: "expression_statement" },
        not: {
          any: [
            { inside: { kind: "if_statement", regex: "^if __name__", stopBy: "end" } },
            { has: { field: "arguments", has: { kind: "keyword_argument", regex: "^file\\b" } } },
          ],
        },
      },
      fixes: [
        { when: { all: [oneValue, inModuleWith(LOGGER)] }, edits: [{ write: "logger.info($X)" }] },
        {
          when: {
            all: [oneValue, inModuleWith(LAST_IMPORT), inModuleWithout({ pattern: "import logging" })],
          },
          edits: [
            { write: "logger.info($X)" },
            {
              at: "$LAST",
              place: "line-after",
              write: "import logging\n\nlogger = logging.getLogger(__name__)",
            },
          ],
        },
        {
          when: { all: [oneValue, inModuleWith(LAST_IMPORT)] },
          edits: [
            { write: "logger.info($X)" },
            { at: "$LAST", place: "line-after", write: "\nlogger = logging.getLogger(__name__)" },
          ],
        },
      ],
    },
    bad: 'import os\n\n\ndef f(x):\n    print(f"got {x}")\n    print(x)\n',
    fixed:
      'import os\nimport logging\n\nlogger = logging.getLogger(__name__)\n\n\ndef f(x):\n    logger.info(f"got {x}")\n    logger.info(x)\n',
    good: 'import logging\n\nlogger = logging.getLogger(__name__)\nlogger.info("x")\nprint(1, file=out)\nif __name__ == "__main__":\n    print(1)\n',
  },
  {
    id: "open-encoding",
    severity: "minor",
    message: "The encoding depends on the machine.",
    why: "The same file reads differently on Windows and on a server with another locale.",
    ast: {
      rule: {
        any: [
          { pattern: "open($FILE)" },
          {
            pattern: "open($FILE, $MODE)",
            has: { field: "arguments", has: { nthChild: 2, ...PLAIN_TEXT_MODE } },
          },
        ],
        not: {
          has: {
            field: "arguments",
            has: { nthChild: 1, any: [{ kind: "list_splat" }, { kind: "keyword_argument" }] },
          },
        },
      },
      fixes: [{ edits: [{ find: ",?\\s*\\)$", write: ', encoding="utf-8")' }] }],
    },
    bad: 'with open(path) as a, open(path, "w") as b:\n    f(a, b)\n',
    fixed: 'with open(path, encoding="utf-8") as a, open(path, "w", encoding="utf-8") as b:\n    f(a, b)\n',
    good: 'a = open(path, "rb")\nb = open(path, encoding="latin-1")\nc = image.open(path)\nd = open(*args)\n',
  },
  {
    id: "naive-utc",
    severity: "minor",
    message: "utcnow returns a time without a time zone.",
    why: "Code that reads it treats it as local time; deprecated since Python 3.12.",
    ast: {
      rule: { any: [{ pattern: "datetime.utcnow()" }, { pattern: "datetime.datetime.utcnow()" }] },
      fixes: [
        {
          when: { pattern: "datetime.datetime.utcnow()" },
          edits: [{ write: "datetime.datetime.now(datetime.timezone.utc)" }],
        },
        {
          when: inModuleWith({
            kind: "import_from_statement",
            regex: "^from datetime import .*\\btimezone\\b",
          }),
          edits: [{ write: "datetime.now(timezone.utc)" }],
        },
      ],
    },
    bad: "import datetime\n\nnow = datetime.datetime.utcnow()\n",
    fixed: "import datetime\n\nnow = datetime.datetime.now(datetime.timezone.utc)\n",
    good: "now = datetime.now(timezone.utc)\n",
  },
  {
    id: "type-comparison",
    severity: "minor",
    message: "Comparing types excludes subclasses.",
    why: "isinstance accepts subclasses; if exactly one type is meant, use `is`.",
    fix_hint: "Use isinstance, or `type(x) is Y`.",
    ast: { rule: { any: [{ pattern: "type($X) == $Y" }, { pattern: "type($X) != $Y" }] } },
    bad: "if type(a) == dict:\n    f()\n",
    good: "if isinstance(a, dict) or type(a) is dict:\n    f()\n",
  },
  {
    id: "empty-f-string",
    severity: "info",
    message: "The f-string has nothing to fill in.",
    why: "Either the braces were forgotten, or the f.",
    ast: {
      rule: {
        kind: "string",
        regex: "^[fF][\"']",
        not: {
          any: [
            { has: { kind: "interpolation" } },
            { regex: "[{}]" },
            { inside: { kind: "concatenated_string" } },
          ],
        },
      },
      fixes: [{ edits: [{ find: "^[fF]", write: "" }] }],
    },
    bad: 'x = f"nothing"\n',
    fixed: 'x = "nothing"\n',
    good: 'x = f"{a}"\ny = f"{{}}"\nz = f"a" f"{b}"\n',
  },
  {
    id: "lambda-assignment",
    severity: "info",
    message: "Use def for a function with a name.",
    why: "A traceback then shows its name, and it can have a docstring and types.",
    ast: {
      rule: {
        kind: "expression_statement",
        has: {
          kind: "assignment",
          all: [
            { has: { field: "left", kind: "identifier", pattern: "$NAME" } },
            { has: { field: "right", kind: "lambda", has: { field: "body", pattern: "$BODY" } } },
          ],
        },
      },
      fixes: [
        {
          when: {
            has: {
              kind: "assignment",
              has: { field: "right", kind: "lambda", has: { field: "parameters", pattern: "$PARAMETERS" } },
            },
          },
          edits: [{ write: "def $NAME($PARAMETERS):\n    return $BODY" }],
        },
        { edits: [{ write: "def $NAME():\n    return $BODY" }] },
      ],
    },
    bad: "def outer():\n    double = lambda x, y=2: x * y\n    return double\n",
    fixed: "def outer():\n    def double(x, y=2):\n        return x * y\n    return double\n",
    good: "a.key = lambda x: x\nb = sorted(c, key=lambda x: x)\n",
  },
  {
    id: "no-os-system",
    severity: "major",
    message: "os.system passes a string to a shell and hides its output.",
    why: "subprocess.run takes a list of arguments, can raise on failure, and can be tested.",
    applies_to: NOT_FOR_PROGRAMS,
    ast: { pattern: "os.system($X)" },
    bad: 'os.system("ls " + folder)\n',
    good: 'subprocess.run(["ls", folder], check=True)\n',
  },
  {
    id: "no-wildcard-import",
    severity: "minor",
    message: "It is unclear which names this imports.",
    why: "A name added there can replace one here.",
    applies_to: ["!**/__init__.py", "!**/tests/**"],
    ast: { rule: { kind: "import_from_statement", has: { kind: "wildcard_import" } } },
    bad: "from shop.cart import *\n",
    good: "from shop.cart import Cart\n",
  },
  {
    id: "not-in",
    severity: "info",
    message: "Write `not in` and `is not`.",
    why: "`not a in b` reads like `(not a) in b`.",
    ast: {
      rule: { any: [{ pattern: "not $X in $Y" }, { pattern: "not $X is $Y" }] },
      fixes: [
        { when: { pattern: "not $X in $Y" }, edits: [{ write: "$X not in $Y" }] },
        { when: { pattern: "not $X is $Y" }, edits: [{ write: "$X is not $Y" }] },
      ],
    },
    bad: "if not a in b or not c is None:\n    f()\n",
    fixed: "if a not in b or c is not None:\n    f()\n",
    good: "if a not in b or not (c in d):\n    f()\n",
  },
  {
    id: "super-arguments",
    severity: "info",
    message: "super() finds its class automatically.",
    why: "A class that is renamed or copied keeps the old name in super.",
    ast: {
      rule: {
        pattern: "super($CLASS, self)",
        inside: {
          kind: "class_definition",
          has: { field: "name", pattern: "$CLASS" },
          stopBy: { kind: "class_definition" },
        },
      },
      rewrite: "super()",
    },
    bad: "class A(B):\n    def f(self):\n        super(A, self).f()\n",
    fixed: "class A(B):\n    def f(self):\n        super().f()\n",
    good: "class A(B):\n    def f(self):\n        super().f()\n        super(B, self).f()\n",
  },
  {
    id: "no-object-base",
    severity: "info",
    message: "Every class inherits from object.",
    why: "A leftover from Python 2.",
    ast: {
      rule: {
        kind: "argument_list",
        regex: "^\\(\\s*object\\s*\\)$",
        inside: { kind: "class_definition", field: "superclasses" },
      },
      rewrite: "",
    },
    bad: "class A(object):\n    pass\n",
    fixed: "class A:\n    pass\n",
    good: "class A(B):\n    x = f(object)\n",
  },
  {
    id: "in-keys",
    severity: "info",
    message: "`in` looks at the keys anyway.",
    why: "`key in d` is shorter and checks the same.",
    ast: {
      pattern: "$K in $D.keys()",
      rewrite: "$K in $D",
    },
    bad: "if k in d.keys():\n    f()\n",
    fixed: "if k in d:\n    f()\n",
    good: "if k in d:\n    f(d.keys())\nfor k in d.keys():\n    f()\n",
  },
  {
    id: "silent-except",
    severity: "minor",
    message: "Every error is swallowed without a trace.",
    why: "When something breaks later, the cause is unknown.",
    fix_hint: "Name the exception that may be ignored, or log it.",
    ast: {
      rule: {
        kind: "except_clause",
        regex: "^except\\s*(Exception|BaseException)?(\\s+as\\s+\\w+)?\\s*:\\s*pass\\s*$",
      },
    },
    bad: "try:\n    f()\nexcept Exception:\n    pass\n",
    good: "try:\n    f()\nexcept KeyError:\n    pass\ntry:\n    f()\nexcept Exception:\n    # the cache is optional\n    pass\n",
  },
  {
    id: "request-timeout",
    severity: "major",
    message: "The request may wait forever.",
    why: "requests has no default timeout: one server that does not respond hangs the program.",
    fix_hint: "Pass timeout=…",
    applies_to: ["!**/tests/**", "!**/test_*.py", "!**/docs/**"],
    ast: {
      rule: {
        kind: "call",
        all: [
          {
            has: {
              field: "function",
              regex: "^requests\\.(get|post|put|patch|delete|head|options|request)$",
            },
          },
          {
            not: {
              has: {
                field: "arguments",
                has: { any: [{ kind: "dictionary_splat" }, { kind: "keyword_argument", regex: "^timeout" }] },
              },
            },
          },
        ],
      },
    },
    bad: "requests.get(url)\n",
    good: "requests.get(url, timeout=5)\nrequests.post(url, **options)\nsession.get(url)\n",
  },
  {
    id: "logger-warn",
    severity: "minor",
    message: "The method is called warning.",
    why: "warn is deprecated since Python 3.3 and gone from the logging module in some versions.",
    ast: {
      rule: {
        kind: "call",
        has: { field: "function", regex: "^(self\\.)?_?(logging|logger|log|LOG|LOGGER)\\.warn$" },
      },
      fixes: [{ edits: [{ find: "\\.warn\\b", write: ".warning" }] }],
    },
    bad: 'logger.warn("slow: %s", x)\n',
    fixed: 'logger.warning("slow: %s", x)\n',
    good: 'logger.warning("slow")\nwarnings.warn("old")\n',
  },
  {
    id: "deprecated-threading-names",
    severity: "info",
    message: "threading has another name for this.",
    why: "The Java-style names are deprecated since Python 3.10.",
    ast: {
      rule: { any: [{ pattern: "threading.currentThread()" }, { pattern: "threading.activeCount()" }] },
      fixes: [
        { when: { pattern: "threading.currentThread()" }, edits: [{ write: "threading.current_thread()" }] },
        { when: { pattern: "threading.activeCount()" }, edits: [{ write: "threading.active_count()" }] },
      ],
    },
    bad: "name = threading.currentThread().name\n",
    fixed: "name = threading.current_thread().name\n",
    good: "name = threading.current_thread().name\n",
  },
];

/** Rules that Python reviewers argue about, for teams that have agreed on them. */
export const PYTHON_STRICT: Starter = {
  id: "python-strict",
  title: "Stricter rules for Python, on top of the starter rules.",
  languages: ["python"],
  applies_to: ["**/*.py"],
  wantedBy: [],
  path: "src/a.py",
  rules: RULES,
};
