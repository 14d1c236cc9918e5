import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { GuardDecision, GuardedTool } from "../../domain/entities/guard-event.ts";
import { evaluate } from "./evaluate.ts";
import { type FileView, NO_FILES } from "./files.ts";
import { GUARDS } from "./guard-list.ts";
import { EMPTY_STATE } from "./harness/state.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";

const FOLDERS = /^\/repo(?:\/(?:src|packages|packages\/(?:core|a)|\.git|\.claude))?$/;
const files: FileView = {
  ...NO_FILES,
  stat: (path) => (FOLDERS.test(path) ? { kind: "folder", links: 2 } : null),
  real: (path) => path,
};

const hostile: readonly string[] = fixture("hostile-commands");
const ordinary: readonly string[] = fixture("ordinary-commands");

describe("hostile commands", () => {
  it("are many, and all refused for a reason of the policy", () => {
    expect(hostile.length).toBeGreaterThan(900);
    expect(hostile.filter((command) => judge(shell(command)).effect !== "deny")).toEqual([]);
    expect(hostile.filter((command) => judge(shell(command)).rule === "guard_failed")).toEqual([]);
  });

  it("are refused as well when somebody could be asked, or are a question", () => {
    expect(hostile.filter((command) => judge(shell(command), true).effect === "allow")).toEqual([]);
  });

  it("of the public corpus are refused, aimed outside the repository", () => {
    const corpus: readonly { cmd: string }[] = fixture("commands-shell");
    expect(
      corpus.filter(({ cmd }) => judge(shell(cmd.replace(/\bP\b/g, "/canary/P"))).effect !== "deny"),
    ).toEqual([]);
  });

  it("of the public corpus are refused as argument vectors, with placeholders filled and open", () => {
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

describe("ordinary commands", () => {
  it("are many, and all allowed without a question", () => {
    expect(ordinary.length).toBeGreaterThan(350);
    const refused = ordinary
      .map((command) => ({ command, ...judge(shell(command)) }))
      .filter(({ effect }) => effect !== "allow");
    expect(refused).toEqual([]);
  });

  it("joined with a hostile one are refused", () => {
    const bad = "rm -rf ~";
    for (const command of ordinary) {
      for (const joined of [`${command}\n${bad}`, `${bad}; ${command}`, `( ${bad} )\n${command}`])
        expect(judge(shell(joined)), joined).toMatchObject({ effect: "deny" });
    }
  });
});

function judge(tool: GuardedTool, attended = false): GuardDecision {
  const event = {
    event: "before_tool",
    session_id: "s",
    at: "2026-01-01T00:00:00Z",
    root: "/repo",
    cwd: "/repo",
    attended,
    tool,
  } as const;
  return evaluate(event, EMPTY_STATE, DEFAULT_SETTINGS, GUARDS, { files }).decision;
}

function shell(command: string): GuardedTool {
  return { kind: "shell", name: "Bash", command };
}

function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8")) as T;
}
