import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AppOptions, listTools, openApp, readEnvironment } from "../../app.ts";
import { claude } from "../../services/hook-clients/clients/claude.ts";
import { openRedactor } from "../redaction/open-redactor.ts";
import { allowDenied, listDenials, revokeAllowance } from "./allowances.ts";
import { answerHook } from "./answer-hook.ts";

let folder = "";
let root = "";
let options: AppOptions;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-allow-")));
  root = join(folder, "project");
  execFileSync("git", ["init", "-q", root]);
  const environment = {
    ...readEnvironment(),
    ...{ configFolder: join(folder, "config"), userStateFolder: join(folder, "state"), agentShell: null },
    ...{ person: "ada", database: null },
  };
  options = { cwd: root, environment, unsafe: false };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("guard allow", () => {
  it("lets one call through, and the journal says who allowed it and that it was used", async () => {
    const id = refuse("rm -rf ~");
    expect(await allowDenied(options, id, "once")).toMatchObject({ id, call: "rm -rf ~", given_by: "ada" });
    expect(ask("rm -rf ~")).toBe("");
    expect(ask("rm -rf ~")).toContain("denied");
    const app = await openApp(options);
    const given = await app.ports.journal.query({ actionType: "guard.allowed" });
    const used = await app.ports.journal.query({ actionType: "hook.allowed" });
    await app.close();
    expect(given).toMatchObject([
      { actor: "human", entity_id: id, metadata: { given_by: "ada", scope: "once" } },
    ]);
    expect(used).toMatchObject([{ metadata: { rule: "allowed_once", layer: "session" } }]);
  });

  it("is revoked by guard revoke, and both are listed by guard denials", async () => {
    const id = refuse("rm -rf ~");
    await allowDenied(options, id.replace("D-", ""), "always");
    expect(listDenials(options.environment)).toMatchObject({ denials: [{ id }], allowances: [{ id }] });
    await revokeAllowance(options, id);
    expect(listDenials(options.environment).allowances).toEqual([]);
    expect(ask("rm -rf ~")).toContain("denied");
  });

  it("refuses an unknown id, and every shell that an agent started", async () => {
    await expect(allowDenied(options, "D-00000000", "once")).rejects.toThrow("no refused call");
    const id = refuse("rm -rf ~");
    const inAgent = { ...options, environment: { ...options.environment, agentShell: "Claude Code" } };
    await expect(allowDenied(inAgent, id, "once")).rejects.toThrow("only a person");
    await expect(revokeAllowance(inAgent, id)).rejects.toThrow("only a person");
    expect(readEnvironment({ CLAUDECODE: "1" }).agentShell).toBe("Claude Code");
    expect(readEnvironment({}).agentShell).toBeNull();
  });
});

it("offers no tool to a brain or over MCP that allows anything", () => {
  expect(listTools().map(({ name }) => name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/allow|guard|revoke|approve/)]),
  );
});

function refuse(command: string): string {
  return /D-[0-9a-f]{8}/.exec(ask(command))?.[0] ?? "";
}

function ask(command: string): string {
  const { configFolder, userStateFolder } = options.environment;
  const call = { tool_name: "Bash", tool_input: { command }, hook_event_name: "PreToolUse" };
  return answerHook({
    client: claude,
    input: JSON.stringify({ session_id: "s", cwd: root, ...call }),
    eventName: null,
    environment: {
      ...{ home: folder, projectFolder: null, temporary: folder, configFolder, userStateFolder },
      ...{ trustsRepository: false, secrets: [] },
    },
    redactor: openRedactor([]),
    processFolder: root,
    registration: "/test/hook.cjs",
    now: () => new Date().toISOString(),
  }).stdout;
}
