import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { tryClient } from "../../../services/hook-clients/live/try-client.ts";
import { installHooks } from "../install.ts";

const bundle = fileURLToPath(new URL("../../../../dist/hook.cjs", import.meta.url));

/** A stand-in for Claude Code: asks the model, and runs the registered hook and the shell according to `behavior`. */
const standIn = (behavior: "heeds" | "ignores" | "skips" | "breaks") => `#!${process.execPath}
const { spawnSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
if (process.argv[2] === "--version") { console.log("9.9.9 (stand-in)"); process.exit(0); }
if (${JSON.stringify(behavior)} === "breaks") { console.error("no model for you"); process.exit(3); }
const { hooks } = JSON.parse(readFileSync(".claude/settings.local.json", "utf8"));
const commands = hooks.PreToolUse.flatMap((group) => group.hooks).map((hook) => hook.command);
(async () => {
  const messages = [{ role: "user", content: "go" }];
  for (;;) {
    const body = JSON.stringify({ tools: [{ name: "Bash" }], messages });
    const answer = await (await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body })).text();
    const input = /"partial_json":("(?:[^"\\\\]|\\\\.)*")/.exec(answer);
    if (!input) return;
    const tool_input = JSON.parse(JSON.parse(input[1]));
    const payload = { hook_event_name: "PreToolUse", session_id: "s", cwd: process.cwd(), tool_name: "Bash", tool_input };
    const event = JSON.stringify(payload);
    const isDenied = (${JSON.stringify(behavior)} === "skips" ? [] : commands)
      .map((command) => spawnSync("sh", ["-c", command], { input: event, encoding: "utf8" }))
      .some((hook) => hook.status === 2 || /"deny"/.test(hook.stdout));
    const isRun = !isDenied || ${JSON.stringify(behavior)} === "ignores";
    const content = isRun ? spawnSync("sh", ["-c", tool_input.command], { encoding: "utf8" }).stdout : "denied";
    messages.push({ role: "user", content: [{ type: "tool_result", content }] });
  }
})();
`;

async function tried(behavior: Parameters<typeof standIn>[0] | null) {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-try-"));
  const [root, bin] = [join(folder, "project"), join(folder, "bin")];
  for (const path of [join(root, ".claude"), bin]) mkdirSync(path, { recursive: true });
  const theirs = { hooks: [{ type: "command", command: `touch ${join(folder, "theirs-ran")}` }] };
  writeFileSync(
    join(root, ".claude/settings.local.json"),
    JSON.stringify({ hooks: { PreToolUse: [theirs] } }),
  );
  if (behavior !== null) writeFileSync(join(bin, "claude"), standIn(behavior), { mode: 0o755 });
  const invocation = { node: process.execPath, bundle };
  const request = {
    root,
    client: "claude",
    invocation,
    denyRules: false,
    instructions: false,
    dryRun: false,
  } as const;
  try {
    installHooks(request);
    const path = `${bin}:/usr/bin:/bin`;
    const findings = await tryClient({ root, client: "claude", path, home: folder, temporary: folder });
    return { findings, left: readdirSync(folder).sort() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("trying the real client", { timeout: 60_000 }, () => {
  it("reports that the client starts the hook and obeys it, and leaves nothing behind", async () => {
    const { findings, left } = await tried("heeds");
    expect(findings).toMatchObject([
      { good: true, subject: "Claude Code 9.9.9", detail: expect.stringContaining("starts the hook") },
      { good: true, detail: "refuses what the hook refuses" },
    ]);
    expect(left).toEqual(["bin", "project"]);
  });

  it.each([
    [
      "does not start the hook",
      "skips",
      [{ good: false, detail: expect.stringContaining("does not start") }],
    ],
    ["does what the hook refuses", "ignores", [{ good: true }, { good: false }]],
    ["makes no call", "breaks", [{ good: null, detail: expect.stringContaining("no model for you") }]],
    ["is not installed", null, [{ good: null, detail: expect.stringContaining("not on the PATH") }]],
  ] as const)("reports when it %s", async (_what, behavior, expected) => {
    expect((await tried(behavior)).findings).toMatchObject([...expected]);
  });
});
