#!/usr/bin/env node
// The launcher runs on old versions of Node too: it finds one that is new enough, or says how to get it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const NEEDED = 24;
const cli = new URL("../dist/cli.js", import.meta.url);

if (!existsSync(cli)) {
  process.stderr.write("✖ AgentForge is not built yet.\n  → npm run build\n");
  process.exitCode = 2;
} else if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  await keepCompiled();
  await import(cli.href);
} else {
  runWith(bundledNode());
}

/** What was compiled once is read the next time; in our own folder, where only whoever installed us can write. */
async function keepCompiled() {
  const { enableCompileCache } = await import("node:module");
  enableCompileCache(fileURLToPath(new URL("../dist/.cache/cli", import.meta.url)));
}

/** The `node` package, where it is installed beside us. */
function bundledNode() {
  try {
    return createRequire(import.meta.url).resolve("node/bin/node");
  } catch {
    return null;
  }
}

function runWith(node) {
  if (node === null) {
    process.stderr.write(
      `✖ AgentForge needs Node ${NEEDED} or newer; this is ${process.versions.node}.\n` +
        `  → Install Node ${NEEDED}, or run: npx -p node@${NEEDED} agentforge …\n`,
    );
    process.exitCode = 2;
    return;
  }
  const child = spawn(node, [fileURLToPath(cli), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 2);
  });
}
