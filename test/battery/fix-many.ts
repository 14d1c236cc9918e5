import { countFailing } from "../../src/domain/rules/proof/failing.ts";
import "./own-temporary.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";
import { report } from "./report.ts";

/**
 * Plants many violations with mechanical fixes, fixes them all, and checks that none is left, none is new, no
 * test result is worse, and every commit can be reverted on its own. Controls: the planted ones are found
 * before, a commit that cannot be reverted is noticed, and the tests fail on broken code.
 */
const { values } = parseArgs({ options: { count: { type: "string", default: "200" } } });
const count = Number(values.count);
const PER_FILE = 10;

const CONTRACT = `id: house
description: Mechanical rules.
applies_to: ["src/*.js"]
checks:
  - id: strict-equality
    severity: critical
    message: Compare with ===.
    ast: { language: javascript, pattern: "$A == $B", rewrite: "$A === $B" }
  - id: no-var
    severity: major
    message: var is visible outside its block.
    ast: { language: javascript, pattern: "var $A = $B;", rewrite: "const $A = $B;" }
  - id: no-substr
    severity: minor
    message: substr is deprecated.
    pattern: { regex: '\\.substr\\((\\w+)\\)', replace: '.slice($1)' }
  - id: no-array-constructor
    severity: minor
    message: Write the array down.
    ast: { language: javascript, pattern: "new Array()", rewrite: "[]" }
`;

const BODIES = [
  "  return value == 3;",
  '  var text = "abc";\n  return text.length === value;',
  '  return "abcd".substr(1).length === value;',
  "  return new Array().length + 3 === value;",
];

const HEAD = `import assert from "node:assert/strict";\nimport { test } from "node:test";`;
/** A single test file, because two hundred fixes run it two hundred times and more. */
const JUDGE = `
function judge(part) {
  for (const isThree of Object.values(part)) {
    assert.equal(isThree(3), true);
    assert.equal(isThree(4), false);
  }
}
`;

const repository = makeRepository(plant);
try {
  const found = (await violations(repository)).length;
  const command = ["agent", "fix-violations", "--auto", "--json"];
  const fix = await agentforge(repository.path, command, {}, 6 * 3600_000);
  const left = (await violations(repository)).length;
  const { result } = (await agentforge(repository.path, ["test", "--json"])).json;
  const commits = repository.git("log", "--format=%H", "--grep=^fix(V-").trim().split("\n");
  const stuck = commits.filter((commit) => !canBeReverted(repository, commit));
  const counts = [
    { name: "fixed", value: Number(fix.json?.fixed), mustBe: count },
    { name: "violations left or new", value: left, mustBe: 0 },
    { name: "tests that pass", value: result.passed, mustBe: Math.ceil(count / PER_FILE) },
    { name: "tests that fail", value: countFailing(result), mustBe: 0 },
    { name: "commits", value: commits.length, mustBe: count },
    { name: "commits that cannot be reverted alone", value: stuck.length, mustBe: 0 },
    { name: "seconds", value: Math.round(performance.now() / 1000) },
  ];
  const isNoticed = !canBeReverted(repository, overwritten(repository));
  const isBroken = await brokenIsNoticed(repository);
  const controls = [
    { name: "the planted violations are found", holds: found === count, shown: String(found) },
    { name: "a commit that cannot be reverted is noticed", holds: isNoticed, shown: String(isNoticed) },
    { name: "the tests fail on broken code", holds: isBroken, shown: String(isBroken) },
  ];
  report({ title: `${count} violations with mechanical fixes`, counts, controls });
} finally {
  repository.remove();
}

function plant(folder: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("package.json", '{ "name": "many", "type": "module", "scripts": { "test": "node --test" } }\n');
  write(".agentforge/contracts/house.yaml", CONTRACT);
  const [imports, tests]: [string[], string[]] = [[], []];
  for (let file = 0; file * PER_FILE < count; file += 1) {
    const inFile = Math.min(PER_FILE, count - file * PER_FILE);
    const functions = Array.from({ length: inFile }, (_, index) => {
      const body = BODIES[(file * PER_FILE + index) % BODIES.length];
      return `/** Whether it is three.\n *\n *\n */\nexport function isThree${index}(value) {\n${body}\n}\n`;
    });
    write(`src/part-${file}.js`, functions.join("\n"));
    imports.push(`import * as part${file} from "../src/part-${file}.js";`);
    tests.push(`test("part ${file}", () => judge(part${file}));`);
  }
  write("test/all.test.js", `${[HEAD, ...imports, JUDGE, ...tests].join("\n")}\n`);
}

async function violations(repo: Repository): Promise<unknown[]> {
  return (await agentforge(repo.path, ["conformance", "check", "--json"])).json.violations;
}

function canBeReverted(repo: Repository, commit: string): boolean {
  try {
    repo.git("revert", "--no-edit", commit);
    repo.git("reset", "-q", "--hard", "HEAD~1");
    return true;
  } catch {
    repo.git("revert", "--abort");
    return false;
  }
}

/** A commit whose lines the next one changes again. */
function overwritten(repo: Repository): string {
  repo.write("src/extra.js", "export const a = 1;\n");
  repo.git("add", "-A");
  repo.git("commit", "-qm", "one");
  repo.write("src/extra.js", "export const a = 2;\n");
  repo.git("commit", "-qam", "two");
  const commit = repo.git("rev-parse", "HEAD").trim();
  repo.write("src/extra.js", "export const a = 3;\n");
  repo.git("commit", "-qam", "three");
  return commit;
}

async function brokenIsNoticed(repo: Repository): Promise<boolean> {
  repo.write("src/part-0.js", repo.read("src/part-0.js").replace("=== 3", "=== 5"));
  const tests = await agentforge(repo.path, ["test", "--json"]);
  return tests.json.result.status === "failed";
}
