import { countFailing } from "../../src/domain/rules/proof/failing.ts";
import "./own-temporary.ts";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { agentforge } from "../support/cli.ts";
import { report } from "./report.ts";

/**
 * Plants five violations of our own contracts in a clone of this repository, fixes and lands each, and checks in the
 * certificates that our own vitest suite proved it. All of our tests run at least twice per fix; for a quick check,
 * `--only src/domain` narrows the clone's own test script, and `--plants 2` plants fewer violations.
 */
const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, plants: { type: "string", default: "5" } },
});
const root = fileURLToPath(new URL("../..", import.meta.url));
const MINUTES = 60_000;

/** The tests pass with all of them; `fixed` is the result of the check's own rewrite. */
const allPlants = [
  {
    check: "strict-equality",
    file: "src/domain/rules/proof/confidence.ts",
    from: "signals.length === 0",
    to: "signals.length == 0",
    fixed: "signals.length === 0",
  },
  {
    check: "no-var",
    file: "src/domain/rules/proof/gate.ts",
    from: "const confidence =",
    to: "var confidence =",
    fixed: "let confidence =",
  },
  {
    check: "import-extension",
    file: "src/domain/rules/proof/gate.ts",
    from: '"./confidence.ts"',
    to: '"./confidence"',
    fixed: '"./confidence.ts"',
  },
  {
    check: "no-default-export",
    file: "src/domain/rules/proof/certificate-comparison.ts",
    from: "\nfunction isSame",
    to: "\nexport default function isSame",
    fixed: "\nexport function isSame",
  },
  {
    check: "node-prefix",
    file: "src/services/config/load.ts",
    from: '"node:fs/promises"',
    to: '"fs/promises"',
    fixed: '"node:fs/promises"',
  },
] as const;
const plants = allPlants.slice(0, Number(values.plants));

/** Suites of examples and benchmark cases prove nothing about our own code. */
const SETTINGS = `tests:
  timeout_seconds: 1800
  exclude: ["examples/**", "bench/**", "test/battery/**", "pytest@."]
`;

interface Certificate {
  readonly statement: {
    readonly tests: {
      readonly framework: string;
      readonly before: string;
      readonly after: string;
      readonly cases: readonly { readonly id: string; readonly after: string | null }[];
    };
  };
}

const folder = mkdtempSync(join(tmpdir(), "agentforge-self-"));
const clone = join(folder, "clone");
const env = { XDG_CONFIG_HOME: join(folder, "config") };
try {
  prepare();
  const baseline = await agentforge(clone, ["test", "--json"], env, 60 * MINUTES);
  const found = await violations();
  const details: string[] = [];
  let landed = 0;
  let proven = 0;
  for (const plant of plants) {
    const started = performance.now();
    const why = await fix(plant, found.get(plant.check) ?? "");
    if (why.landed) landed += 1;
    if (why.landed && why.own > 0 && why.others === 0) proven += 1;
    const seconds = Math.round((performance.now() - started) / 1000);
    details.push(`${plant.check}: ${why.text} (${seconds} s)`);
    console.log(`  ${details.at(-1)}`);
  }
  const { result } = baseline.json;
  const files = new Set(result.tests.map((test: { file: string }) => test.file));
  const counts = [
    { name: "our test files that ran in the sandbox", value: files.size },
    { name: "our tests that passed in the sandbox", value: result.passed },
    { name: "our tests that failed in the sandbox", value: countFailing(result), mustBe: 0 },
    { name: "our tests that were skipped in the sandbox", value: result.skipped },
    { name: "violations that landed automatically", value: landed, mustBe: plants.length },
    { name: "landed with our own suite as evidence", value: proven, mustBe: plants.length },
    { name: "violations left", value: (await violations()).size, mustBe: 0 },
    { name: "seconds", value: Math.round(performance.now() / 1000) },
  ];
  const isFound = plants.every(({ check }) => found.has(check));
  const refused = await brokenIsNoticed();
  const controls = [
    { name: "the planted violations are found", holds: isFound, shown: String(found.size) },
    { name: "the suite fails on broken code", holds: refused, shown: String(refused) },
  ];
  report({ title: "Self-hosting: our own suite proves fixes of our own code", counts, controls });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function prepare(): void {
  execFileSync("git", ["clone", "-q", root, clone]);
  // Hard links are quick; without them, the packages are copied.
  try {
    execFileSync("cp", ["-al", join(root, "node_modules"), join(clone, "node_modules")], { stdio: "ignore" });
  } catch {
    cpSync(join(root, "node_modules"), join(clone, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  mkdirSync(join(env.XDG_CONFIG_HOME, "agentforge"), { recursive: true });
  writeFileSync(join(env.XDG_CONFIG_HOME, "agentforge/config.yaml"), SETTINGS);
  for (const { file, from, to } of plants) replace(file, from, to);
  if (values.only !== "")
    replace("package.json", '"test": "vitest run"', `"test": "vitest run ${values.only}"`);
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.com");
  git("commit", "-qam", "planted");
}

/** Fixes one violation and reads from the certificate of its commit which tests proved it. */
async function fix(plant: (typeof plants)[number], id: string) {
  const head = git("rev-parse", "HEAD");
  const outcome = await agentforge(
    clone,
    ["agent", "fix-violation", id, "--auto-commit", "--json"],
    env,
    180 * MINUTES,
  );
  const commit = git("rev-parse", "HEAD");
  const isFixed = readFileSync(join(clone, plant.file), "utf8").includes(plant.fixed);
  if (commit === head || !isFixed)
    return {
      landed: false,
      own: 0,
      others: 0,
      text: `${outcome.json?.status}: ${outcome.json?.why ?? outcome.stderr.slice(-300)}`,
    };
  const shown = await agentforge(clone, ["certificate", "show", commit, "--json"], env);
  const { framework, before, after, cases } = (shown.json as Certificate).statement.tests;
  const passed = cases.filter((each) => each.after === "passed").map((each) => each.id);
  const own = passed.filter((each) => /^(src|test)\/.*\.test\.ts > /.test(each)).length;
  const text = `landed; ${framework}: ${before} before, ${after} after, ${own} tests of ours passed`;
  return {
    landed: true,
    own: framework === "vitest" && after === "passed" ? own : 0,
    others: passed.length - own,
    text,
  };
}

async function violations(): Promise<ReadonlyMap<string, string>> {
  const { json } = await agentforge(clone, ["conformance", "check", "--json"], env);
  const all: readonly { status: string; check_id: string; violation_id: string }[] = json.violations;
  return new Map(
    all.filter(({ status }) => status === "open").map((each) => [each.check_id, each.violation_id]),
  );
}

async function brokenIsNoticed(): Promise<boolean> {
  replace("src/domain/rules/proof/confidence.ts", "signals.length ==", "signals.length !=");
  const { json } = await agentforge(
    clone,
    ["test", "src/domain/rules/proof/confidence.test.ts", "--json"],
    env,
    60 * MINUTES,
  );
  return json.result.status === "failed";
}

function replace(file: string, from: string, to: string): void {
  const text = readFileSync(join(clone, file), "utf8");
  if (!text.includes(from)) throw new Error(`${file} no longer has ${from}: choose another place`);
  writeFileSync(
    join(clone, file),
    text.replace(from, () => to),
  );
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
}
