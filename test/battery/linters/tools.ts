import type { PublishedProject } from "../repositories-fetch.ts";
import {
  type OwnFinding,
  readBandit,
  readBiome,
  readClippy,
  readEslint,
  readMypy,
  readRuff,
  readSemgrep,
  readStaticcheck,
} from "./own-reports.ts";

/** A linter, a published package to run it on, and how to query the linter itself. */
export interface LinterCase {
  readonly tool: string;
  readonly project: PublishedProject;
  /** Built by `go install` if it is not a dependency of the package. */
  readonly goModule?: string;
  /** Configuration of the linter, by path: what `agentforge init` detects, and rules with findings. */
  readonly files: Readonly<Record<string, string>>;
  /** Contract and check, as named by `agentforge init` or in `files`. */
  readonly check: string;
  /** Runs the linter without AgentForge. */
  readonly ask: readonly string[];
  readonly read: (output: { readonly stdout: string; readonly stderr: string }) => readonly OwnFinding[];
  /** Whether the report says which findings have a fix. */
  readonly tellsFixes: boolean;
  /** The linter's own way to fix everything at once; absent for linters that fix nothing. */
  readonly fixAll?: readonly string[];
}

const VENV = "python3 -m venv .venv";
const SQLPARSE = { pypi: "sqlparse==0.5.1" } as const;
const NPM = "npm install --no-audit --no-fund --ignore-scripts --silent";

const SEMGREP_RULES = `rules:
  - id: assert-in-code
    languages: [python]
    severity: INFO
    message: Asserts go with -O.
    pattern: assert $X
  - id: lambda
    languages: [python]
    severity: INFO
    message: A function with a name says what it does.
    pattern: "lambda $X: $Y"
  - id: formatted-string
    languages: [python]
    severity: WARNING
    message: Write a formatted string.
    paths: { include: [sqlparse] }
    pattern: str($X)
    fix: 'f"{$X}"'
`;

const ESLINT_CONFIG = `export default [
  {
    files: ["**/*.js"],
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      "prefer-arrow-callback": "error",
      "object-shorthand": "error",
      "no-extra-boolean-cast": "error",
      "no-unused-vars": "error",
      "no-else-return": "error",
      "dot-notation": "error",
      "no-shadow": "error",
      "operator-assignment": "error",
    },
  },
];
`;

const BANDIT_CONTRACT = `id: bandit
description: What bandit finds
applies_to: ["**/*.py"]
checks:
  - id: bandit
    message: Bandit found something.
    command:
      run: [bandit, --quiet, --recursive, --format, json, --exclude, ./.venv, .]
      format: json
      json: { items: results, file: filename, line: line_number, message: issue_text, rule: test_id }
`;

export const LINTER_CASES: readonly LinterCase[] = [
  {
    tool: "ruff",
    project: {
      name: "sqlparse",
      source: SQLPARSE,
      install: [VENV, '.venv/bin/pip install -q "pytest<9" "ruff<1" -e .'],
    },
    files: { "ruff.toml": '[lint]\nselect = ["E", "F", "W", "I", "UP", "B", "C4", "SIM", "RUF", "PIE"]\n' },
    check: "linters/ruff",
    ask: [".venv/bin/ruff", "check", "--output-format", "json", "."],
    read: readRuff,
    tellsFixes: true,
    fixAll: [".venv/bin/ruff", "check", "--fix", "--quiet", "."],
  },
  {
    tool: "eslint",
    project: { name: "minimist", source: { npm: "minimist@1.2.8" }, install: [`${NPM}`, `${NPM} eslint@9`] },
    files: { "eslint.config.mjs": ESLINT_CONFIG },
    check: "linters/eslint",
    ask: ["node_modules/.bin/eslint", "--format", "json", "."],
    read: readEslint,
    tellsFixes: true,
    fixAll: ["node_modules/.bin/eslint", "--fix", "."],
  },
  {
    tool: "biome",
    project: {
      name: "fast-content-type-parse",
      source: { npm: "fast-content-type-parse@4.0.1" },
      install: [NPM, `${NPM} @biomejs/biome@2`],
    },
    files: { "biome.json": '{ "linter": { "rules": { "style": "warn" } } }\n' },
    check: "linters/biome",
    ask: ["node_modules/.bin/biome", "lint", "--reporter=json", "--max-diagnostics=none", "."],
    read: readBiome,
    tellsFixes: false,
    fixAll: ["node_modules/.bin/biome", "lint", "--write", "."],
  },
  {
    tool: "semgrep",
    project: {
      name: "sqlparse",
      source: SQLPARSE,
      install: [VENV, '.venv/bin/pip install -q "pytest<9" "semgrep>=1.100" -e .'],
    },
    files: { ".semgrep.yml": SEMGREP_RULES },
    check: "linters/semgrep",
    ask: [
      ".venv/bin/semgrep",
      "scan",
      "--json",
      "--quiet",
      "--metrics=off",
      "--disable-version-check",
      "--config",
      ".semgrep.yml",
    ],
    read: readSemgrep,
    tellsFixes: true,
    fixAll: [
      ...[".venv/bin/semgrep", "scan", "--autofix", "--quiet", "--metrics=off", "--disable-version-check"],
      ...["--config", ".semgrep.yml"],
    ],
  },
  {
    tool: "bandit",
    project: {
      name: "sqlparse",
      source: SQLPARSE,
      install: [VENV, '.venv/bin/pip install -q "pytest<9" bandit -e .'],
    },
    files: { ".agentforge/contracts/bandit.yaml": BANDIT_CONTRACT },
    check: "bandit/bandit",
    ask: [".venv/bin/bandit", "-q", "-r", "-f", "json", "--exclude", "./.venv", "."],
    read: readBandit,
    tellsFixes: true,
  },
  {
    tool: "mypy",
    project: {
      name: "inflection",
      source: { pypi: "inflection==0.5.1" },
      install: [VENV, '.venv/bin/pip install -q "pytest<9" mypy -e .'],
    },
    files: { "mypy.ini": "[mypy]\nstrict = True\nexclude = (setup.py|docs/)\n" },
    check: "linters/mypy",
    ask: [".venv/bin/mypy", "--output", "json", "."],
    read: readMypy,
    tellsFixes: true,
  },
  {
    tool: "staticcheck",
    project: {
      name: "mapstructure",
      source: { go: "github.com/mitchellh/mapstructure@v1.5.0" },
      install: [],
    },
    goModule: "honnef.co/go/tools/cmd/staticcheck@latest",
    files: { "staticcheck.conf": 'checks = ["all"]\n' },
    check: "linters/staticcheck",
    ask: ["staticcheck", "-f", "json", "./..."],
    read: readStaticcheck,
    tellsFixes: true,
  },
  {
    tool: "clippy",
    project: { name: "heck", source: { crate: "heck@0.5.0" }, install: ["cargo fetch -q"] },
    files: { "clippy.toml": "too-many-arguments-threshold = 3\n" },
    check: "linters/clippy",
    ask: ["cargo", "clippy", "--quiet", "--all-targets", "--message-format", "json"],
    read: readClippy,
    tellsFixes: true,
  },
];
