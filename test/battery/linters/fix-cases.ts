import {
  BIOME_JSON,
  BIOME_REPORT,
  ESLINT_CONFIG,
  RUFF_TOML,
  SEMGREP_RULES,
  STATICCHECK_CONF,
} from "./fix-projects/configurations.ts";
import { GO_FILES } from "./fix-projects/go.ts";
import { JAVASCRIPT_FILES } from "./fix-projects/javascript.ts";
import { PYTHON_FILES } from "./fix-projects/python.ts";
import { RUST_FILES } from "./fix-projects/rust.ts";
import { readSarifWithFixes } from "./own-reports.ts";
import { LINTER_CASES, type LinterCase } from "./tools.ts";

/** A linter and a small project, with tests, in which it finds about twenty things that it can fix. */
export interface FixCase extends Omit<LinterCase, "project"> {
  readonly install: readonly string[];
}

const PIP = "python3 -m venv .venv && .venv/bin/pip install -q 'pytest<9'";
const NPM = "npm install --no-audit --no-fund --ignore-scripts --silent";

export const FIX_CASES: readonly FixCase[] = [
  {
    ...like("ruff"),
    files: { ...PYTHON_FILES, "ruff.toml": RUFF_TOML },
    install: [`${PIP} 'ruff<1'`],
    // The tests also judge fixes that Ruff does not consider safe.
    fixAll: [".venv/bin/ruff", "check", "--fix", "--unsafe-fixes", "--quiet", "."],
  },
  {
    ...like("eslint"),
    files: { ...JAVASCRIPT_FILES, "eslint.config.mjs": ESLINT_CONFIG },
    install: [`${NPM} eslint@9`],
  },
  {
    ...like("biome"),
    files: { ...JAVASCRIPT_FILES, "biome.json": BIOME_JSON, "lib/report.js": BIOME_REPORT },
    install: [`${NPM} @biomejs/biome@2`],
  },
  {
    ...like("clippy"),
    files: RUST_FILES,
    install: ["cargo test -q --no-run"],
    fixAll: ["cargo", "clippy", "--fix", "--allow-dirty", "--all-targets", "--quiet"],
  },
  {
    ...like("staticcheck"),
    files: { ...GO_FILES, "staticcheck.conf": STATICCHECK_CONF },
    install: ["go vet ./..."],
    ask: ["staticcheck", "-f", "sarif", "./..."],
    read: readSarifWithFixes,
  },
  {
    ...like("semgrep"),
    files: { ...PYTHON_FILES, ".semgrep.yml": SEMGREP_RULES },
    install: [`${PIP} 'semgrep>=1.100'`],
  },
];

function like(tool: string): Omit<LinterCase, "project"> {
  const found = LINTER_CASES.find((each) => each.tool === tool);
  if (found === undefined) throw new Error(`no case for ${tool}`);
  const { project: _, ...rest } = found;
  return rest;
}
