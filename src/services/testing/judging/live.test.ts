import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { executeDirectly, temporaryTree } from "../../../../test/support/direct-execution.ts";
import { createTestRunner } from "../index.ts";

const modules = resolve(import.meta.dirname, "../../../../node_modules");
const runner = createTestRunner({
  execute: executeDirectly,
  nodeProgram: process.execPath,
  resourceFolder: join(import.meta.dirname, "../resources"),
  defaults: { timeoutMs: 100_000 },
});

interface Case {
  readonly framework: string;
  readonly needs: readonly [string, ...string[]];
  readonly files: Readonly<Record<string, string>>;
  readonly collected: readonly string[];
  readonly judging: readonly string[];
}

/** The real tools: whether they report the file of a test. */
const CASES: readonly Case[] = [
  {
    framework: "node:test",
    needs: ["node", "--version"],
    files: {
      "package.json": '{"type":"module","scripts":{"test":"node --test checks.js"}}',
      "checks.js":
        'import { test } from "node:test";\nimport { shared } from "./shared.js";\nshared(test);\n',
      "shared.js": 'export const shared = (test) => test("a", () => {});\n',
    },
    collected: ["checks.js"],
    judging: ["checks.js"],
  },
  {
    framework: "pytest",
    needs: ["python3", "-m", "pytest", "--version"],
    files: {
      "pytest.ini": "[pytest]\npython_files = check_*.py\naddopts = --doctest-modules\n",
      "calc.py":
        'def plain(f):\n    def inner():\n        f()\n    return inner\n\ndef one():\n    """\n    >>> one()\n    1\n    """\n    return 1\n',
      "check_calc.py": "from calc import plain\n\n@plain\ndef test_a():\n    pass\n",
      "proof/check_b.py":
        "from calc import one\nfrom values import expected\n\ndef test_b():\n    assert one() == expected\n",
      "proof/values.py": "expected = 1\n",
    },
    collected: ["check_calc.py", "proof/check_b.py"],
    judging: ["check_calc.py", "proof/check_b.py", "proof/values.py", "pytest.ini"],
  },
  {
    framework: "unittest",
    needs: ["python3", "--version"],
    files: {
      "calc.py": "one = 1\n",
      "testcalc.py":
        "import unittest, calc\n\nclass A(unittest.TestCase):\n    def test_a(self):\n        pass\n",
    },
    collected: ["testcalc.py"],
    judging: ["testcalc.py"],
  },
  {
    framework: "vitest",
    needs: ["node", "--version"],
    files: {
      "vitest.config.js":
        'export default { test: { include: ["**/*.check.ts"], includeSource: ["src/*.ts"] } };\n',
      "src/a.ts":
        "export const a = 1;\nif (import.meta.vitest) {\n  const { it } = import.meta.vitest;\n  it('a', () => {});\n}\n",
      "src/b.check.ts": 'import { it } from "vitest";\nimport { a } from "./a.ts";\nit("b", () => a);\n',
    },
    collected: ["src/b.check.ts"],
    judging: ["src/b.check.ts", "vitest.config.js"],
  },
  {
    framework: "go test",
    needs: ["go", "version"],
    files: {
      "go.mod": "module example.com/m\n\ngo 1.20\n",
      "calc/calc.go": "package calc\n\nfunc One() int { return 1 }\n",
      "calc/calc_test.go":
        'package calc\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tt.Run("sub", func(t *testing.T) {})\n}\n',
    },
    collected: ["calc/calc_test.go"],
    judging: ["calc/calc_test.go"],
  },
  {
    framework: "cargo test",
    needs: ["cargo", "--version"],
    files: {
      "Cargo.toml":
        '[package]\nname = "m"\nversion = "0.1.0"\nedition = "2021"\n\n[[test]]\nname = "whole"\npath = "proof/whole.rs"\n',
      "src/lib.rs":
        "pub fn one() -> i32 { 1 }\n#[cfg(test)]\nmod inline { #[test] fn a() {} }\n#[cfg(test)]\nmod apart;\n",
      "src/apart.rs": "#[test]\nfn b() {}\n",
      "proof/whole.rs": "mod values;\n#[test]\nfn c() { assert_eq!(m::one(), values::EXPECTED); }\n",
      "proof/values.rs": "pub const EXPECTED: i32 = 1;\n",
    },
    collected: ["proof/whole.rs"],
    judging: ["proof/values.rs", "proof/whole.rs", "src/apart.rs"],
  },
];

for (const { framework, needs, files, collected, judging } of CASES) {
  test.skipIf(!answers(...needs))(
    `${framework} reports where its tests are (needs ${needs[0]})`,
    async () => {
      const lent = framework === "vitest" ? [{ source: modules, at: "node_modules" }] : [];
      using tree = temporaryTree(files, lent);
      const suite = { framework, root: ".", why: "live" };
      const { result } = await runner.run(tree, suite);
      expect(result.status).toBe("passed");
      const found = await runner.judges(tree, [suite], result);
      expect([...found.collected].sort()).toEqual(collected);
      expect(Object.keys(files).sort().filter(found.has)).toEqual(judging);
    },
  );
}

function answers(...[program, ...words]: readonly [string, ...string[]]): boolean {
  try {
    execFileSync(program, words, { stdio: "ignore" });
    return true;
  } catch {
    process.stderr.write(`skipped: ${program} does not run here\n`);
    return false;
  }
}
