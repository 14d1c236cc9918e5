import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What one hook event costs: ours against `node -e 0`, which nothing in Node can beat, and against the same
 * checks in bash and jq. Rounds are interleaved, and the fastest quarter of each counts: what a busy machine
 * adds, it adds to all of them.
 */
const ROUNDS = Number(process.argv[2] ?? 24);
const LIMITS = { node: 1.6, bash: 0.4 };
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const hook = at("../dist/hook.cjs");
const root = mkdtempSync(join(tmpdir(), "agentforge-bench-hooks-"));
mkdirSync(join(root, ".git"));

const event = (hook_event_name: string, tool_name: string, tool_input: object) =>
  JSON.stringify({
    session_id: "bench",
    cwd: root,
    hook_event_name,
    tool_name,
    tool_input,
    permission_mode: "default",
  });
const EVENTS = {
  edit: event("PreToolUse", "Edit", {
    file_path: join(root, "src/app.ts"),
    old_string: "a",
    new_string: "b",
  }),
  shell: event("PreToolUse", "Bash", { command: "npm test -- --run 2>&1 | tail -20" }),
  denied: event("PreToolUse", "Bash", { command: "echo A=1 > .env" }),
};

try {
  const hasJq = spawnSync("jq", ["--version"]).status === 0;
  control();
  let failed = false;
  console.log("event   ours ms  node ms  bash+jq ms  ours/node  ours/bash");
  for (const [name, input] of Object.entries(EVENTS)) {
    const times: Record<"ours" | "node" | "bash", number[]> = { ours: [], node: [], bash: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.ours.push(time(process.execPath, [hook, "claude", "PreToolUse"], input));
      times.node.push(time(process.execPath, ["-e", "0"], input));
      if (hasJq) times.bash.push(time("bash", [at("cases/hook.sh")], input));
    }
    const [ours, node, bash] = [quick(times.ours), quick(times.node), hasJq ? quick(times.bash) : Number.NaN];
    console.log(
      `${name.padEnd(7)} ${show(ours)}  ${show(node)}  ${show(bash).padStart(10)}  ${(ours / node).toFixed(2).padStart(9)}  ${(ours / bash).toFixed(2).padStart(9)}`,
    );
    failed ||= ours / node > LIMITS.node || ours / bash > LIMITS.bash;
  }
  if (!hasJq) console.log("bash+jq: skipped, because jq is not installed");
  console.log(`limits: ${LIMITS.node} × node -e 0, ${LIMITS.bash} × bash+jq: ${failed ? "MISSED" : "kept"}`);
  process.exitCode = failed ? 1 : 0;
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Speed without the right answer is void. It also fills the compile cache, as the first event of a session does. */
function control(): void {
  for (const [name, input] of Object.entries(EVENTS)) {
    const { stdout, status } = spawnSync(process.execPath, [hook, "claude"], { input, encoding: "utf8" });
    if (status !== 0 || stdout.includes('"deny"') !== (name === "denied"))
      throw new Error(`void: the hook answered ${name} with ${status} ${stdout}`);
  }
}

function time(program: string, args: readonly string[], input: string): number {
  const start = performance.now();
  spawnSync(program, args, { input, cwd: root });
  return performance.now() - start;
}

function quick(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b).slice(0, Math.max(1, Math.floor(values.length / 4)));
  return sorted.reduce((total, value) => total + value, 0) / sorted.length;
}

function show(value: number): string {
  return value.toFixed(1).padStart(7);
}
