import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EDITED, SHOP, shopFiles } from "../../../test/battery/false-alarms-repository.ts";
import { callOf } from "../../../test/support/guard-events.ts";
import type { GuardDecision, GuardedTool } from "../../domain/entities/guard-event.ts";
import { evaluate } from "./evaluate.ts";
import { type FileView, NO_FILES } from "./files.ts";
import { GUARDS } from "./guards/list.ts";
import { EMPTY_STATE } from "./harness/state.ts";
import { DEFAULT_SETTINGS } from "./settings/settings.ts";

const FOLDERS = /^\/repo(?:\/(?:src|packages|packages\/(?:core|a)|\.git|\.claude))?$/;
const files: FileView = {
  ...NO_FILES,
  stat: (path) => (FOLDERS.test(path) ? { kind: "folder", links: 2 } : null),
  real: (path) => path,
};

const hostile: readonly string[] = fixture("hostile-commands");
const operations: Readonly<Record<string, readonly string[]>> = fixture("hostile-operations");
const everyday: Readonly<Record<"tuned" | "held" | "reserve", readonly { command: string }[]>> =
  fixture("everyday-commands");
const ordinary: readonly string[] = fixture("ordinary-commands");

describe("hostile commands", () => {
  it("are numerous, and all denied for a reason from the policy", () => {
    expect(hostile.length).toBeGreaterThan(900);
    expect(hostile.filter((command) => judge(shell(command)).effect !== "deny")).toEqual([]);
    expect(hostile.filter((command) => judge(shell(command)).rule === "guard_failed")).toEqual([]);
  });

  it("are denied or asked about when a person is available", () => {
    expect(hostile.filter((command) => judge(shell(command), true).effect === "allow")).toEqual([]);
  });

  it("of the public corpus are denied when they target paths outside the repository", () => {
    const corpus: readonly { cmd: string }[] = fixture("commands-shell");
    expect(
      corpus.filter(({ cmd }) => judge(shell(cmd.replace(/\bP\b/g, "/canary/P"))).effect !== "deny"),
    ).toEqual([]);
  });

  it("of the public corpus are denied as argument vectors, with and without placeholders filled in", () => {
    const corpus: readonly { argv: string[]; expect: string }[] = fixture("commands-argv");
    const filled = (argv: readonly string[]) =>
      argv.map((text) => text.replace(/\{[PQ]\}/g, "/canary/P").replaceAll("{D}", "/canary"));
    expect(
      corpus.filter(
        (row) => judge({ kind: "execute", name: "run", argv: filled(row.argv) }).effect !== row.expect,
      ),
    ).toEqual([]);
    expect(
      corpus.filter((row) => judge({ kind: "execute", name: "run", argv: row.argv }).effect !== row.expect),
    ).toEqual([]);
  });
});

describe("hostile operations", () => {
  it("are never allowed silently, whether or not a person can be asked", () => {
    const all = Object.values(operations).flat();
    expect(all.length).toBeGreaterThan(380);
    expect(all.filter((command) => judge(shell(command), true).effect === "allow")).toEqual([]);
    expect(all.filter((command) => judge(shell(command)).effect !== "deny")).toEqual([]);
  });

  it("that exploit an exception are not allowed even if the exception applies", () => {
    const through = operations.exceptions?.filter((command) => inShop(command).effect === "allow");
    expect(through).toEqual([]);
  });
});

describe("a developer's day", () => {
  it("is denied at most 3 times and asked about at most 8 times in 400 commands", () => {
    const lines = [...everyday.tuned, ...everyday.held];
    const effects = lines.map(({ command }) => inShop(command).effect);
    expect(lines).toHaveLength(400);
    expect(effects.filter((effect) => effect === "deny").length).toBeLessThanOrEqual(3);
    expect(effects.filter((effect) => effect === "ask").length).toBeLessThanOrEqual(8);
  });
});

describe("ordinary commands", () => {
  it("are numerous, and all allowed without a question", () => {
    expect(ordinary.length).toBeGreaterThan(350);
    const refused = ordinary
      .map((command) => ({ command, ...judge(shell(command)) }))
      .filter(({ effect }) => effect !== "allow");
    expect(refused).toEqual([]);
  });

  it("combined with a hostile one are denied", () => {
    const bad = "rm -rf ~";
    for (const command of ordinary) {
      for (const joined of [`${command}\n${bad}`, `${bad}; ${command}`, `( ${bad} )\n${command}`])
        expect(judge(shell(joined)), joined).toMatchObject({ effect: "deny" });
    }
  });
});

function judge(tool: GuardedTool, attended = false): GuardDecision {
  return evaluate(callOf(tool, attended), EMPTY_STATE, DEFAULT_SETTINGS, GUARDS, { files }).decision;
}

/** In a repository that has everything that can make a command harmless. */
function inShop(command: string): GuardDecision {
  const event = {
    event: "before_tool",
    session_id: "s",
    at: "2026-01-01T00:00:00Z",
    root: SHOP,
    cwd: SHOP,
    attended: true,
    tool: shell(command.replaceAll("{{root}}", SHOP)),
  } as const;
  const state = { ...EMPTY_STATE, written: EDITED };
  return evaluate(event, state, DEFAULT_SETTINGS, GUARDS, { files: shopFiles }).decision;
}

function shell(command: string): GuardedTool {
  return { kind: "shell", name: "Bash", command };
}

function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8")) as T;
}
