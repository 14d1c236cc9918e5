import { describe, expect, it } from "vitest";
import { runOver } from "./fixture-run.ts";

const CONTRACT = `id: house
description: Our rules
checks:
  - id: no-eval
    message: No eval.
    pattern: { regex: 'eval\\(' }
  - id: license
    message: A license.
    required-file: { path: LICENSE }
  - id: lint
    message: Lint.
    command: { run: [lint], format: regex, regex: '^(?P<file>[^:]+):(?P<line>\\d+): (?P<message>.+)$' }
exemptions:
`;
const FILES = { "a.js": "eval(1)\n", "b.js": "ok()\n", "old/c.js": "eval(2)\n" };
const LINTED = { execute: async () => ({ exitCode: 0, stdout: "", stderr: "", files: {} }) };

async function unused(exemption: string, more: Parameters<typeof runOver>[2] = {}) {
  const text = `${CONTRACT}  - { ${exemption}, reason: old, expires: 2026-06-30 }\n`;
  const outcome = await runOver(text, FILES, { today: "2026-06-30", ...LINTED, ...more });
  return outcome.unusedExemptions.map(({ paths, why }) => `${paths.join(" ")}: ${why}`);
}

describe("unused exemptions", () => {
  it.each([
    ["a file with a violation", "check: no-eval, paths: [a.js]"],
    ["a folder with one", "check: no-eval, paths: [old/]"],
    ["what is not excluded", 'check: no-eval, paths: ["!b.js"]'],
    ["any check of the contract", "paths: [a.js]"],
    ["a file that is missing", "check: license, paths: [LICENSE]"],
    ["a file that two paths cover", 'check: no-eval, paths: [a.js, "*.js"]'],
  ])("do not include one for %s", async (_name, exemption) => {
    expect(await unused(exemption)).toEqual([]);
  });

  it.each([
    ["check: no-eval, paths: [b.js]", "b.js: Nothing there violates house/no-eval. Delete the exemption."],
    ["check: no-eval, paths: [a.js, gone.js]", "gone.js: No such file exists. Delete this from its paths."],
    ["check: no-eval, paths: [gone.js]", "gone.js: No such file exists. Delete the exemption."],
    [
      'check: no-eval, paths: ["*.js", "!a.js", "!c.js"]',
      "*.js !a.js !c.js: Nothing there violates house/no-eval. Delete the exemption.",
    ],
    ["paths: [b.js]", "b.js: Nothing there violates a check of house. Delete the exemption."],
    [
      'check: license, paths: ["!LICENSE"]',
      "!LICENSE: Nothing there violates house/license. Delete the exemption.",
    ],
    ["check: license, paths: [a.js]", "a.js: Nothing there violates house/license. Delete the exemption."],
    ["check: lint, paths: [a.js]", "a.js: Nothing there violates house/lint. Delete the exemption."],
    [
      "check: no-evil, paths: [a.js]",
      "a.js: The contract has no check no-evil; did you mean no-eval? Delete the exemption.",
    ],
  ])("include { %s }", async (exemption, expected) => {
    expect(await unused(exemption)).toEqual([expected]);
  });

  it("include one that has ended, even if there is a violation", async () => {
    expect(await unused("check: no-eval, paths: [a.js]", { today: "2026-07-01" })).toEqual([
      "a.js: It ended on 2026-06-30. Delete the exemption.",
    ]);
  });

  it.each([
    ["files", { paths: ["a.js", "b.js"] }],
    ["checks", { checks: ["no-eval"] }],
    ["severities", { severity: "critical" as const }],
  ])("are unknown in a run over some %s only", async (_name, scope) => {
    expect(await unused("check: no-eval, paths: [b.js]", scope)).toEqual([]);
  });

  it("are unknown for a check that could not run", async () => {
    expect(await unused("check: lint, paths: [a.js]", { execute: null })).toEqual([]);
    expect(await unused("paths: [b.js]", { execute: null })).toEqual([]);
    expect(await unused("check: no-eval, paths: [b.js]", { execute: null })).toHaveLength(1);
  });
});
