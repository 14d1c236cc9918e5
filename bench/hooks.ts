import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hookArguments } from "../src/services/hook-clients/setup.ts";
import { measureInTurn } from "./cpu.ts";
import { median, quantile } from "./median.ts";

/**
 * The CPU time (user and system) of one hook event: ours against `node -e 0`, the minimum for any Node program, and
 * against the same checks in bash and jq. Warm, interleaved, the median of each; `half of the rounds` is the range between
 * the quartiles of ours/node in each round, which shows the noise. `read-only` is a read-only installation, with
 * compiled code cached for the user; `after` is the event after a test run.
 */
const ROUNDS = Number(process.argv[2] ?? 60);
const LIMITS = { node: 1.4, bash: 0.4 };
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const hook = at("../dist/hook.cjs");
const folder = mkdtempSync(join(tmpdir(), "agentforge-bench-hooks-"));
const [root, home, installed] = ["project", "home", "installed"].map((name) => join(folder, name)) as [
  ...[string, string, string],
];
for (const path of [join(root, ".git"), home, installed]) mkdirSync(path, { recursive: true });
for (const name of ["hook.cjs", "hook-core.cjs"]) copyFileSync(at(`../dist/${name}`), join(installed, name));
chmodSync(installed, 0o555);
const ENVIRONMENT = { PATH: process.env.PATH, HOME: home };

const event = (hook_event_name: string, tool_name: string, tool_input: object, more: object = {}) =>
  JSON.stringify({
    session_id: "bench",
    cwd: root,
    hook_event_name,
    tool_name,
    tool_input,
    permission_mode: "default",
    ...more,
  });
const EVENTS = {
  edit: event("PreToolUse", "Edit", {
    file_path: join(root, "src/app.ts"),
    old_string: "a",
    new_string: "b",
  }),
  shell: event("PreToolUse", "Bash", { command: "npm test -- --run 2>&1 | tail -20" }),
  alone: event(
    "PreToolUse",
    "Bash",
    { command: "npm test -- --run 2>&1 | tail -20" },
    { session_id: "alone" },
  ),
  /** None of these commands were used to create the cached compiled code. */
  other: event("PreToolUse", "Bash", {
    command: 'for f in *.py; do python3 -m pytest -q "$f"; done > out.txt',
  }),
  denied: event("PreToolUse", "Bash", { command: "echo A=1 > .env" }),
  after: event(
    "PostToolUse",
    "Bash",
    { command: "npm test -- --run 2>&1 | tail -20" },
    { tool_response: { stdout: "✓ adds two numbers (3 ms)\n".repeat(40), stderr: "", interrupted: false } },
  ),
};
const CASES: readonly (readonly [name: string, input: string, program: string])[] = [
  ["edit", EVENTS.edit, hook],
  ["shell", EVENTS.shell, hook],
  ["other", EVENTS.other, hook],
  ["denied", EVENTS.denied, hook],
  ["read-only", EVENTS.alone, join(installed, "hook.cjs")],
  ["after", EVENTS.after, hook],
];

try {
  const hasJq = process.argv[3] !== "--no-bash" && spawnSync("jq", ["--version"]).status === 0;
  control();
  let failed = false;
  console.log("event       ours ms  node ms  bash+jq ms  ours/node  half of the rounds  ours/bash");
  for (const [name, input, program] of CASES) {
    const argvs = [
      [process.execPath, ...registered(program, input)],
      [process.execPath, "-e", "0"],
      ...(hasJq ? [["bash", at("cases/hook.sh")]] : []),
    ];
    const [ours = [], node = [], bash = []] = measureInTurn(
      ROUNDS,
      argvs.map((argv) => ({ argv, input, cwd: root, env: ENVIRONMENT })),
    );
    const ratios = ours.map((time, round) => time / (node[round] ?? Number.NaN));
    const [toNode, toBash] = [median(ours) / median(node), median(ours) / median(bash)];
    const range = [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(2)).join(" to ");
    const columns = [show(median(ours)), show(median(node)), show(median(bash)).padStart(10)];
    const shown = [toNode.toFixed(2).padStart(9), range.padStart(18), toBash.toFixed(2).padStart(9)];
    console.log([name.padEnd(9), ...columns, ...shown].join("  "));
    failed ||= toNode > LIMITS.node || toBash > LIMITS.bash;
  }
  if (!hasJq) console.log("bash+jq: skipped, because jq is not installed or --no-bash was given");
  console.log(`limits: ${LIMITS.node} × node -e 0, ${LIMITS.bash} × bash+jq: ${failed ? "MISSED" : "kept"}`);
  process.exitCode = failed ? 1 : 0;
} finally {
  chmodSync(installed, 0o755);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The figures are void if an answer is wrong. This also fills the compile cache, as the first event of a
 * session does.
 */
function control(): void {
  for (const [name, input, program] of CASES) {
    const { stdout, status } = spawnSync(process.execPath, registered(program, input), {
      ...{ input, encoding: "utf8", env: ENVIRONMENT },
    });
    if (status !== 0 || stdout.includes('"deny"') !== (name === "denied"))
      throw new Error(`void: the hook answered ${name} with ${status} ${stdout}`);
  }
}

/** As `hooks install` registers it. */
function registered(bundle: string, input: string): string[] {
  return hookArguments({ bundle }, "claude", JSON.parse(input).hook_event_name);
}

function show(value: number): string {
  return value.toFixed(2).padStart(7);
}
