// Runs a linter's fixer where everything it writes is discarded, and returns the named files as it left them.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.AGENTFORGE_ARTIFACTS ?? ".";
const [paths, program, ...args] = process.argv.slice(2);
const { status } = spawnSync(program, args, { stdio: "inherit" });
for (const [index, path] of JSON.parse(paths).entries()) {
  if (existsSync(path)) copyFileSync(path, join(folder, `kept-${index}`));
}
process.exitCode = status ?? 1;
