import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

const ROOT = "/home/runner/work/shop/shop";
const region = (line: number, from: number, to: number) => ({
  startLine: line,
  startColumn: from,
  endLine: line,
  endColumn: to,
});
const at = (path: string, where: object) => ({ artifactLocation: { uri: `file://${path}` }, ...where });

/** What a linter on another machine found: `==` in line 2, with the replacement it suggests. */
const log = (path: string) =>
  JSON.stringify({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "strictlint" } },
        results: [
          {
            ruleId: "eqeqeq",
            level: "error",
            message: { text: "Expected '==='." },
            locations: [{ physicalLocation: at(path, { region: region(2, 14, 16) }) }],
            fixes: [
              {
                artifactChanges: [
                  at(path, {
                    replacements: [{ deletedRegion: region(2, 14, 16), insertedContent: { text: "===" } }],
                  }),
                ],
              },
            ],
          },
        ],
      },
    ],
  });

let repository: Repository;
afterEach(() => repository.remove());

it("imports a log from another machine, proves its fix, and says which tool did not run", async () => {
  const id = await imported(`${ROOT}/same.js`);
  const fix = await agentforge(repository.path, ["agent", "fix-violation", id, "--json"]);
  expect(fix.json).toMatchObject({ status: "waiting_for_review" });
  expect(fix.json.review.evidence.notes.join("\n")).toContain("strictlint was not run again");
  const landed = await agentforge(repository.path, ["review", "approve", "--json"]);
  expect(landed.json.status).toBe("landed");
  expect(repository.read("same.js")).toContain("a === b");
  const shown = await agentforge(repository.path, ["conformance", "violations", "show", id, "--json"]);
  expect(shown.json.status).toBe("resolved");
});

it.each(["../outside.js", "/etc/hostname", `${ROOT}/no-such-file.js`])(
  "a finding in %s is reported as a problem, not ignored",
  async (path) => {
    repository = project();
    const run = await importLog(log(path));
    expect(run.exitCode).toBe(2);
    expect(run.json.problems[0].why).toContain(path);
    expect(run.json.opened).toEqual([]);
  },
);

async function imported(path: string): Promise<string> {
  repository = project();
  const run = await importLog(log(path));
  expect(run.json).toMatchObject({ problems: [], opened: [expect.stringMatching(/^V-/)] });
  return run.json.opened[0];
}

function project(): Repository {
  return makeRepository((folder) => {
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write("package.json", '{ "type": "module", "scripts": { "test": "node --test" } }\n');
    write("same.js", "export function same(a, b) {\n    return a == b;\n}\n");
    write(
      "same.test.js",
      'import assert from "node:assert";\nimport { test } from "node:test";\nimport { same } from "./same.js";\ntest("same", () => {\n  assert.equal(same(1, 1), true);\n  assert.equal(same(1, 2), false);\n});\n',
    );
  });
}

function importLog(text: string) {
  const file = join(repository.path, ".git", "report.sarif");
  writeFileSync(file, text);
  return agentforge(repository.path, ["conformance", "import", file, "--json"]);
}
