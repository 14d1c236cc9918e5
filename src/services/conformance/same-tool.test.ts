import { expect, it } from "vitest";
import { loadContracts } from "./load-contracts.ts";
import { checksOfTool } from "./same-tool.ts";

it.each<[run: readonly string[], tool: string, expected: boolean]>([
  [["ruff", "check"], "ruff", true],
  [[".venv/bin/ruff", "check"], "ruff", true],
  [["npx", "--no", "eslint", "."], "eslint", true],
  [["python3", "-m", "mypy", "."], "mypy", true],
  [["cargo", "clippy"], "clippy", true],
  [["semgrep", "scan"], "semgrep-oss", true],
  [["ruff", "check"], "eslint", false],
  [["npx", "eslint-config"], "eslint", false],
])("%j runs %s: %s", (run, tool, expected) => {
  const text = `id: lint\ndescription: x\napplies_to: ["**"]\nchecks:\n  - id: it\n    message: x\n    command: { run: ${JSON.stringify(run)}, format: sarif }\n  - id: other\n    message: x\n    pattern: { regex: x }\n`;
  const found = checksOfTool(loadContracts([{ path: "a.yaml", text }]), tool);
  expect(found).toEqual(expected ? [{ contract_id: "lint", check_id: "it" }] : []);
});
