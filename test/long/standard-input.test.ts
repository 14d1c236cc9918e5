import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxOptions } from "../support/nested.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

const launcher = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));
/** Fifty in total: the bug this guards against appeared in a fifth of the runs. */
const RUNS = 25;

let plain: Repository;
let withSettings: Repository;
beforeAll(() => {
  const write = (folder: string) => writeFileSync(join(folder, "a.txt"), "hello\n");
  plain = makeRepository(write);
  withSettings = makeRepository((folder) => {
    write(folder);
    mkdirSync(join(folder, ".agentforge"));
    writeFileSync(join(folder, ".agentforge/harness.json"), "{}");
  });
});
afterAll(() => {
  plain.remove();
  withSettings.remove();
});

const shell = (command: string) => JSON.stringify({ event: "before_tool", tool: { kind: "shell", command } });
const payload = JSON.stringify({
  session_id: "stdin",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "rm -rf ~" },
});
const call = JSON.stringify({ name: "read_file", parameters: { path: "a.txt" } });

describe("guard eval", () => {
  it.each([
    ["without settings", () => plain],
    ["with a harness.json", () => withSettings],
  ])(
    `answers every line in ${RUNS} runs %s`,
    async (_name, repository) => {
      const lines = [shell("npm test"), shell("rm -rf ~")];
      const wrong: string[] = [];
      for (let run = 0; run < RUNS; run += 5) {
        const batch = Array.from({ length: 5 }, () =>
          agentforge(repository().path, ["guard", "eval"], [`${lines.join("\n")}\n`]),
        );
        for (const { code, stdout, stderr } of await Promise.all(batch)) {
          const effects = stdout
            .trim()
            .split("\n")
            .map((line) => /"effect":"(\w+)"/.exec(line)?.[1]);
          if (code !== 1 || effects.join() !== "allow,deny") wrong.push(`${code} ${stdout} ${stderr}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it("rejects an empty input instead of exiting with 0", async () => {
    const { code, stderr } = await agentforge(plain.path, ["guard", "eval"], []);
    expect(code).toBe(2);
    expect(stderr).toContain("no event was given");
  });
});

describe("commands that read standard input", () => {
  const cases: [name: string, args: string[], input: string, code: number, output: RegExp][] = [
    ["guard eval", ["guard", "eval"], `${shell("rm -rf ~")}\n`, 1, /"effect":"deny"/],
    ["hook", ["hook", "claude", "PreToolUse"], payload, 0, /"permissionDecision":"deny"/],
    ["tool run --input -", ["tool", "run", "read_file", "--input", "-"], '{"path":"a.txt"}', 0, /hello/],
    ["tool run --calls", ["tool", "run", "--calls"], `${call}\n${call}\n`, 0, /hello[\s\S]*hello/],
  ];
  it.each(cases)(
    "%s accepts input that arrives at once, late, and in pieces",
    async (_n, args, input, code, output) => {
      const half = Math.floor(input.length / 2);
      for (const pieces of [[input], ["", input], [input.slice(0, half), input.slice(half)]]) {
        const answer = await agentforge(withSettings.path, args, pieces);
        expect(answer.stdout + answer.stderr).toMatch(output);
        expect(answer.code).toBe(code);
      }
    },
  );
});

/** Writes the pieces with a pause between them; an empty piece is only a pause. */
async function agentforge(cwd: string, args: readonly string[], pieces: readonly string[]) {
  const child = spawn(process.execPath, [launcher, ...sandboxOptions, ...args], { cwd });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.on("error", () => undefined);
  const closed = new Promise<number | null>((done) => child.on("close", done));
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await setTimeout(700);
    if (piece !== "") child.stdin.write(piece);
  }
  child.stdin.end();
  return { code: await closed, stdout, stderr };
}
