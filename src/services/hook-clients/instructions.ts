import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PlannedFile } from "./receipt.ts";

const COMMANDS: readonly (readonly [file: string, command: string])[] = [
  ["package.json", "npm test"],
  ["pyproject.toml", "pytest -q"],
  ["pytest.ini", "pytest -q"],
  ["go.mod", "go test ./..."],
  ["Cargo.toml", "cargo test"],
  ["pom.xml", "mvn test"],
  ["build.gradle", "gradle test"],
];

/**
 * AGENTS.md with the commands that verify this project, and a CLAUDE.md that points to it; only if they do
 * not exist.
 */
export function instructionFiles(root: string): PlannedFile[] {
  const found = COMMANDS.filter(([file]) => existsSync(join(root, file))).map(([, command]) => command);
  const commands = [...new Set(found)];
  const agents = [
    "# Working here",
    "",
    "## Verification",
    "",
    "Run these before you report anything as done; AgentForge's hooks check for them:",
    "",
    ...(commands.length > 0 ? commands : ["make test"]).map((command) => `- \`${command}\``),
    "",
  ].join("\n");
  const files = [
    { path: "AGENTS.md", text: agents },
    { path: "CLAUDE.md", text: "@AGENTS.md\n" },
  ];
  return files.filter((file) => !existsSync(join(root, file.path)));
}
