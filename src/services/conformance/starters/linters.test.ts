import { describe, expect, it } from "vitest";
import { runOver } from "../fixture-run.ts";
import { LINTER_PRESETS, linterContract } from "./linters.ts";

const nothing = async () => "";

/** Real output of the programs for small files, with the folder replaced by /repo; the JSON is shortened. */
const PRINTED: readonly [
  config: string,
  files: Readonly<Record<string, string>>,
  ran: { exitCode: number; stdout?: string; stderr?: string },
  found: readonly string[],
][] = [
  [
    "eslint.config.mjs",
    { "src/a.js": "var a = 1;\n" },
    {
      exitCode: 1,
      stdout:
        '[{"filePath":"/repo/eslint.config.mjs","messages":[],"errorCount":0},{"filePath":"/repo/src/a.js","messages":[{"ruleId":"no-var","severity":2,"message":"Unexpected var, use let or const instead.","line":1,"column":1,"messageId":"unexpectedVar","endLine":1,"endColumn":11,"fix":{"range":[0,10],"text":"let a = 1;"}}],"errorCount":1}]',
    },
    ["src/a.js:1:1 Unexpected var, use let or const instead. (no-var)"],
  ],
  [
    "biome.json",
    { "src/a.js": "let b = 2;\n" },
    {
      exitCode: 1,
      stdout:
        '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"Biome"}},"results":[{"ruleId":"lint/style/useConst","level":"warning","message":{"text":"This let declares a variable that is only assigned once."},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"/repo/src/a.js"},"region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":4}}}]}]}]}',
    },
    ["src/a.js:1:1 This let declares a variable that is only assigned once. (lint/style/useConst)"],
  ],
  [
    "mypy.ini",
    { "src/a.py": "def g(a: int) -> str:\n    return a\n" },
    {
      exitCode: 1,
      stdout:
        'src/a.py:2:12: error: Incompatible return value type (got "int", expected "str")  [return-value]\n',
    },
    ['src/a.py:2:12 Incompatible return value type (got "int", expected "str") (return-value)'],
  ],
  [
    "pyrightconfig.json",
    { "src/a.py": "l\n" },
    {
      exitCode: 1,
      stdout:
        '/repo/src/a.py\n  /repo/src/a.py:1:1 - error: "l" is not defined (reportUndefinedVariable)\n  /repo/src/a.py:1:1 - warning: Expression value is unused (reportUnusedExpression)\n1 error, 1 warning, 0 informations\n',
    },
    [
      'src/a.py:1:1 "l" is not defined (reportUndefinedVariable)',
      "src/a.py:1:1 Expression value is unused (reportUnusedExpression)",
    ],
  ],
  [
    "tsconfig.json",
    { "src/t.ts": 'export const a: number = "";\n' },
    {
      exitCode: 1,
      stdout: "src/t.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.\n",
    },
    ["src/t.ts:1:14 Type 'string' is not assignable to type 'number'. (TS2322)"],
  ],
  [
    "staticcheck.conf",
    { "a.go": "package a\n" },
    {
      exitCode: 1,
      stdout:
        '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"Staticcheck","version":"2026.2.2"}},"results":[{"ruleId":"ST1000","kind":"fail","message":{"text":"at least one file in a package should have a package comment"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.go","uriBaseId":"%SRCROOT%"},"region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":10}}}],"suppressions":[]}],"invocations":[{"arguments":["-f","sarif","./..."],"workingDirectory":{"uri":"file:///repo"},"executionSuccessful":true}]}]}',
    },
    ["a.go:1:1 at least one file in a package should have a package comment (ST1000)"],
  ],
  [
    "clippy.toml",
    { "src/main.rs": "fn main() {\n    let x = 5;\n}\n" },
    {
      exitCode: 0,
      stdout:
        '{"reason":"compiler-message","message":{"message":"unused variable: `x`","code":{"code":"unused_variables"},"level":"warning","spans":[{"file_name":"src/main.rs","line_start":2,"column_start":9,"is_primary":true}]}}\n{"reason":"build-finished","success":true}\n',
    },
    ["src/main.rs:2:9 unused variable: `x` (unused_variables)"],
  ],
];

describe("contracts for the linters that a project uses", () => {
  it.each(PRINTED)("%s: the program's output becomes violations", async (config, files, ran, found) => {
    const contract = await linterContract([config], nothing);
    const execute = async () => ({ stdout: "", stderr: "", ...ran });
    const tree = { roots: ["/repo"], exists: async (path: string) => path === config };
    const outcome = await runOver(contract ?? "", files, { execute, tree });
    expect(outcome.problems).toEqual([]);
    expect(
      outcome.findings.map(
        ({ path, range, message }) => `${path}:${range?.line}:${range?.column} ${message}`,
      ),
    ).toEqual(found);
  });

  it("reports a staticcheck run that found no packages as a problem, although it exits with 0", async () => {
    const contract = (await linterContract(["staticcheck.conf"], nothing)) ?? "";
    const execute = async () => ({
      exitCode: 0,
      stdout: "",
      stderr: 'warning: "./..." matched no packages\n',
    });
    const { problems } = await runOver(contract, { "a.go": "package a\n" }, { execute });
    expect(problems).toMatchObject([
      { check: "staticcheck", why: expect.stringContaining("matched no packages") },
    ]);
  });

  it("reports why staticcheck cannot compile a package, as a problem", async () => {
    const contract = (await linterContract(["staticcheck.conf"], nothing)) ?? "";
    const stdout =
      '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"Staticcheck"}},"results":[{"ruleId":"compile","kind":"fail","message":{"text":"# e\\n./a.go:3:19: too many return values"},"locations":[{"physicalLocation":{"artifactLocation":{"uriBaseId":"%SRCROOT%"},"region":{"startLine":0,"startColumn":0}}}],"suppressions":[]}],"invocations":[{"executionSuccessful":true}]}]}';
    const execute = async () => ({ exitCode: 1, stdout, stderr: "" });
    const { problems } = await runOver(contract, { "a.go": "package a\n" }, { execute });
    expect(problems).toMatchObject([
      { check: "staticcheck", why: expect.stringContaining("too many return") },
    ]);
  });

  it.each([
    ["pyproject.toml", '[tool.mypy]\nfiles = ["src"]\n', false],
    ["pyproject.toml", '[tool.mypy]\nstrict = true\n\n[tool.other]\nfiles = ["src"]\n', true],
    ["setup.cfg", "[metadata]\n[mypy]\npackages=a.b\n", false],
    ["mypy.ini", "[mypy]\nstrict = true\n", true],
  ])("mypy checks what %s lists: %j", async (name, text, isEverything) => {
    const contract = (await linterContract([name], async () => text)) ?? "";
    expect(contract).toContain(isEverything ? "--no-error-summary, .]" : "--no-error-summary]");
  });

  it("has one check for every configured linter", async () => {
    const names = [
      "ruff.toml",
      "pyproject.toml",
      "eslint.config.ts",
      ".biome.jsonc",
      ".mypy.ini",
      "pyrightconfig.json",
      "tsconfig.json",
      ".golangci.yml",
      "staticcheck.conf",
      "Cargo.toml",
      ".semgrep.yaml",
    ];
    const text = "[tool.ruff.lint]\n[tool.mypy]\n[tool.pyright]\n[lints.clippy]\n";
    const outcome = await runOver((await linterContract(names, async () => text)) ?? "", {});
    const all = [...new Set(LINTER_PRESETS.map(({ id }) => id))];
    expect(outcome.problems.map(({ check }) => check)).toEqual(all);
    expect(await linterContract(["pyproject.toml", "Cargo.toml", "setup.cfg"], nothing)).toBeNull();
    expect(await linterContract(["semgrep.md", "old-ruff.toml"], nothing)).toBeNull();
  });
});
