import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { smallProject } from "../support/house-rules.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
afterEach(() => repository.remove());

interface Found {
  readonly violation_id: string;
  readonly check_id: string;
  readonly file_path: string;
}

async function findAll(): Promise<Found[]> {
  const checked = await agentforge(repository.path, ["conformance", "check", "--json"]);
  return checked.json.violations;
}

async function find(check: string, file: string): Promise<string> {
  const found = (await findAll()).find((each) => each.check_id === check && each.file_path === file);
  if (!found) throw new Error(`${check} was not found in ${file}`);
  return found.violation_id;
}

describe("conformance check", () => {
  it("says what is wrong in every format, files it, and can be narrowed", async () => {
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

  it("says what to do where there are no contracts", async () => {
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
    const id = await find("strict-equality", "one.js");
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

    const approve = await agentforge(repository.path, ["agent", "approve-commit", "--json"]);
    expect(approve.json.status).toBe("landed");
    expect(repository.read("one.js")).toContain("value === 1");
    expect(repository.git("log", "-1", "--format=%s")).toContain(`fix(${id}): Compare with ===`);
    const shown = await agentforge(repository.path, ["conformance", "violations", "show", id, "--json"]);
    expect(shown.json.status).toBe("resolved");
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  it("hands a fix that a test refuses to a person, with why", async () => {
    repository = smallProject();
    const untouched = repository.fingerprint();
    const id = await find("strict-equality", "loose.js");
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
    expect(readdirSync(join(repository.path, ".agentforge/fix_attempts"))).toHaveLength(1);
    expect(repository.fingerprint()).toBe(untouched);

    repository.write("loose.js", "export const isLoose = (value) => Number(value) === 1;\n");
    await findAll();
    const status = await agentforge(repository.path, ["status", "--json"]);
    expect(status.json).toMatchObject({ violations: 3, escalations: [] });
  });

  it("asks where nothing but the checks stands behind it", async () => {
    repository = smallProject(["all.test.js", "package.json"]);
    const id = await find("strict-equality", "one.js");
    const fix = await agentforge(repository.path, ["agent", "fix-violation", id, "--auto-commit", "--json"]);
    expect(fix.json.status).toBe("waiting_for_review");
    expect(fix.json.review.evidence.notes.join()).toContain("no tests");
    expect(fix.json.review.asked_because.join()).toContain("confidence");
  });
});

it("lets a linter find, and its own fixer fix, in the sandbox", async () => {
  repository = smallProject();
  repository.write("lint.cjs", LINTER);
  repository.write(".agentforge/contracts/house.yaml", LINTED);
  repository.git("add", "-A");
  repository.git("commit", "-qm", "a linter");
  const id = await find("tabs", "one.js");
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
  it("is searched for a fix where neither the check nor its program offers one", async () => {
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
    const id = await find("area", "area.js");
    const fix = await agentforge(repository.path, ["agent", "fix-violation", id, "--json"]);
    expect(fix.json).toMatchObject({
      status: "waiting_for_review",
      review: { evidence: { checks_before: 1, checks_after: 0 } },
    });
    expect(fix.json.review.change.diff).toContain("+  return width * height;");
    expect(repository.read("area.js")).toContain("width + height");
  });
});

describe("agent fix-violations", () => {
  it("lands what holds, each as its own commit, and escalates the rest", async () => {
    repository = smallProject();
    const fix = await agentforge(repository.path, ["agent", "fix-violations", "--auto", "--json"]);
    expect(fix.json).toMatchObject({ fixed: 3, waiting: 0, escalated: 2, conflicts: 0, stopped: null });
    expect(fix.exitCode).toBe(1);
    const subjects = repository.git("log", "--format=%s").trim().split("\n");
    expect(subjects.filter((subject) => /^fix\(V-[0-9a-f]{12}\): /.test(subject))).toHaveLength(3);
    expect((await findAll()).map((each) => each.check_id).sort()).toEqual(["no-todo", "strict-equality"]);
    expect((await agentforge(repository.path, ["test"])).exitCode).toBe(0);
    expect(repository.git("status", "--porcelain")).toBe("");
    for (const commit of repository.git("log", "--format=%H", "-3").trim().split("\n")) {
      repository.git("revert", "--no-edit", commit);
      repository.git("reset", "-q", "--hard", "HEAD~1");
    }
  });

  it("keeps its hands off files with uncommitted changes", async () => {
    repository = smallProject();
    repository.write("loose.js", `${repository.read("loose.js")}// mine\n`);
    const command = [
      "agent",
      "fix-violations",
      "--auto",
      "--limit",
      "1",
      "--check",
      "strict-equality",
      "--json",
    ];
    const fix = await agentforge(repository.path, command);
    expect(fix.json.left).toMatchObject([{ why: expect.stringContaining("uncommitted") }]);
    expect(repository.read("loose.js")).toContain("// mine");
    expect(fix.json.fixed).toBe(1);
    expect(repository.git("status", "--porcelain").trim()).toBe("M loose.js");
  });

  it("takes one fix of a file at a time where a person answers", async () => {
    repository = smallProject();
    const fix = await agentforge(repository.path, [
      "agent",
      "fix-violations",
      "--check",
      "strict-equality",
      "--json",
    ]);
    expect(fix.json).toMatchObject({ fixed: 0, waiting: 2, escalated: 1 });
    const all = await agentforge(repository.path, ["agent", "approve-commit", "--all", "--json"]);
    expect(all.json).toMatchObject([{ status: "landed" }, { status: "landed", reverified: true }]);
  });
});

describe("daemon", () => {
  it("goes by what is on record: a restart does not forget cooldowns, nor what a person said", async () => {
    repository = smallProject();
    const once = ["daemon", "--once", "--json"];
    const rejected = await find("strict-equality", "one.js");
    await agentforge(repository.path, ["agent", "fix-violation", rejected]);
    await agentforge(repository.path, ["agent", "reject-commit", "--reason", "it is meant so"]);

    const first = await agentforge(repository.path, once);
    expect(first.exitCode).toBe(0);
    const [round] = first.json.rounds;
    expect(round.report.outcomes.map((outcome: { status: string }) => outcome.status).sort()).toEqual([
      "cannot_fix",
      "cannot_fix",
      "landed",
      "landed",
    ]);
    expect(round.report.left).toMatchObject([{ why: expect.stringContaining("a person rejected") }]);

    const second = await agentforge(repository.path, once);
    expect(second.json.rounds).toMatchObject([{ status: "idle", open: 3 }]);
  });

  it("pauses while tests fail", async () => {
    repository = smallProject();
    repository.write("one.js", "export function isOne(value) {\n  return value == 2;\n}\n");
    const head = repository.git("rev-parse", "HEAD");
    const paused = await agentforge(repository.path, ["daemon", "--once", "--json"]);
    expect(paused.json.rounds).toMatchObject([{ status: "paused", why: expect.stringContaining("one") }]);
    expect(repository.git("rev-parse", "HEAD")).toBe(head);
  });

  it("shares the work with another, and ends cleanly when told to", async () => {
    repository = smallProject();
    const daemons = [1, 2].map(() => startAgentforge(repository.path, ["daemon", "--interval", "1"]));
    const isDone = () =>
      repository
        .git("log", "--format=%s")
        .split("\n")
        .filter((line) => line.startsWith("fix(V-")).length >= 3;
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 200));
    for (const daemon of daemons) daemon.kill("SIGTERM");
    for (const ended of await Promise.all(daemons)) expect(ended.exitCode).toBe(0);
    const subjects = repository.git("log", "--format=%s").trim().split("\n");
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(subjects).toHaveLength(4);
    expect(readdirSync(join(repository.path, ".agentforge/attempts"))).toEqual([]);
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
