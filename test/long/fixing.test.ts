import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { agentforge } from "../support/cli.ts";
import { smallProject } from "../support/contract-project.ts";
import { makeRepository, type Repository } from "../support/repository.ts";
import { findAll, findOne } from "../support/violations.ts";

let repository: Repository;
afterEach(() => repository.remove());

describe("conformance check", () => {
  it("reports violations in every format, records them, and can be narrowed", async () => {
    repository = smallProject();
    const text = await agentforge(repository.path, ["conformance", "check"]);
    expect(text.exitCode).toBe(1);
    expect(text.stdout).toContain("> 7 |   return value == wanted;");
    const sarif = await agentforge(repository.path, ["conformance", "check", "--format", "sarif"]);
    expect(JSON.parse(sarif.stdout).runs[0].results).toHaveLength(5);

    const one = ["conformance", "check", "--file", "one.js", "--json"];
    expect((await agentforge(repository.path, one)).json.violations).toHaveLength(1);
    const clean = await agentforge(repository.path, ["conformance", "check", "--changed"]);
    expect(clean.exitCode).toBe(0);

    const list = ["conformance", "violations", "list", "--severity", "major", "--json"];
    const listed = await agentforge(repository.path, list);
    expect(listed.json.total).toBe(4);
    const [first] = listed.json.violations;
    const shown = await agentforge(repository.path, [
      "conformance",
      "violations",
      "show",
      first.violation_id,
    ]);
    expect(shown.stdout).toContain("strict-equality");
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  it("says what to do if there are no contracts", async () => {
    repository = smallProject([".agentforge/contracts/house.yaml"]);
    const checked = await agentforge(repository.path, ["conformance", "check"]);
    expect(checked.exitCode).toBe(2);
    expect(checked.stderr).toContain("agentforge init");
    await agentforge(repository.path, ["init"]);
    const again = await agentforge(repository.path, ["conformance", "check"]);
    expect(again.exitCode).toBe(0);
  });
});

describe("agent fix-violation", () => {
  it("shows, then waits, then lands from another process, and the violation is resolved", async () => {
    repository = smallProject();
    const untouched = repository.fingerprint();
    const id = await findOne(repository.path, "strict-equality", "one.js");
    const dry = await agentforge(repository.path, ["agent", "fix-violation", id, "--dry-run", "--json"]);
    expect(dry.json).toMatchObject({
      status: "dry_run",
      review: { evidence: { checks_before: 5, checks_after: 4 } },
    });
    expect((await agentforge(repository.path, ["review", "list", "--json"])).json).toEqual([]);

    const fix = await agentforge(repository.path, ["agent", "fix-violation", id, "--json"]);
    expect(fix.exitCode).toBe(0);
    expect(fix.json).toMatchObject({ status: "waiting_for_review", review: { violation_id: id } });
    expect(repository.fingerprint()).toBe(untouched);
    const again = await agentforge(repository.path, ["agent", "fix-violation", id, "--json"]);
    expect((await agentforge(repository.path, ["review", "list", "--json"])).json).toMatchObject([
      { review_id: again.json.review.review_id },
    ]);

    const approve = await agentforge(repository.path, ["agent", "approve-commit", "--json"]);
    expect(approve.json.status).toBe("landed");
    expect(repository.read("one.js")).toContain("value === 1");
    expect(repository.git("log", "-1", "--format=%s")).toContain(`fix(${id}): Compare with ===`);
    const shown = await agentforge(repository.path, ["conformance", "violations", "show", id, "--json"]);
    expect(shown.json.status).toBe("resolved");
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  it("escalates a fix that a test rejects, with the reason", async () => {
    repository = smallProject();
    const untouched = repository.fingerprint();
    const id = await findOne(repository.path, "strict-equality", "loose.js");
    const fix = await agentforge(repository.path, ["agent", "fix-violation", id, "--auto-commit", "--json"]);
    expect(fix.exitCode).toBe(1);
    expect(fix.json).toMatchObject({
      status: "cannot_fix",
      escalation: { type: "cannot_fix", violation_id: id },
    });
    expect(fix.json.escalation.reason).toContain("a number counts as its text");
    expect(fix.json.escalation.constraints).not.toEqual([]);
    expect(fix.json.escalation.alternatives).not.toEqual([]);
    expect(readdirSync(join(repository.path, ".agentforge/escalations"))).toHaveLength(1);
    const [attempt = "", ...others] = readdirSync(join(repository.path, ".agentforge/fix_attempts"));
    expect(others).toEqual([]);
    const { steps } = parse(repository.read(`.agentforge/fix_attempts/${attempt}`));
    for (const { action, duration_seconds } of steps) {
      expect(action.tool_calls[0].parameters, action.reasoning).not.toEqual({});
      expect(duration_seconds, action.reasoning).toBeGreaterThan(0);
    }
    expect(repository.fingerprint()).toBe(untouched);

    repository.write("loose.js", "export const isLoose = (value) => Number(value) === 1;\n");
    await findAll(repository.path);
    const status = await agentforge(repository.path, ["status", "--json"]);
    expect(status.json).toMatchObject({ violations: 3, escalations: [] });
  });

  it("asks if only the checks support it", async () => {
    repository = smallProject(["all.test.js", "package.json"]);
    const id = await findOne(repository.path, "strict-equality", "one.js");
    const fix = await agentforge(repository.path, ["agent", "fix-violation", id, "--auto-commit", "--json"]);
    expect(fix.json.status).toBe("waiting_for_review");
    expect(fix.json.review.evidence.notes.join()).toContain("no tests");
    expect(fix.json.review.asked_because.join()).toContain("confidence");
  });
});

it("runs a linter and its own fixer in the sandbox", async () => {
  repository = smallProject();
  repository.write("lint.cjs", LINTER);
  repository.write(".agentforge/contracts/house.yaml", LINTED);
  repository.git("add", "-A");
  repository.git("commit", "-qm", "a linter");
  const id = await findOne(repository.path, "tabs", "one.js");
  const fix = await agentforge(repository.path, ["agent", "fix-violation", id, "--auto-commit", "--json"]);
  expect(fix.json).toMatchObject({ status: "landed", review: { change: { files: [{ path: "one.js" }] } } });
  expect(repository.read("one.js")).toContain("\treturn value");
  expect(repository.git("status", "--porcelain")).toBe("");
});

const LINTER = `const { readFileSync, writeFileSync } = require("node:fs");
const [flag, ...files] = process.argv.slice(2);
if (flag === "--fix") {
  for (const file of files) writeFileSync(file, readFileSync(file, "utf8").replaceAll("  ", "\\t"));
} else {
  for (const [index, line] of readFileSync("one.js", "utf8").split("\\n").entries()) {
    if (line.startsWith("  ")) console.log(JSON.stringify({ file: "one.js", line: index + 1, text: "indent with tabs" }));
  }
}
`;
const LINTED = `id: house
description: A linter of its own.
applies_to: ["*.js"]
checks:
  - id: tabs
    message: The linter found something.
    command:
      run: [node, lint.cjs]
      format: json
      json: { file: file, line: line, message: text }
      fix: [node, lint.cjs, --fix, "{file}"]
`;

describe("a check that a program judges", () => {
  it("gets a fix from search if neither the check nor its program offers one", async () => {
    repository = smallProject([".agentforge/contracts/house.yaml", "loose.js", "zero.js", "all.test.js"]);
    repository.write("area.js", "export function area(width, height) {\n  return width + height;\n}\n");
    repository.write(
      "check-units.mjs",
      `import { area } from "./area.js";
if (area(2, 3) !== 6) console.log(\`area.js:2: a field of 2 by 3 has an area of 6, not \${area(2, 3)}\`);
`,
    );
    repository.write(
      ".agentforge/contracts/units.yaml",
      `id: units
description: Figures that hold.
applies_to: ["**/*.js"]
checks:
  - id: area
    severity: major
    message: Areas multiply.
    command: { run: [node, check-units.mjs], format: regex, regex: '^(?P<file>[^:]+):(?P<line>\\d+): (?P<message>.+)$' }
`,
    );
    repository.git("add", "-A");
    repository.git("commit", "-qm", "units");
    const id = await findOne(repository.path, "area", "area.js");
    const fix = await agentforge(repository.path, ["agent", "fix-violation", id, "--json"]);
    expect(fix.json).toMatchObject({
      status: "waiting_for_review",
      review: { evidence: { checks_before: 1, checks_after: 0 } },
    });
    expect(fix.json.review.change.diff).toContain("+  return width * height;");
    expect(repository.read("area.js")).toContain("width + height");
  });
});

it("imports another tool's report", async () => {
  repository = makeRepository(() => {}, false);
  repository.write("a.py", "import os\nx = 1\n");
  repository.write("report.sarif", JSON.stringify(sarif));
  repository.git("add", "-A");
  repository.git("commit", "-qm", "first");
  const imported = await agentforge(repository.path, ["conformance", "import", "report.sarif", "--json"]);
  expect(imported.json.opened).toHaveLength(1);
  const broken = await agentforge(repository.path, ["conformance", "import", "a.py"]);
  expect(broken.exitCode).toBe(2);
});

const sarif = {
  version: "2.1.0",
  runs: [
    {
      tool: { driver: { name: "ruff" } },
      results: [
        {
          ruleId: "F401",
          level: "error",
          message: { text: "os imported but unused" },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: "a.py" },
                region: { startLine: 1, startColumn: 8, endLine: 1, endColumn: 10 },
              },
            },
          ],
        },
      ],
    },
  ],
};
