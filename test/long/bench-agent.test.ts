import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readCases } from "../../bench/agent-cases.ts";
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from "../support/model-server.ts";
import { sandboxOptions } from "../support/nested.ts";
import { makeRepository } from "../support/repository.ts";

const bench = fileURLToPath(new URL("../../bench/agent.ts", import.meta.url));
const KINDS = ["right", "wrong", "none"] as const;
const MANIFEST = JSON.stringify({
  name: "x",
  private: true,
  type: "module",
  scripts: { test: "node --test" },
});

let folder: string;
let server: ModelServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-bench-agent-"));
  server = await startModelServer(answer);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Each case has a function with its own name, so that the scripted model knows what to do. */
function answer({ transcript }: SeenRequest): Reply {
  const kind = KINDS.find((each) => transcript.includes(`${each}Triple`)) ?? "none";
  const done = transcript.includes("edit_file") && /"(?:tool_result|tool)"/.test(transcript);
  if (transcript.includes("Write a test that fails because of")) {
    return done || transcript.includes("own.test.js")
      ? complete
      : { calls: [{ name: "write_file", input: { path: "test/own.test.js", content: visibleTest(kind) } }] };
  }
  if (kind === "none") return { calls: [{ name: "cannot_fix", input: { reason: "not for me" } }] };
  if (/"(?:tool_result|tool)"/.test(transcript)) return complete;
  const replace = kind === "right" ? "x * 3" : "x + 4";
  const changes = [{ search: "x * 2", replace }];
  return { calls: [{ name: "edit_file", input: { files: [{ path: `${kind}.js`, changes }] } }] };
}
const complete: Reply = { calls: [{ name: "complete", input: { summary: "it triples now" } }] };

const source = (kind: string) => `export const ${kind}Triple = (x) => x * 2;\n`;
const visibleTest = (kind: string) => testOf(kind, "triples two", 2);
const testOf = (kind: string, title: string, x: number) =>
  `import assert from "node:assert/strict";
import test from "node:test";
import { ${kind}Triple } from "../${kind}.js";

test("${kind} ${title}", () => assert.equal(${kind}Triple(${x}), ${3 * x}));
`;

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function run(cases: string, ...more: string[]) {
  const environment = {
    AGENTFORGE_BRAIN: "anthropic:claude-sonnet-4-5",
    ANTHROPIC_API_KEY: "sk-ant-scripted",
    ANTHROPIC_BASE_URL: server.url,
  };
  const out = join(folder, "out");
  const given = [
    "--cases",
    cases,
    "--brain",
    "llm",
    "--out",
    out,
    "--json",
    ...more,
    "--",
    ...sandboxOptions,
  ];
  const { stdout } = await execa(process.execPath, [bench, ...given], { env: environment, timeout: 280_000 });
  return JSON.parse(stdout);
}

function expectScore(report: { total: object; cases: { id: string; verdict: string; tokens: number }[] }) {
  expect(report.total).toMatchObject({ cases: 3, solved: 1, wrong: 1, none: 1, void: 0, errors: 0 });
  expect(report.cases.map(({ id, verdict }) => [id, verdict])).toEqual([
    ["none", "none"],
    ["right", "solved"],
    ["wrong", "wrong"],
  ]);
  for (const { tokens } of report.cases) expect(tokens).toBeGreaterThan(0);
}

it("scores project folders by hidden tests, and resumes where it was stopped", async () => {
  for (const kind of KINDS) {
    put(join(folder, "set/cases", kind, "package.json"), MANIFEST);
    put(join(folder, "set/cases", kind, `${kind}.js`), source(kind));
    put(join(folder, `set/cases/${kind}/test/${kind}.test.js`), visibleTest(kind));
    put(join(folder, `set/hidden/${kind}/test/hidden.test.js`), testOf(kind, "triples nine", 9));
  }
  const first = await run(join(folder, "set"), "--limit", "1");
  expect(first.cases).toHaveLength(1);
  const asked = server.requests.length;
  expectScore(await run(join(folder, "set")));
  const after = server.requests.length;
  expect(after).toBeGreaterThan(asked);
  const again = await run(join(folder, "set"));
  expectScore(again);
  expect(server.requests).toHaveLength(after);
  expect(readFileSync(join(folder, "out/results.jsonl"), "utf8").trim().split("\n")).toHaveLength(3);
  expect(again.total.cost_usd).toBeGreaterThan(0);
  for (const { transcript } of server.requests) expect(transcript).not.toContain("triples nine");
}, 300_000);

it.each([
  ["no test that must pass", { FAIL_TO_PASS: [] }, "names no test in FAIL_TO_PASS"],
  ["no test patch", { test_patch: "" }, "has no test_patch"],
  ["ids that are not a list", { PASS_TO_PASS: "{}" }, "are lists of test ids"],
])("rejects an instance with %s, which nothing could judge", (_, over, why) => {
  const whole = { instance_id: "a", repo: "/r", base_commit: "c", test_patch: "d", problem_statement: "p" };
  const file = join(folder, "one.json");
  put(file, JSON.stringify([{ ...whole, FAIL_TO_PASS: ["t"], ...over }]));
  expect(() => readCases(file, undefined)).toThrow(why);
});

it("rejects a project folder without hidden tests", () => {
  put(join(folder, "set/cases/a/x.js"), "");
  expect(() => readCases(join(folder, "set"), undefined)).toThrow("no hidden tests");
});

it("scores instances with an issue and a test patch, without later history", async () => {
  const repository = makeRepository((path) => {
    put(join(path, "package.json"), MANIFEST);
    put(
      join(path, "test/base.test.js"),
      'import test from "node:test";\n\ntest("holds", () => undefined);\n',
    );
    for (const kind of KINDS) put(join(path, `${kind}.js`), source(kind));
  });
  try {
    const base = repository.git("rev-parse", "HEAD").trim();
    for (const kind of KINDS) {
      repository.write(`${kind}.js`, source(kind).replace("x * 2", "x * 3"));
      repository.write(`test/${kind}.test.js`, testOf(kind, "triples nine", 9));
    }
    repository.git("add", "-A");
    repository.git("commit", "-q", "-m", "the fix");
    const fix = repository.git("rev-parse", "HEAD").trim();
    const instances = KINDS.map((kind) => ({
      instance_id: kind,
      repo: repository.path,
      base_commit: base,
      test_patch: repository.git("diff", base, fix, "--", `test/${kind}.test.js`),
      problem_statement: `${kind}Triple doubles instead of tripling`,
      FAIL_TO_PASS: JSON.stringify([`test/${kind}.test.js > ${kind} triples nine`]),
      PASS_TO_PASS: ["test/base.test.js > holds"],
    }));
    const file = join(folder, "instances.jsonl");
    put(file, instances.map((each) => JSON.stringify(each)).join("\n"));
    expectScore(await run(file, "--keep"));
    const tree = join(folder, "out/trees/right");
    expect(existsSync(join(tree, ".git"))).toBe(true);
    const object = await execa("git", ["cat-file", "-e", fix], { cwd: tree, reject: false });
    expect(object.exitCode).not.toBe(0);
    expect(readdirSync(join(tree, "test"))).toContain("right.test.js");
  } finally {
    repository.remove();
  }
}, 300_000);
