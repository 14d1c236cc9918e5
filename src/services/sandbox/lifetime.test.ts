import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { probeSandboxes } from "./index.ts";

const tree = mkdtempSync(join(tmpdir(), "agentforge-lifetime-"));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const usable = new Set(
  (await probeSandboxes({ path: "/usr/bin:/bin", home: "/nonexistent" }))
    .filter((probe) => probe.usable)
    .map(({ id }) => id),
);
const face = new URL("./index.ts", import.meta.url).href;

for (const id of ["bubblewrap", "namespaces"] as const) {
  test.skipIf(!usable.has(id))(`${id}: when AgentForge is killed, the command dies too`, async () => {
    const owner = spawn(process.execPath, [
      "--input-type=module",
      "--eval",
      `import { openSandbox } from ${JSON.stringify(face)};
       const sandbox = await openSandbox({ path: "/usr/bin:/bin", home: "/nonexistent", backends: [${JSON.stringify(id)}] });
       const worker = await sandbox.start({ argv: ["/bin/sh", "-c", "echo started; sleep 300 & sleep 300"], tree: ${JSON.stringify(tree)} });
       for await (const line of worker.lines) console.log(line);`,
    ]);
    await once(owner.stdout, "data");
    expect(commandsIn(tree).length).toBeGreaterThan(0);
    owner.kill("SIGKILL");
    await once(owner, "close");
    for (let patience = 100; patience > 0 && commandsIn(tree).length > 0; patience--) await sleep(50);
    expect(commandsIn(tree)).toEqual([]);
  });
}

/** Command lines of all processes that work in or on a tree. */
function commandsIn(folder: string): readonly string[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "latin1");
      return command.includes(folder) || (command.startsWith("sleep\x180") && isInside(name))
        ? [command]
        : [];
    } catch {
      return [];
    }
  });
}

function isInside(pid: string): boolean {
  return readFileSync(`/proc/${pid}/mountinfo`, "latin1").includes(tree);
}
