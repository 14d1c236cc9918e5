import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const top = fileURLToPath(new URL("../..", import.meta.url));

/** A project with the package installed, including the packed declarations and their dependencies. */
let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "agentforge-types-"));
  const installed = join(project, "node_modules", "agentforge");
  mkdirSync(installed, { recursive: true });
  cpSync(join(top, "package.json"), join(installed, "package.json"));
  execFileSync(process.execPath, [join(top, "scripts/types.ts"), join(installed, "types")]);
  mkdirSync(join(project, "node_modules", "@types"));
  for (const name of ["zod", "@types/node", "undici-types"])
    symlinkSync(join(top, "node_modules", name), join(project, "node_modules", name));
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
}, 120_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

function complaints(text: string): string {
  writeFileSync(join(project, "program.ts"), text);
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", "--types", "node"];
  const lib = ["--lib", "es2024,esnext.disposable"];
  try {
    execFileSync(join(top, "node_modules/.bin/tsc"), [...options, ...lib, "program.ts"], { cwd: project });
    return "";
  } catch (error) {
    return String((error as { stdout: unknown }).stdout);
  }
}

it("a program type-checks against the declarations, and all of them are valid", () => {
  const program = (status: string) => `
    import { AgentForgeError, openAgentForge, type Review } from "agentforge";
    await using forge = await openAgentForge({ directory: "." });
    const outcome = await forge.repair({ tests: ["adds"], onEvent: (event) => console.log(event.kind) });
    const reviews: readonly Review[] = await forge.reviews.list("pending");
    if (outcome.status === "${status}") console.log(outcome.commit.length, reviews.length, AgentForgeError.name);
  `;
  expect(complaints(program("landed"))).toBe("");
  expect(complaints(program("no_such_status"))).toContain("program.ts");
}, 120_000);
