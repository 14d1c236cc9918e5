import "./own-temporary.ts";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lastResult, openBench, type Turn } from "./scripted-claude.ts";

/**
 * The plugin in the real client, headless, against a scripted server on loopback: what its hooks promise, seen in
 * what the client does and in what it tells the model. Needs Claude Code (`CLAUDE_CODE=<path>` or `claude` on the
 * path); skipped with a word where it is absent.
 */
const client = process.env.CLAUDE_CODE ?? "claude";
const repository = fileURLToPath(new URL("../..", import.meta.url));
const plugin = ["--plugin-dir", join(repository, "plugin")];

type Check = readonly [name: string, holds: boolean];

const write = (project: string, path: string, content: string): Turn => [
  { tool: "Write", input: { file_path: join(project, path), content } },
];
const bash = (command: string): Turn => [{ tool: "Bash", input: { command, description: "step" } }];
const GREEN = 'import test from "node:test";\ntest("holds", () => {});\n';
const SUM_TEST = `import test from "node:test";
import assert from "node:assert";
import { add } from "./sum.mjs";
test("adds", () => assert.equal(add(1, 2), 3));
`;

const SCENARIOS: Readonly<Record<string, () => Promise<Check[]>>> = {
  "protected files": protectedFiles,
  "done means tested": doneMeansTested,
  loops,
  compaction,
  "twelve calls at once": manyAtOnce,
  "trace and transcript": transcript,
  "a local marketplace": marketplace,
};

if (spawnSync(client, ["--version"]).status !== 0) {
  console.log("skipped: Claude Code is not installed (CLAUDE_CODE=<path> names it)");
} else {
  const wanted = process.argv.slice(2);
  for (const [title, run] of Object.entries(SCENARIOS)) {
    if (wanted.length > 0 && !wanted.some((word) => title.includes(word))) continue;
    console.log(title);
    for (const [name, holds] of await run()) {
      console.log(`  ${holds ? "✔" : "✖"} ${name}`);
      if (!holds) process.exitCode = 1;
    }
  }
}

async function protectedFiles(): Promise<Check[]> {
  const settings = { middleware: { file_protection: { protect_reads: false } } };
  using bench = openBench(client, {
    "a.test.mjs": GREEN,
    ".env.local": "A=1\n",
    ".agentforge/harness.json": JSON.stringify(settings),
  });
  const at = (path: string) => join(bench.project, path);
  const { requests, output } = await bench.converse(
    [
      write(bench.project, ".env", "A=1"),
      [{ tool: "Edit", input: { file_path: at(".env"), old_string: "", new_string: "A=1" } }],
      [{ tool: "Read", input: { file_path: at(".env.local") } }],
      [{ tool: "Edit", input: { file_path: at(".env.local"), old_string: "A=1", new_string: "A=2" } }],
      bash("echo A=1 > .env"),
      bash("printf x | tee .env"),
      bash("cp a.test.mjs .env"),
      write(bench.project, "src/app.mjs", "export const a = 1;\n"),
      bash("node --test"),
      { say: "done" },
    ],
    plugin,
  );
  const denied = (turn: number) => lastResult(requests[turn]).includes("is protected");
  return [
    ["the plugin loads without errors", loadsCleanly(output)],
    ["context reaches the model", requests[0]?.includes("Enforced around you") ?? false],
    ["Write .env: denied, and the model hears why", denied(1)],
    ["Edit that would make .env: denied", denied(2)],
    ["control: .env.local was read", lastResult(requests[3]).includes("A=1")],
    ["Edit of a file that was read: denied", denied(4)],
    ["echo > .env: denied", denied(5)],
    ["tee .env: denied", denied(6)],
    ["cp to .env: denied", denied(7)],
    ["nothing was written", !existsSync(at(".env")) && readFileSync(at(".env.local"), "utf8") === "A=1\n"],
    ["control: an ordinary file was written", existsSync(at("src/app.mjs"))],
  ];
}

async function doneMeansTested(): Promise<Check[]> {
  using bench = openBench(client, {
    "sum.test.mjs": SUM_TEST,
    "sum.mjs": "export const add = (a, b) => a - b;\n",
  });
  const file_path = join(bench.project, "sum.mjs");
  const { requests, output } = await bench.converse(
    [
      bash("node --test"),
      [{ tool: "Read", input: { file_path } }],
      [{ tool: "Edit", input: { file_path, old_string: "a - b", new_string: "a + b" } }],
      { say: "done too early" },
      bash("node --test"),
      { say: "done at last" },
    ],
    plugin,
  );
  return [
    ["control: the tests really failed", /(?:# fail|ℹ fail) 1/.test(lastResult(requests[1]))],
    ["control: the edit was made", readFileSync(file_path, "utf8").includes("a + b")],
    ["done after the edit: refused", lastUser(requests[4]).includes("Not done yet")],
    ["control: the tests really passed", /(?:# fail|ℹ fail) 0/.test(lastResult(requests[5]))],
    ["done after a green run: allowed", requests.length === 6 && output.includes('"result":"done at last"')],
  ];
}

async function loops(): Promise<Check[]> {
  using bench = openBench(client, { "a.test.mjs": GREEN });
  const edits = Array.from({ length: 6 }, (_, index) =>
    write(bench.project, "src/app.mjs", `export const a = ${index};\n`),
  );
  const { requests } = await bench.converse([...edits, bash("node --test"), { say: "done" }], plugin);
  const warned = requests.findIndex((body) =>
    /src\/app\.mjs[^"]*5 times|5 times[^"]*src\/app\.mjs/.test(body),
  );
  return [
    ["control: no warning after four edits", warned > 4],
    ["a fifth edit of one file: the model is warned", warned === 5],
  ];
}

async function compaction(): Promise<Check[]> {
  using bench = openBench(client, { "a.test.mjs": GREEN, "AGENTS.md": "- `node --test`\n" });
  const first = await bench.converse(
    [write(bench.project, "src/app.mjs", "export const a = 1;\n"), bash("node --test"), { say: "half done" }],
    plugin,
  );
  const compacted = await bench.converse([], [...plugin, "--continue"], "/compact");
  const after = await bench.converse([{ say: "done" }], [...plugin, "--continue"], "go on");
  const summary = compacted.summaries[0] ?? "";
  const seen = traceOf(bench.project).map(({ event, source }) => (source ? `${event}:${source}` : event));
  return [
    ["control: the first part ran", first.requests.length === 3],
    ["the summary is asked to keep what was edited", /Keep in the summary[^"]*src\/app\.mjs/.test(summary)],
    ["control: the conversation was summarised", after.requests[0]?.includes("Files were edited.") ?? false],
    [
      "the hooks saw it, and the new start after it",
      ["compact", "start:compact"].every((event) => seen.includes(event)),
    ],
    [
      "the model hears where it was",
      [...compacted.requests, ...after.requests].some((body) => /edited: [^"]*src\/app\.mjs/.test(body)),
    ],
  ];
}

async function manyAtOnce(): Promise<Check[]> {
  const names = Array.from({ length: 12 }, (_, index) => `file-${index}.txt`);
  using bench = openBench(client, Object.fromEntries(names.map((name) => [name, `${name}\n`])));
  const calls = names.map((name) => ({ tool: "Read", input: { file_path: join(bench.project, name) } }));
  const { requests } = await bench.converse([calls, { say: "done" }], plugin);
  const records = traceOf(bench.project);
  const seen = (event: string) =>
    new Set(
      records
        .filter((record) => record.event === event)
        .map((record) => record.input?.file_path)
        .filter((path) => path !== undefined),
    ).size;
  return [
    ["control: all twelve were read", names.every((name) => requests[1]?.includes(name))],
    ["twelve calls are in the trace", seen("before_tool") === 12],
    ["and their twelve results", seen("after_tool") === 12],
  ];
}

async function transcript(): Promise<Check[]> {
  using bench = openBench(client, { "a.test.mjs": GREEN });
  const script = [
    write(bench.project, "src/app.mjs", "export const a = 1;\n"),
    write(bench.project, ".env", "A=1"),
    bash("false"),
    bash("node --test"),
    { say: "done" },
  ];
  await bench.converse(script, plugin);
  const analyze = (...args: readonly string[]) => {
    const command = [join(repository, "bin/agentforge.js"), "trace", "analyze", "--format", "json", ...args];
    const { stdout } = spawnSync(process.execPath, command, { cwd: bench.project, encoding: "utf8" });
    return JSON.parse(stdout).report;
  };
  const [ours, theirs] = [analyze(), analyze("--session", bench.transcript())];
  const same = (key: string) => JSON.stringify(ours[key]) === JSON.stringify(theirs[key]);
  return [
    ["control: an edit, a denial, a failure and a green run", ours.timeline === "edfG"],
    ["both tell of the same steps", same("timeline") && same("tool_mix") && same("hot_files")],
    ["the transcript tells what it cost", theirs.cost.tokens > 0],
  ];
}

async function marketplace(): Promise<Check[]> {
  using bench = openBench(client, { "a.test.mjs": GREEN });
  const validated = bench.run(["plugin", "validate", join(repository, "plugin")]);
  const added = bench.run(["plugin", "marketplace", "add", repository]);
  const installed = bench.run(["plugin", "install", "agentforge@agentforge"]);
  const { requests, output } = await bench.converse(
    [write(bench.project, ".env", "A=1"), { say: "done" }],
    [],
  );
  const removed = bench.run(["plugin", "uninstall", "agentforge@agentforge"]);
  const control = await bench.converse([write(bench.project, ".env", "A=1"), { say: "done" }], []);
  return [
    ["the plugin is valid", validated.status === 0],
    ["the marketplace is added", added.status === 0],
    ["the plugin is installed", installed.status === 0],
    ["it loads without errors", loadsCleanly(output)],
    ["its hooks fire: .env is denied", lastResult(requests[1]).includes("is protected")],
    ["it is removed again", removed.status === 0],
    ["control: without it .env is not protected", !lastResult(control.requests[1]).includes("is protected")],
  ];
}

function loadsCleanly(output: string): boolean {
  return output.includes('"subtype":"init"') && !/"plugin_errors":\[\{/.test(output);
}

/** What the client said last in the user's name; feedback of hooks stands there. */
function lastUser(body: string | undefined): string {
  return body === undefined ? "" : body.slice(body.lastIndexOf('"role":"user"'));
}

interface Trace {
  readonly event: string;
  readonly source?: string;
  readonly input?: { readonly file_path?: string };
}

function traceOf(project: string): Trace[] {
  const folder = join(project, ".agentforge/harness");
  return readdirSync(folder).flatMap((session) =>
    readFileSync(join(folder, session, "trace-log.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Trace),
  );
}
