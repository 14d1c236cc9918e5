import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

const CONTRACT = `id: rules
description: Rules
applies_to: ["**/*.js"]
checks:
  - id: no-var
    severity: minor
    message: Use const.
    pattern: { regex: '\\bvar ' }
  - id: no-ghosts
    message: None here.
    applies_to: ["nowhere/**"]
    pattern: { regex: ghost }
  - id: lint
    message: Lint.
    applies_to: ["calculator.js"]
    command: { run: [no-such-linter], format: regex, regex: '^(?P<file>[^:]+): (?P<message>.+)$' }
`;

let repository: Repository;
beforeEach(() => {
  repository = exampleRepository("calculator-js");
  repository.write(".agentforge/contracts/rules.yaml", CONTRACT);
});
afterEach(() => repository.remove());

describe("no check passes because it had nothing to check", () => {
  it.each<[tool: string, input: object, why: RegExp]>([
    ["check_file", { path: "nosuch.js" }, /not in the project: nosuch\.js/],
    ["check_file", { path: "package.json" }, /no check applies to package\.json/],
    ["run_check", { check_ids: ["no-var"], files: ["nosuch.js"] }, /not in the project: nosuch\.js/],
    ["run_check", { check_ids: ["no-var"], files: ["package.json"] }, /applies to none of package\.json/],
    ["run_check", { check_ids: ["no-var", "nosuch"] }, /no contract has a check nosuch/],
    ["run_check", { check_ids: ["no-ghosts"] }, /applies to no file in the project/],
    [
      "run_tests",
      { files: ["calculator.test.js", "--test-skip-pattern=."] },
      /not in the project: --test-skip/,
    ],
    ["run_single_test", { id: "-knot x" }, /is not the id of a test/],
  ])("%s %j", async (tool, input, why) => {
    const run = await agentforge(repository.path, [
      "tool",
      "run",
      tool,
      "--input",
      JSON.stringify(input),
      "--json",
    ]);
    expect(run.json.results[0]).toMatchObject({ success: false, error: expect.stringMatching(why) });
    expect(run.exitCode).toBe(1);
  });

  it("a check that could not run does not pass", async () => {
    const output = async (tool: string, input: object) =>
      (await agentforge(repository.path, ["tool", "run", tool, "--input", JSON.stringify(input), "--json"]))
        .json.results[0].output;
    const broken = [
      { check: "rules/lint", why: expect.stringContaining("is not installed where checks run") },
    ];
    expect(await output("run_check", { check_ids: ["lint"] })).toMatchObject({
      passed: false,
      could_not_run: broken,
    });
    expect(await output("check_file", { path: "calculator.js" })).toMatchObject({
      passed: false,
      could_not_run: broken,
    });
    expect(await output("check_file", { path: "calculator.test.js" })).toMatchObject({
      passed: true,
      checks_run: 1,
      could_not_run: [],
    });
    expect(await output("run_full_check", {})).toMatchObject({
      passed: false,
      no_file_to_look_at: ["rules/no-ghosts"],
    });
  });

  it.each<[args: string[], why: RegExp]>([
    [["conformance", "check", "--file", "nosuch.js"], /not files in this repository: nosuch\.js/],
    [["conformance", "check", "--check", "nosuch"], /no contract has a check nosuch/],
    [["conformance", "check", "--check", "no-var", "--check", "nosuch"], /no contract has a check nosuch/],
    [["conformance", "check", "--severity", "blocker"], /no selected check has severity blocker or higher/],
    [["test", "nosuch"], /no test matches "nosuch"/],
    [["test", "calculator.test.js", "nosuch"], /no test matches "nosuch"/],
    [["tool", "run", "--calls"], /no call was given/],
    [["review", "approve"], /no change is waiting/],
  ])("agentforge %j says why and exits with 2", async (args, why) => {
    const run = await agentforge(repository.path, args);
    expect(`${run.stdout}\n${run.stderr}`).toMatch(why);
    expect(run.exitCode).toBe(2);
  });

  it("the report names checks whose globs match no file", async () => {
    const run = await agentforge(repository.path, ["conformance", "check"]);
    expect(run.stdout).toMatch(/no file to check {2}rules\/no-ghosts/);
    expect(run.exitCode).toBe(2);
  });
});
