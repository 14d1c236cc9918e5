import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../../test/support/hook-app.ts";
import { CLIENT_IDS, type ClientId, SETUPS } from "../../services/hook-clients/clients/list.ts";
import { probeHooks } from "../../services/hook-clients/probe.ts";
import { installHooks, uninstallHooks } from "./install.ts";

const bundle = fileURLToPath(new URL("../../../dist/hook.cjs", import.meta.url));
const theirs = (event: string) =>
  `{\n    "model": "x",\n    "hooks": {"${event}": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine.sh"}]}]},\n    "permissions": {"deny": ["Read(**/.env)"]}}`;

describe.each(CLIENT_IDS)("%s", (client) => {
  const { file, events, program, preamble } = SETUPS[client];
  const [event = ""] = events;

  it("installs once, and uninstalls everything", () => {
    using bench = openBench();
    const before = tree(bench.root);
    expect(install(bench, client).files.map(({ path }) => path)).toEqual([file, "AGENTS.md", "CLAUDE.md"]);
    expect(install(bench, client).files).toEqual([]);
    expect(uninstallHooks(bench.root, client)).toEqual([file, "AGENTS.md", "CLAUDE.md"]);
    expect(tree(bench.root)).toEqual([...before, ".agentforge/.gitignore"].sort());
  });

  it.skipIf(program)("keeps the existing content, byte for byte", () => {
    using bench = openBench();
    write(bench, file, theirs(event));
    install(bench, client);
    const settings = JSON.parse(readFileSync(join(bench.root, file), "utf8"));
    expect(settings).toMatchObject({ model: "x" });
    expect(settings.hooks[event][0].hooks[0].command).toBe("mine.sh");
    uninstallHooks(bench.root, client);
    expect(readFileSync(join(bench.root, file), "utf8")).toBe(theirs(event));
  });

  it.skipIf(program)("keeps later changes", () => {
    using bench = openBench();
    install(bench, client);
    const settings = JSON.parse(readFileSync(join(bench.root, file), "utf8"));
    write(bench, file, JSON.stringify({ ...settings, mine: 1 }));
    uninstallHooks(bench.root, client);
    expect(JSON.parse(readFileSync(join(bench.root, file), "utf8")).mine).toBe(1);
    expect(readFileSync(join(bench.root, file), "utf8")).not.toContain("hook.cjs");
  });

  it.skipIf(program)("removes what an earlier version registered without an option for Node", () => {
    using bench = openBench();
    install(bench, client);
    const settings = readFileSync(join(bench.root, file), "utf8");
    const earlier = settings.replaceAll(/'--jitless' |"--jitless",\s*/g, "");
    expect(earlier).not.toBe(settings);
    write(bench, file, JSON.stringify({ ...JSON.parse(earlier), mine: 1 }));
    uninstallHooks(bench.root, client);
    expect(JSON.parse(readFileSync(join(bench.root, file), "utf8"))).toEqual({ ...preamble, mine: 1 });
  });

  it.skipIf(program)("removes its own deny rules, and no others, from a file that was edited later", () => {
    using bench = openBench();
    const theirs = { permissions: { deny: ["Read(**/.env)", "Bash(x)"], allow: ["Bash(y)"] } };
    write(bench, file, JSON.stringify(theirs));
    install(bench, client);
    const settings = JSON.parse(readFileSync(join(bench.root, file), "utf8"));
    settings.permissions.deny.push("Read(mine)");
    write(bench, file, JSON.stringify({ ...settings, mine: 1 }));
    uninstallHooks(bench.root, client);
    expect(JSON.parse(readFileSync(join(bench.root, file), "utf8"))).toEqual({
      ...preamble,
      permissions: { ...theirs.permissions, deny: [...theirs.permissions.deny, "Read(mine)"] },
      mine: 1,
    });
  });

  it.skipIf(program)("keeps changes made between two installations", () => {
    using bench = openBench();
    install(bench, client);
    const settings = JSON.parse(readFileSync(join(bench.root, file), "utf8"));
    write(bench, file, JSON.stringify({ ...settings, mine: 1 }));
    install(bench, client, { bundle: "/elsewhere/hook.cjs" });
    uninstallHooks(bench.root, client);
    expect(JSON.parse(readFileSync(join(bench.root, file), "utf8"))).toEqual({ ...preamble, mine: 1 });
  });

  it.skipIf(program)("leaves no empty permissions behind", () => {
    using bench = openBench();
    install(bench, client);
    const settings = JSON.parse(readFileSync(join(bench.root, file), "utf8"));
    write(bench, file, JSON.stringify({ ...settings, mine: 1 }));
    uninstallHooks(bench.root, client);
    expect(JSON.parse(readFileSync(join(bench.root, file), "utf8"))).toEqual({ ...preamble, mine: 1 });
  });

  it("a dry run writes nothing, and a damaged file is left alone", () => {
    using bench = openBench();
    const before = tree(bench.root);
    expect(install(bench, client, { dryRun: true }).files[0]?.text).toContain("hook.cjs");
    expect(tree(bench.root)).toEqual(before);
    write(bench, file, "{ // comment");
    const problem = program ? "was not written by AgentForge" : "is not a JSON object";
    expect(() => install(bench, client)).toThrow(`${file} ${problem}`);
    expect(readFileSync(join(bench.root, file), "utf8")).toBe("{ // comment");
  });
});

describe("doctor", () => {
  it.each(CLIENT_IDS)("finds that the hook of %s answers correctly", { timeout: 60_000 }, (client) => {
    using bench = openBench();
    install(bench, client);
    const found = probeHooks(bench.root, client);
    expect(found.filter((finding) => !finding.good)).toEqual([]);
    expect(found.filter((finding) => finding.detail === "refused").length).toBeGreaterThan(3);
    expect(readdirSync(join(bench.root, ".agentforge/harness"))).toEqual([]);
  });

  it("finds a hook that is gone, lets everything through, or is not registered", () => {
    using bench = openBench();
    install(bench, "claude", { bundle: join(bench.root, "gone/hook.cjs") });
    expect(probeHooks(bench.root, "claude").some((finding) => !finding.good)).toBe(true);
    write(bench, "../yes/hook.cjs", "");
    install(bench, "claude", { bundle: join(bench.root, "../yes/hook.cjs") });
    const found = probeHooks(bench.root, "claude").filter((finding) => !finding.good);
    expect(found.map((finding) => finding.subject)).toContain("write .env");
    expect(probeHooks(bench.root, "gemini")).toEqual([]);
  });

  it.each<[string, (root: string) => { command: string; args: string[] }]>([
    ["a program", (root) => ({ command: join(root, "evil.sh"), args: ["/x/hook.cjs", "claude"] })],
    ["a hook", (root) => ({ command: process.execPath, args: [join(root, "evil/hook.cjs"), "claude"] })],
    [
      "a hook with our option",
      (root) => ({
        command: process.execPath,
        args: ["--jitless", join(root, "evil/hook.cjs"), "claude"],
      }),
    ],
    ["a shell", () => ({ command: "/bin/sh", args: ["/x/hook.cjs", "claude"] })],
  ])("does not start %s that the repository registers", (_what, handler) => {
    using bench = openBench();
    const marker = join(bench.root, "started");
    write(bench, "evil/hook.cjs", `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "")`);
    writeFileSync(join(bench.root, "evil.sh"), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    const hooks = { PreToolUse: [{ hooks: [{ type: "command", ...handler(bench.root) }] }] };
    write(bench, ".claude/settings.local.json", JSON.stringify({ hooks }));
    expect(probeHooks(bench.root, "claude")).toMatchObject([{ good: false }]);
    expect(existsSync(marker)).toBe(false);
  });
});

function install(bench: Bench, client: ClientId, options: { dryRun?: boolean; bundle?: string } = {}) {
  return installHooks({
    root: bench.root,
    client,
    invocation: { node: process.execPath, bundle: options.bundle ?? bundle },
    denyRules: true,
    instructions: true,
    dryRun: options.dryRun ?? false,
  });
}

function write(bench: Bench, path: string, text: string): void {
  mkdirSync(join(bench.root, path, ".."), { recursive: true });
  writeFileSync(join(bench.root, path), text);
}

function tree(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  expect(existsSync(root)).toBe(true);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
