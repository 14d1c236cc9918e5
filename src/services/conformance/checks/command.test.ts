import { describe, expect, it } from "vitest";
import type { Execute } from "../check-type.ts";
import { runOver } from "../fixture-run.ts";

type Ran = Awaited<ReturnType<Execute>>;

const contractOf = (run: readonly string[], more: string) =>
  `id: lint\ndescription: x\napplies_to: ["**"]\nchecks:\n  - id: it\n    message: x\n    command: { run: ${JSON.stringify(run)}, ${more} }\n`;
const LINES = `format: regex, regex: '^(?P<file>[^:]+):(?P<line>\\d+): (?P<message>.+)$'`;
const JSON_ITEMS = `format: json, json: { items: "*.messages", file: ^.filePath, message: message }`;

function runCommand(argv: readonly string[], more: string, ran: Partial<Ran>) {
  const execute = async () => ({ exitCode: 1, stdout: "", stderr: "", ...ran });
  const tree = { roots: ["/repo"], exists: async () => false };
  return runOver(contractOf(argv, more), { "src/a.py": "x\n" }, { execute, tree });
}

describe("an unreadable linter report is a problem, not a pass", () => {
  it.each<[title: string, argv: readonly string[], more: string, ran: Partial<Ran>, why: RegExp]>([
    [
      "a missing program",
      ["ruff", "check"],
      LINES,
      { exitCode: 127, stderr: "ruff: command not found" },
      /^ruff is not installed where checks run/,
    ],
    [
      "a package that npx would have to download",
      ["npx", "--no", "eslint", "."],
      JSON_ITEMS,
      { stderr: 'npm error npx canceled due to missing packages and no YES option: ["eslint@10.14.0"]' },
      /^eslint is not installed/,
    ],
    [
      "a missing Python module",
      ["python", "-m", "mypy", "."],
      LINES,
      { stderr: "/usr/bin/python: No module named mypy" },
      /^mypy is not installed/,
    ],
    [
      "a crash",
      ["npx", "eslint", "."],
      JSON_ITEMS,
      { exitCode: 2, stderr: "Oops! Something went wrong!" },
      /^eslint did not give a complete report \(exit code 2\): Oops/,
    ],
    [
      "fields that the report does not have",
      ["lint"],
      JSON_ITEMS,
      { exitCode: 0, stdout: '[{"path":"src/a.py","messages":[{"message":"bad"}]}]' },
      /^lint did not give a complete report \(exit code 0\)/,
    ],
    [
      "a missing configuration",
      ["npx", "eslint", "."],
      JSON_ITEMS,
      { exitCode: 2, stderr: "Error: ENOENT: no such file or directory, stat '/repo/none.mjs'" },
      /^eslint did not give a complete report/,
    ],
    [
      "an exit code that says it stopped early",
      ["mypy", "."],
      `${LINES}, fails_with: [2]`,
      { exitCode: 2, stdout: "src/a.py:1: invalid syntax\n" },
      /^mypy did not give a complete report \(exit code 2\)/,
    ],
    [
      "a run that was stopped",
      ["lint"],
      LINES,
      { exitCode: null, stopped: "timeout", stdout: "src/a.py:1: bad\n" },
      /^lint was stopped before it finished \(timeout\), .* Run `lint` yourself/,
    ],
    [
      "a run that exceeded a limit, with the setting",
      ["lint"],
      LINES,
      { exitCode: null, stopped: "memory", stdout: "src/a.py:1: bad\n" },
      /^lint was stopped before it finished \(memory\), .* Raise sandbox\.memory_mb in your settings/,
    ],
    [
      "a file that is not in the repository",
      ["lint"],
      LINES,
      { stdout: "src/a.py:1: bad\n/elsewhere/b.py:1: bad\n" },
      /^1 finding of lint could not be placed in the repository: "\/elsewhere\/b.py" \(it is outside/,
    ],
  ])("%s", async (_, argv, more, ran, why) => {
    const outcome = await runCommand(argv, more, ran);
    expect(outcome.problems.map((each) => each.why)).toEqual([expect.stringMatching(why)]);
    expect(outcome.rules).toEqual([]);
    expect(outcome.findings.length).toBe((ran.stdout?.split("src/a.py:1").length ?? 1) - 1);
  });
});

it("rejects a fix that also changes another file", async () => {
  const replacement = (uri: string) => ({
    artifactLocation: { uri },
    replacements: [{ deletedRegion: { startLine: 1, startColumn: 1, endColumn: 2 }, insertedContent: {} }],
  });
  const result = (uris: readonly string[]) => ({
    ruleId: "R",
    message: { text: "bad" },
    locations: [{ physicalLocation: { artifactLocation: { uri: "/repo/src/a.py" } } }],
    fixes: [{ artifactChanges: uris.map(replacement) }],
  });
  const run = {
    tool: { driver: { name: "lint" } },
    results: [result(["src/a.py"]), result(["src/a.py", "../b.py"])],
  };
  const stdout = JSON.stringify({ version: "2.1.0", runs: [run] });
  const { findings } = await runCommand(["lint"], "format: sarif", { stdout });
  expect(findings.map((each) => each.edits?.length)).toEqual([1, undefined]);
});

describe("violations that a linter reports as suppressed in the code", () => {
  const suppression = { kind: "inSource", justification: "generated" };
  const located = [{ physicalLocation: { artifactLocation: { uri: "src/a.py" }, region: { startLine: 1 } } }];
  const sarif = (suppressions: readonly object[]) =>
    JSON.stringify({
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "semgrep" } },
          results: [{ ruleId: "r", message: { text: "bad" }, locations: located, suppressions }],
        },
      ],
    });
  const eslint = JSON.stringify([
    {
      filePath: "/repo/src/a.py",
      messages: [],
      suppressedMessages: [
        { message: "bad", suppressions: [{ kind: "directive", justification: "generated" }] },
      ],
    },
  ]);
  const fields = `{ items: "*.messages", suppressed: "*.suppressedMessages", file: ^.filePath, message: message }`;

  it.each([
    ["SARIF", "format: sarif", sarif([suppression]), "by the tool: generated"],
    [
      "SARIF without a reason",
      "format: sarif",
      sarif([{ kind: "inSource" }]),
      "by the tool: no reason given",
    ],
    ["SARIF under review", "format: sarif", sarif([{ ...suppression, status: "underReview" }]), undefined],
    ["ESLint's JSON", `format: json, json: ${fields}`, eslint, "by the tool: generated"],
  ])("are kept with their reason: %s", async (_name, more, stdout, reason) => {
    const { findings, problems } = await runCommand(["lint"], more, { exitCode: 0, stdout });
    expect(problems).toEqual([]);
    expect(findings.map(({ suppressed }) => suppressed?.reason)).toEqual([reason]);
  });

  it("reports that the linter failed", async () => {
    const { problems } = await runCommand(["lint"], `format: json, json: ${fields}`, { stdout: eslint });
    expect(problems).toMatchObject([{ why: expect.stringMatching(/did not give a complete report/) }]);
  });
});
