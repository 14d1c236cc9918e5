import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sandboxOptions } from "../support/nested.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

const top = fileURLToPath(new URL("../..", import.meta.url));
const unsafe = sandboxOptions.length > 0;

let repository: Repository;
let program: string;
beforeEach(() => {
  repository = exampleRepository("calculator-js");
  program = mkdtempSync(join(tmpdir(), "agentforge-library-"));
  mkdirSync(join(program, "node_modules"));
  symlinkSync(top, join(program, "node_modules", "agentforge"));
});
afterEach(() => {
  repository.remove();
  rmSync(program, { recursive: true, force: true });
});

/** Runs a program that imports the package by name, in the repository. */
async function run(text: string) {
  const file = join(program, "program.mjs");
  writeFileSync(file, text.replace("openAgentForge({", `openAgentForge({ unsafeNoSandbox: ${unsafe},`));
  return execa(process.execPath, [file], { cwd: repository.path, reject: false, timeout: 120_000 });
}

function example(): string {
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(top, "docs/library.md"), "utf8")) ?? [];
  return code;
}

describe("the library", () => {
  it("does what its page shows", async () => {
    const { stdout, stderr, exitCode } = await run(example());
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("+  return a + b;");
    expect(stdout).toContain(`committed as ${repository.git("rev-parse", "HEAD").trim()}`);
    expect(stdout.trim().split("\n").at(-1)).toBe("verified");
    expect(repository.read("calculator.js")).toContain("return a + b;");
  });

  it("returns values, rejects an answer without a name, and answers once", async () => {
    const { stdout, stderr } = await run(`
      import { AgentForgeError, openAgentForge } from "agentforge";
      const forge = await openAgentForge({ directory: "." });
      const said = [];
      const attempt = (work) => work.then((value) => value?.status ?? "done", (error) =>
        error instanceof AgentForgeError ? error.code : error.stack);
      said.push((await forge.test()).result.status);
      const { review } = await forge.repair();
      said.push(await attempt(forge.reviews.approve(review.review_id, { by: " " })));
      said.push(await attempt(forge.reviews.reject(review.review_id, { by: "ana", reason: "not this way" })));
      said.push(await attempt(forge.reviews.approve(review.review_id, { by: "ana" })));
      said.push(await attempt(forge.reviews.get("RV-none")));
      said.push((await forge.reviews.list("rejected"))[0].decision.by);
      said.push(await attempt(forge.check()));
      said.push(await attempt(forge.repair({ signal: AbortSignal.abort(new Error("enough")) })).then((text) => text.split("\\n")[0]));
      said.push((await forge.journal.verify()).status);
      await forge.close();
      await forge.close();
      console.log(JSON.stringify(said));
    `);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([
      "failed",
      "bad_input",
      "done",
      "conflict",
      "not_found",
      "ana",
      "not_found",
      "Error: enough",
      "intact",
    ]);
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  it("explains the problem if the folder is not a repository", async () => {
    const { stdout } = await run(`
      import { openAgentForge } from "agentforge";
      await openAgentForge({ directory: "/" }).catch((error) => console.log(error.code, error.hint !== undefined));
    `);
    expect(stdout).toBe("not_a_repository true");
  });
});
