import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { agentforge, type CliRun } from "../support/cli.ts";
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from "../support/model-server.ts";
import { exampleRepository, makeRepository, type Repository } from "../support/repository.ts";

/** A repository with the user's own work in it, and the task to do there. */
export interface Place {
  readonly repository: Repository;
  readonly base: string;
  /** The user's uncommitted work, as git lists it. */
  readonly work: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
  close(): Promise<void>;
}

export interface Scenario {
  readonly name: string;
  open(): Promise<Place>;
  /** Why an uninterrupted run is not a success; null if it is. */
  succeeded(place: Place, run: CliRun): Promise<string | null>;
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "fix-violation",
    open: () =>
      openViolations("rewrite", 1, (ids) => ["agent", "fix-violation", ids[0] ?? "", "--auto-commit"]),
    succeeded: (place, run) => allFixed(place, run, ["landed", "already_gone"]),
  },
  {
    name: "fix-violation by a model",
    open: openModel,
    succeeded: (place, run) => allFixed(place, run, ["landed", "already_gone"]),
  },
  {
    name: "repair",
    open: async () => openPlace(exampleRepository("calculator-js"), ["repair"]),
    succeeded: async (_place, run) =>
      run.json?.status === "waiting_for_review" ? null : `the repair ends with ${brief(run)}`,
  },
  {
    name: "daemon --once",
    open: () => openViolations("rewrite", 2, () => ["daemon", "--once", "--auto"]),
    succeeded: (place, run) => allFixed(place, run, null),
  },
];

/** Control: the tests reject the only possible fix, so the result is an honest verdict and an escalation. */
export const REFUSING: Scenario = {
  name: "a fix that the tests reject",
  open: () => openViolations("wrong rewrite", 1, (ids) => ["agent", "fix-violation", ids[0] ?? ""]),
  succeeded: async () => null,
};

type Rewriting = "rewrite" | "wrong rewrite" | "no rewrite";

const REWRITES: Readonly<Record<Rewriting, string>> = {
  rewrite: ', rewrite: "$A === $B"',
  "wrong rewrite": ', rewrite: "$A !== $B"',
  "no rewrite": "",
};

function contract(rewriting: Rewriting): string {
  return `id: rules
description: Rules
applies_to: ["src/*.js"]
checks:
  - id: strict-equality
    message: Compare with ===.
    ast: { language: javascript, pattern: "$A == $B"${REWRITES[rewriting]} }
`;
}

async function openViolations(
  rewriting: Rewriting,
  count: number,
  args: (ids: readonly string[]) => readonly string[],
): Promise<Place> {
  const repository = makeRepository((folder) => {
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write("package.json", '{ "name": "rules", "type": "module", "scripts": { "test": "node --test" } }\n');
    write(".agentforge/contracts/rules.yaml", contract(rewriting));
    write("README.md", "# Rules\n");
    for (let file = 1; file <= count; file += 1) {
      write(`src/part-${file}.js`, `export const isThree = (value) => value == ${file};\n`);
      write(
        `test/part-${file}.test.js`,
        `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { isThree } from "../src/part-${file}.js";\ntest("part ${file}", () => {\n  assert.equal(isThree(${file}), true);\n  assert.equal(isThree(0), false);\n});\n`,
      );
    }
  });
  const found = (await agentforge(repository.path, ["conformance", "check", "--json"])).json.violations;
  return openPlace(repository, args(found.map((each: { violation_id: string }) => each.violation_id)));
}

/** The user has work that must not be touched: a changed file and a new one. */
function openPlace(
  repository: Repository,
  args: readonly string[],
  env: Record<string, string> = {},
  server: ModelServer | null = null,
): Place {
  repository.write("README.md", "# Work under way\n");
  repository.write("notes.txt", "not to be touched\n");
  return {
    repository,
    base: repository.git("rev-parse", "HEAD").trim(),
    work: uncommitted(repository),
    args: [...args, "--json"],
    env,
    async close() {
      await server?.close();
      repository.remove();
    },
  };
}

async function openModel(): Promise<Place> {
  const server = await startModelServer(answer);
  const env = {
    AGENTFORGE_BRAIN: "anthropic:scripted",
    ANTHROPIC_API_KEY: "sk-ant-scripted",
    ANTHROPIC_BASE_URL: server.url,
  };
  const place = await openViolations("no rewrite", 1, (ids) => [
    ...["agent", "fix-violation", ids[0] ?? ""],
    ...["--auto-commit", "--brain", "llm"],
  ]);
  return openPlace(place.repository, place.args.slice(0, -1), env, server);
}

/** Depends only on what the model was told, so it may be asked again after an interrupt. */
function answer({ body }: SeenRequest): Reply {
  const said = body.messages.filter(({ role }: { role: string }) => role === "assistant").length;
  const edit = { search: "value == 1", replace: "value === 1" };
  const script: readonly Reply[] = [
    { calls: [{ name: "edit_file", input: { files: [{ path: "src/part-1.js", changes: [edit] }] } }] },
    { calls: [{ name: "run_tests", input: {} }] },
    { calls: [{ name: "complete", input: { summary: "It compares with === now." } }] },
  ];
  return script[Math.min(said, script.length - 1)] ?? {};
}

async function allFixed(
  place: Place,
  run: CliRun,
  statuses: readonly string[] | null,
): Promise<string | null> {
  if (statuses !== null && !statuses.includes(run.json?.status)) return `it ends with ${brief(run)}`;
  const { json } = await agentforge(place.repository.path, ["conformance", "check", "--json"]);
  const left = json.violations.length;
  return left === 0 ? null : `${left} violations left behind: ${brief(run)}`;
}

export function uncommitted(repository: Repository): string {
  const lines = repository.git("status", "--porcelain", "--untracked-files=all").split("\n");
  return lines.filter((line) => line !== "" && !line.includes(".agentforge/")).join(", ");
}

export function brief(run: Pick<CliRun, "exitCode" | "json" | "stderr">): string {
  const { status, why, rounds, error, message } = run.json ?? {};
  const told = JSON.stringify({ status, why, rounds, error, message }).slice(0, 400);
  return `exit ${run.exitCode} ${told} ${run.stderr.slice(0, 300)}`;
}
