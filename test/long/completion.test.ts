import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

const launcher = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));

let repository: Repository;
let programs: string;
beforeEach(() => {
  repository = exampleRepository("calculator-js");
  programs = mkdtempSync(join(tmpdir(), "agentforge-programs-"));
  symlinkSync(launcher, join(programs, "agentforge"));
});
afterEach(() => {
  repository.remove();
  rmSync(programs, { recursive: true, force: true });
});

/** What bash completes for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `
    source <(agentforge completion bash)
    COMP_WORDS=(agentforge "$@"); COMP_CWORD=$#
    _agentforge
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await execa("bash", ["-c", script, "bash", ...words], {
    cwd: repository.path,
    env: { PATH: `${programs}:${dirname(process.execPath)}:${process.env.PATH}` },
  });
  return stdout.split("\n").filter((line) => line !== "");
}

/** The program without arguments. */
async function alone(): Promise<string> {
  return (await execa(process.execPath, [launcher], { cwd: repository.path })).stdout;
}

describe("completion in bash", () => {
  it("offers commands, options, values, paths, and creates nothing", async () => {
    expect(await offered("review", "app")).toEqual(["approve"]);
    expect(await offered("repair", "--bud")).toEqual(["--budget"]);
    expect(await offered("repair", "--to", "br")).toEqual(["branch"]);
    expect(await offered("conformance", "import", "calculator.t")).toEqual(["calculator.test.js"]);
    expect(await offered("review", "approve", "")).toEqual([]);
    expect(existsSync(join(repository.path, ".agentforge"))).toBe(false);
  });

  it("offers existing names, and the program without arguments says what to do with them", async () => {
    expect(await alone()).toContain("agentforge doctor");
    expect(existsSync(join(repository.path, ".agentforge"))).toBe(false);
    const { review } = (await agentforge(repository.path, ["repair", "--json"])).json;
    expect(await offered("review", "approve", "RV-")).toEqual([review.review_id]);
    expect(await offered("rollback", "")).toEqual([]);
    expect(await alone()).toContain("answer 1 pending question");
  });
});
