// Builds after an installation from git. `npm install --global <git repository>`, which pre-commit calls, runs this
// without the development dependencies, possibly on an old version of Node: they are installed here first.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const cwd = fileURLToPath(new URL("..", import.meta.url));

function npm(...args) {
  const env = { ...process.env, npm_config_global: "false", npm_config_location: "project" };
  const { status, error } = spawnSync("npm", args, { cwd, env, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exitCode = status ?? 1;
  return status === 0;
}

const INSTALL = ["install", "--include=dev", "--ignore-scripts", "--no-save", "--no-audit", "--no-fund"];
if (existsSync(`${cwd}/node_modules/rolldown`) || npm(...INSTALL)) npm("run", "-s", "build");
