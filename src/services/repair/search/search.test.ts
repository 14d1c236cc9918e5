import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import type { Search } from "../../../domain/ports/repair.ts";
import type { SandboxProcess } from "../../../domain/ports/sandbox.ts";
import { createSearchBrain } from "../index.ts";
import { applyEdits } from "../propose/apply.ts";
import { startUnsandboxed } from "../testing/process.ts";
import { makeTarget } from "../testing/target.ts";

const folders: string[] = [];
const started: SandboxProcess[] = [];
const resources = fileURLToPath(new URL("../resources", import.meta.url));
const hasPytest = succeeds("python3", ["-m", "pytest", "--version"]);

afterEach(async () => {
  for (const process of started.splice(0)) await process.kill();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!hasPytest && process.env.CI !== "true")("Python, warm (skipped without pytest)", () => {
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
  it.each(cases)("mends %s", async (_, code, rows, fixed) => {
    const found = await find(
      { "m.py": code },
      { "test_m.py": `${test}${rows}])\ndef test_f(given, wanted):\n    assert f(given) == wanted\n` },
      "pytest",
    );
    expect(texts(found, { "m.py": code }).some((text) => text.includes(fixed))).toBe(true);
  });

  it("mends a function that runs only while its module is loaded", async () => {
    const code =
      "def table(names):\n    return {name: at - 1 for at, name in enumerate(names)}\n\n\nPLACES = table('abc')\n\n\ndef f(x):\n    return PLACES[x]\n";
    const rows = "('a', 1), ('c', 3)";
    const tests = `${test}${rows}])\ndef test_f(given, wanted):\n    assert f(given) == wanted\n`;
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(texts(found, { "m.py": code })[0]).toContain("at + 1 for");
  });

  it("mends a module that cannot be loaded", async () => {
    const code =
      "def table(names):\n    return {name: len(names[name]) for name in names}\n\n\nSIZES = table({'a': 1, 'b': 2})\n\n\ndef f(x):\n    return SIZES[x]\n";
    const tests = "from m import f\n\n\ndef test_f():\n    assert f('a') == 1\n    assert f('b') == 2\n";
    const { brain, ground, target, options } = setUp({ "m.py": code }, { "test_m.py": tests }, "pytest");
    const failures = target.failing.failures.map((each) => ({ ...each, test_id: "test_m.py" }));
    const found = await brain.search?.(
      { ...target, failing: { ...target.failing, failures } },
      ground,
      options,
    );
    expect(texts(found as Search, { "m.py": code })[0]).toContain("name: names[name] for");
  });

  it("mends a test that goes on far beyond where it failed, among others that only loop", async () => {
    const code = "def f(x):\n    n = 1\n    while x > 1:\n        x -= 1\n        n += 0\n    return n\n";
    const tests =
      "from m import f\n\n\ndef test_f():\n    for x in range(1, 300):\n        assert f(x) == x\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(texts(found, { "m.py": code })[0]).toContain("n += 1");
    // Without a look at how far the test comes, all 364 are tried before it gets the ticks that it takes.
    expect(found.status === "searched" && found.tried).toBeLessThan(300);
  });

  it("mends two places of one test, by the statements that it comes to", async () => {
    const code =
      "def f(xs):\n    least = most = xs[0]\n    total = 0\n    for x in xs:\n        if x < least:\n            least = x\n        if x < most:\n            most = x\n        total += x\n    return least, most, total / (len(xs) + 1)\n";
    const tests =
      "from m import f\n\n\ndef test_f():\n    assert f([3, 1, 2])[1] == 3\n    assert f([-5, 4, 7]) == (-5, 7, 2)\n    assert f([6]) == (6, 6, 6)\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    const [best] = texts(found, { "m.py": code });
    expect(best).toContain("if x > most");
    expect(best).toContain("total / (len(xs))");
  });

  it("searches in the process that was started ahead, and ends one that nobody wanted", async () => {
    const code = "def f(x):\n    return x - 1\n";
    const tests = "from m import f\n\n\ndef test_f():\n    assert f(1) == 2\n    assert f(5) == 6\n";
    const { brain, ground, target, options } = setUp({ "m.py": code }, { "test_m.py": tests }, "pytest");
    await using _ahead = brain.foresee?.(ground, options);
    const found = await brain.search?.(target, ground, options);
    expect(texts(found as Search, { "m.py": code })[0]).toContain("return x + 1");
    expect(started).toHaveLength(1);
    const unwanted = brain.foresee?.(ground, options);
    await unwanted?.[Symbol.asyncDispose]();
    expect(started).toHaveLength(2);
    await started[1]?.done;
  });

  it("bounds the memory of a child, and again that of the children of one that has grown", () => {
    const program =
      "from agentforge_children import in_child, limit_memory\nlimit_memory()\ngrown = bytearray(60 << 20)\nprint(in_child(lambda: 7, 10), in_child(lambda: len(bytearray(2 << 30)), 10))\n";
    const env = { ...process.env, PYTHONPATH: resources, PYTHONDONTWRITEBYTECODE: "1" };
    const printed = execFileSync("python3", ["-c", program], { env, encoding: "utf8" });
    expect(printed).toBe("7 None\n");
  });

  it("mends what can be mended beside a failure that has nothing to do with it", async () => {
    const code = "def f(x):\n    return x - 1\n\n\ndef g():\n    return open('/nothing/here').read()\n";
    const tests =
      "from m import f, g\n\n\ndef test_f():\n    assert f(1) == 2\n    assert f(5) == 6\n\n\ndef test_g():\n    assert g() == 'x'\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(texts(found, { "m.py": code })[0]).toContain("return x + 1");
  });

  it("does not believe a patch that gives up the function's own helper", async () => {
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

  it("keeps tests apart that leave something behind", async () => {
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

  it("says where plausible patches part", async () => {
    const code = "def f(a, b):\n    return a - b\n";
    const tests = "from m import f\n\n\ndef test_f():\n    assert f(2, 2) == 4\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    expect(found).toMatchObject({ status: "searched" });
    if (found.status !== "searched") return;
    expect(found.disagree).toBeGreaterThan(0);
    expect(found.rivals[0]?.differs).toMatch(/^f\(a=/);
  });

  it("distrusts a function that answers with a constant", async () => {
    const code = "def even(n):\n    if n % 2 == 1:\n        return False\n    return True\n";
    const tests =
      "from m import even\n\n\ndef test_f():\n    assert not even(-1.5)\n    assert not even(3)\n";
    const found = await find({ "m.py": code }, { "test_m.py": tests }, "pytest");
    if (found.status !== "searched") throw new Error(found.why);
    expect(found.distrusted.map((each) => each.why)).toContain("the function would answer with a constant");
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

describe("JavaScript, warm", () => {
  const suite = 'import assert from "node:assert";\nimport test from "node:test";\n';
  const cases: readonly [string, string, Record<string, string>, Record<string, string>, string, string][] = [
    [
      "an ES module",
      "node:test",
      { "m.mjs": "export const add = (a, b) => a - b;\n" },
      {
        "m.test.mjs": `${suite}import { add } from "./m.mjs";\ntest("add", () => assert.equal(add(2, 3), 5));\n`,
      },
      "m.mjs",
      "a + b",
    ],
    [
      "CommonJS",
      "node:test",
      { "m.cjs": "function last(xs) {\n  return xs[xs.length];\n}\nmodule.exports = { last };\n" },
      {
        "m.test.cjs":
          'const test = require("node:test");\nconst assert = require("node:assert");\nconst { last } = require("./m.cjs");\ntest("last", () => { assert.equal(last([1, 2]), 2); assert.equal(last([7]), 7); });\n',
      },
      "m.cjs",
      "xs.length - 1",
    ],
    [
      "two places of one test, by the assertions that it comes to",
      "node:test",
      {
        "m.mjs":
          "export function about(xs) {\n  let most = xs[0];\n  let sum = 0;\n  for (const x of xs) {\n    if (x < most) most = x;\n    sum += x;\n  }\n  return [most, sum / (xs.length + 1)];\n}\n",
      },
      {
        "m.test.mjs": `${suite}import { about } from "./m.mjs";\ntest("about", () => {\n  assert.equal(about([3, 1, 2, 4])[0], 4);\n  assert.deepEqual(about([4, -2, 7]), [7, 3]);\n  assert.deepEqual(about([5]), [5, 5]);\n});\n`,
      },
      "m.mjs",
      "if (x > most) most = x;\n    sum += x;\n  }\n  return [most, sum / (xs.length)]",
    ],
    [
      "a second place that the test reaches only when the first is mended",
      "node:test",
      {
        "m.mjs":
          "export function up(v, part) {\n  switch (part) {\n    case 'major':\n      v.major += 1;\n      v.minor = 0;\n      break;\n    case 'minor':\n      v.minor += 1;\n      break;\n    default:\n      v.patch += 1;\n  }\n  return v;\n}\n",
      },
      {
        "m.test.mjs": `${suite}import { up } from "./m.mjs";\nconst at = () => ({ major: 1, minor: 2, patch: 3 });\ntest("up", () => {\n  assert.deepEqual(up(at(), "patch"), { major: 1, minor: 2, patch: 4 });\n  assert.deepEqual(up(at(), "minor"), { major: 1, minor: 3, patch: 0 });\n  assert.deepEqual(up(at(), "major"), { major: 2, minor: 0, patch: 0 });\n});\n`,
      },
      "m.mjs",
      "v.patch = 0;\n      v.major += 1;\n      v.minor = 0;\n      break;\n    case 'minor':\n      v.patch = 0;\n      v.minor += 1;",
    ],
    [
      "TypeScript under Vitest",
      "vitest",
      {
        "m.ts":
          "export function count(n: number): number {\n  let total = 0;\n  while (n > 0) {\n    total += 1;\n  }\n  return total;\n}\n",
      },
      {
        "m.test.ts":
          'import { expect, it } from "vitest";\nimport { count } from "./m.js";\nit("counts", () => {\n  expect(count(4)).toBe(4);\n  expect(count(0)).toBe(0);\n});\n',
      },
      "m.ts",
      "n -= 1",
    ],
    [
      "Mocha with promises",
      "mocha",
      { "m.cjs": "exports.first = async (xs) => xs[1];\n" },
      {
        "m.test.cjs":
          'const assert = require("node:assert");\nconst { first } = require("./m.cjs");\ndescribe("first", () => { it("is first", async () => { assert.equal(await first([4, 5]), 4); }); });\n',
      },
      "m.cjs",
      "xs[0]",
    ],
    [
      "what waits, by the clock of Vitest",
      "vitest",
      {
        "m.ts":
          "export function later(work: () => void, seconds: number) {\n  setTimeout(work, seconds * 100);\n}\n",
      },
      {
        "m.test.ts":
          'import { expect, it, vi } from "vitest";\nimport { later } from "./m.ts";\nit("waits", () => {\n  vi.useFakeTimers();\n  const work = vi.fn();\n  later(work, 2);\n  vi.advanceTimersByTime(1999);\n  expect(work).not.toHaveBeenCalled();\n  vi.advanceTimersByTime(1);\n  expect(work).toHaveBeenCalledTimes(1);\n});\n',
      },
      "m.ts",
      "seconds * 1000",
    ],
  ];
  it.each(cases)("mends %s", async (_, framework, sources, tests, path, fixed) => {
    const found = await find(sources, tests, framework);
    expect(texts(found, sources, path).some((text) => text.includes(fixed))).toBe(true);
  });

  it("says when a test needs more of its framework than it has", async () => {
    const sources = { "m.mjs": "export const f = () => 2;\n" };
    const tests = {
      "m.test.mjs":
        'import { expect, it } from "vitest";\nimport { f } from "./m.mjs";\nit("t", () => expect(f()).toMatchInlineSnapshot("1"));\n',
    };
    const found = await find(sources, tests, "vitest");
    expect(found.status).toBe("cold");
  });

  it("leaves the tree alone and no process behind", async () => {
    const sources = { "m.mjs": "export const f = (n) => { while (n !== 1) n -= 2; return n; };\n" };
    const tests = {
      "m.test.mjs": `${suite}import { f } from "./m.mjs";\ntest("f", () => assert.equal(f(4), 1));\n`,
    };
    await find(sources, tests, "node:test");
    const [folder] = folders;
    expect(readdirSync(folder ?? "").sort()).toEqual(["m.mjs", "m.test.mjs"]);
    expect(readFileSync(join(folder ?? "", "m.mjs"), "utf8")).toBe(sources["m.mjs"]);
    const ended = await Promise.all(started.map((each) => each.done));
    expect(ended).toHaveLength(1);
  });

  const short = { "m.mjs": "export const f = (n) => n - 1;\n" };
  const shortTest = {
    "m.test.mjs": `${suite}import { f } from "./m.mjs";\ntest("f", () => assert.equal(f(4), 5));\n`,
  };

  it("searches in what was prepared for it", async () => {
    const { brain, ground, target, options } = setUp(short, shortTest, "node:test");
    const prepared = brain.prepare?.(target, ground, options);
    if (!prepared) throw new Error("a brain with workers can prepare");
    const found = await brain.search?.(target, ground, { ...options, prepared });
    expect(found && texts(found, short)[0]).toContain("n + 1");
    expect(started).toHaveLength(1);
    await started[0]?.done;
  });

  it("ends what was prepared and not wanted", async () => {
    const { brain, ground, target, options } = setUp(short, shortTest, "node:test");
    await brain.prepare?.(target, ground, options)?.[Symbol.asyncDispose]();
    expect(started).toHaveLength(1);
    await started[0]?.done;
  });
});

describe.skipIf(!succeeds("go", ["version"]) && process.env.CI !== "true")(
  "Go, warm (skipped without go)",
  () => {
    const cases: readonly [string, string, string, string][] = [
      [
        "a table of the package, tested by subtests",
        'var steps = map[string]int{"a": 1, "b": 20}\n\nfunc Step(name string) int { return steps[name] }\n',
        'for name, want := range map[string]int{"a": 1, "b": 2} {\n\t\tt.Run(name, func(t *testing.T) {\n\t\t\tif Step(name) != want {\n\t\t\t\tt.Fail()\n\t\t\t}\n\t\t})\n\t}',
        '"b": 2}',
      ],
      [
        "code that panics",
        "type Node struct {\n\tNext  *Node\n\tValue int\n}\n\nfunc Last(at *Node) int {\n\tfor at.Next.Next != nil {\n\t\tat = at.Next\n\t}\n\treturn at.Value\n}\n",
        "if Last(&Node{Value: 1}) != 1 || Last(&Node{Next: &Node{Value: 3}}) != 3 {\n\t\tt.Fail()\n\t}",
        "for at.Next != nil",
      ],
    ];
    it.each(cases)("mends %s", async (_, code, test, fixed) => {
      const sources = { "go.mod": "module example.com/m\n\ngo 1.22\n", "m.go": `package m\n\n${code}` };
      const tests = {
        "m_test.go": `package m\n\nimport "testing"\n\nfunc TestIt(t *testing.T) {\n\t${test}\n}\n`,
      };
      const found = await find(sources, tests, "go test");
      expect(texts(found, sources, "m.go").some((text) => text.includes(fixed))).toBe(true);
    });

    it("mends a function in one build for many candidates", async () => {
      const sources = {
        "go.mod": "module example.com/calc\n\ngo 1.21\n",
        "calc.go":
          "package calc\n\nfunc Sum(values []int) int {\n\ttotal := 0\n\tfor i := 1; i < len(values); i++ {\n\t\ttotal += values[i]\n\t}\n\treturn total\n}\n",
      };
      const tests = {
        "calc_test.go":
          'package calc\n\nimport "testing"\n\nfunc TestSum(t *testing.T) {\n\tif Sum([]int{1, 2, 3}) != 6 {\n\t\tt.Fatal("sum")\n\t}\n\tif Sum(nil) != 0 {\n\t\tt.Fatal("none")\n\t}\n}\n',
      };
      const found = await find(sources, tests, "go test");
      expect(texts(found, sources, "calc.go").some((text) => text.includes("i := 0"))).toBe(true);
    });
  },
);

it("says when it cannot run a project's tests", async () => {
  const found = await find({ "m.rb": "x" }, { "m_test.rb": "y" }, "rspec");
  expect(found).toEqual({ status: "cold", why: "no warm worker knows this test framework" });
});

async function find(
  sources: Record<string, string>,
  tests: Record<string, string>,
  framework: string,
): Promise<Search> {
  const { brain, ground, target, options } = setUp(sources, tests, framework);
  const search = brain.search?.(target, ground, options);
  if (search === undefined) throw new Error("a brain with workers can search");
  return search;
}

function setUp(sources: Record<string, string>, tests: Record<string, string>, framework: string) {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-search-"));
  folders.push(folder);
  for (const [path, text] of Object.entries({ ...sources, ...tests })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const brain = createSearchBrain({
    startWorker: async (command) => {
      const env = { HOME: process.env.HOME ?? "/", ...command.env };
      const process_ = await startUnsandboxed({ ...command, env }, process.env.PATH ?? "");
      started.push(process_);
      return process_;
    },
    resourceFolder: resources,
    programs: { python: "python3", node: process.execPath },
    jobs: 2,
    ticks: 2000,
    elapsed: () => performance.now(),
  });
  const ground = { tree: folder, lent: [], suites: [{ framework, root: "." }] };
  const target = makeTarget(sources, tests);
  return { brain, ground, target, options: { budgetMs: 40_000, signal: new AbortController().signal } };
}

function texts(
  found: Search,
  sources: Record<string, string>,
  path = Object.keys(sources)[0] ?? "",
): readonly string[] {
  if (found.status === "cold") throw new Error(found.why);
  return found.patches.map(
    (patch) => applyEdits(patch.edits, new Map(Object.entries(sources))).get(path) ?? "",
  );
}

function succeeds(program: string, given: readonly string[]): boolean {
  try {
    execFileSync(program, [...given], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
