import { afterEach, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

const CONTRACT = `id: house
description: Rules.
applies_to: ["**/*.js"]
checks:
  - id: no-eval
    message: No eval.
    ast: { language: javascript, pattern: eval($A), rewrite: eval($A) /* eslint-disable-line */ }
  - id: no-alert
    message: No alert.
    ast: { language: javascript, pattern: alert($A) }
`;

let repository: Repository;
afterEach(() => repository.remove());

async function project(files: Readonly<Record<string, string>>): Promise<Repository> {
  repository = makeRepository(() => {}, false);
  repository.write(".agentforge/contracts/house.yaml", CONTRACT);
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  repository.git("add", "-A");
  repository.git("commit", "-qm", "first");
  return repository;
}

it("counts what a comment suppresses, lists it with its reason, and reopens it when the comment is removed", async () => {
  await project({
    "a.js": "alert(1); // agentforge: ignore house/no-alert -- demo only (until 2999-12-31)\n",
  });
  const check = await agentforge(repository.path, ["conformance", "check"]);
  expect(check.exitCode).toBe(0);
  expect(check.stdout).toMatch(/^no violations, 1 suppressed/m);
  const listed = await agentforge(repository.path, ["conformance", "check", "--suppressed"]);
  expect(listed.stdout).toContain(
    "a.js:1:1  suppressed  house/no-alert\n  in the code: demo only, until 2999-12-31",
  );
  const sarif = await agentforge(repository.path, ["conformance", "check", "--format", "sarif"]);
  expect(JSON.parse(sarif.stdout).runs[0].results[0].suppressions).toEqual([
    { kind: "inSource", justification: "demo only" },
  ]);
  repository.write("a.js", "alert(1);\n");
  const opened = await agentforge(repository.path, ["conformance", "check", "--json"]);
  expect(opened.json.violations).toMatchObject([{ check_id: "no-alert", status: "open", suppression: null }]);
});

it("removes an unneeded suppression, as a regular fix", async () => {
  await project({ "a.js": "// agentforge: ignore no-alert -- gone\nexport const a = 1;\n" });
  const check = await agentforge(repository.path, ["conformance", "check", "--json"]);
  expect(check.exitCode).toBe(1);
  const [violation] = check.json.violations;
  expect(violation).toMatchObject({ contract_id: "agentforge", check_id: "suppression", fixable: true });
  const fix = await agentforge(repository.path, ["agent", "fix-violation", violation.violation_id]);
  expect(fix.exitCode, fix.stdout + fix.stderr).toBe(0);
  expect((await agentforge(repository.path, ["review", "approve"])).exitCode).toBe(0);
  expect(repository.read("a.js")).toBe("export const a = 1;\n");
  expect((await agentforge(repository.path, ["conformance", "check"])).exitCode).toBe(0);
});

it("lists unused exemptions of a complete run, and fails for them only if asked to", async () => {
  await project({
    ".agentforge/contracts/house.yaml": `${CONTRACT}exemptions:
  - { check: no-eval, paths: [a.js, gone.js], reason: old, expires: 2999-12-31 }
`,
    "a.js": "eval(1);\n",
  });
  const check = (...more: string[]) => agentforge(repository.path, ["conformance", "check", ...more]);
  const complete = await check();
  expect(complete.exitCode).toBe(0);
  expect(complete.stdout).toContain(
    "unused exemption  house/no-eval  gone.js\n  No such file exists. Delete this from its paths.",
  );
  const strict = await check("--report-unused-exemptions", "--json");
  expect(strict.exitCode).toBe(1);
  expect(strict.json.unused_exemptions).toMatchObject([{ contract: "house", paths: ["gone.js"] }]);
  for (const narrowed of [["--file", "a.js"], ["--changed"], ["--check", "no-alert"]])
    expect((await check(...narrowed)).stdout).not.toContain("unused exemption");
  const refused = await check("--changed", "--report-unused-exemptions");
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("cannot be used with") });

  repository.write("a.js", "run(1);\n");
  expect((await check()).stdout).toContain("a.js, gone.js\n  Nothing there violates house/no-eval.");
  repository.write(".agentforge/contracts/house.yaml", CONTRACT);
  expect(await check("--report-unused-exemptions")).toMatchObject({ exitCode: 0 });
});

it("rejects a fix that only adds a suppression", async () => {
  await project({ "a.js": "export const run = (text) => eval(text);\n" });
  const check = await agentforge(repository.path, ["conformance", "check", "--json"]);
  const fix = await agentforge(repository.path, [
    "agent",
    "fix-violation",
    check.json.violations[0].violation_id,
    "--auto",
  ]);
  expect(fix.exitCode).toBe(1);
  expect(fix.stdout + fix.stderr).toContain("a suppression is not a fix: a.js:1 adds");
  expect(repository.read("a.js")).not.toContain("eslint-disable");
});
