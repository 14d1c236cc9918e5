// Starts a command, replacing {artifacts} with the artifacts folder, for tools that need it as an argument.
import { spawnSync } from "node:child_process";

const folder = process.env.AGENTFORGE_ARTIFACTS ?? ".";
const [program, ...rest] = process.argv.slice(2).map((word) => word.replaceAll("{artifacts}", folder));
const { status, signal, error } = spawnSync(program, rest, { stdio: "inherit" });
if (error) process.stderr.write(`${error.message}\n`);
if (signal) process.kill(process.pid, signal);
process.exitCode = status ?? 127;
