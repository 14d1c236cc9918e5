import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { ownSource } from "../support/own-source.ts";

/** Ten violations of ten checks. The tests pass with all of them; `fixed` is the result of a mechanical fix. */
const plants = [
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
    check: "no-ts-ignore",
    file: "src/domain/rules/violations/fingerprint.ts",
    from: "/** The identity",
    to: "// @ts-ignore\n/** The identity",
    fixed: "// @ts-expect-error",
  },
  {
    check: "no-default-export",
    file: "src/domain/rules/proof/failing.ts",
    from: "/** The number of failing",
    to: "export default function nothing() {}\nnothing();\n\n/** The number of failing",
    fixed: "export function nothing() {}",
  },
  {
    check: "node-prefix",
    file: "src/services/config/load.ts",
    from: '"node:fs/promises"',
    to: '"fs/promises"',
    fixed: '"node:fs/promises"',
  },
  {
    check: "no-console",
    file: "src/domain/rules/proof/verdict.ts",
    from: "  const flaky =",
    to: '  if (input.ask === undefined) console.warn("no ask");\n  const flaky =',
    fixed: null,
  },
  {
    check: "no-process-exit",
    file: "src/domain/rules/records/sealed-row.ts",
    from: "export function sealRow",
    to: "export function give(up: boolean): void {\n  if (up) process.exit(1);\n}\n\nexport function sealRow",
    fixed: null,
  },
  {
    check: "no-todo-comments",
    file: "src/domain/errors.ts",
    from: "export class",
    to: "// TODO: more codes\nexport class",
    fixed: null,
  },
  {
    check: "kebab-case-files",
    file: "src/services/config/BadName.ts",
    from: "",
    to: "export const badName = 1;\n",
    fixed: null,
  },
] as const;

const repository = ownSource((folder) => {
  for (const { file, from, to } of plants) {
    const path = join(folder, file);
    const text = from === "" ? "" : readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} no longer has ${from}: choose another place`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
});
afterAll(() => repository.remove());

it("finds planted violations in a copy of its own source, fixes the mechanical ones and escalates the rest", async () => {
  const found = await agentforge(repository.path, ["conformance", "check", "--json"]);
  const checks = found.json.violations.map((each: { check_id: string }) => each.check_id);
  expect(checks.sort()).toEqual(plants.map((plant) => plant.check).sort());

  const fix = await agentforge(repository.path, ["agent", "fix-violations", "--auto", "--json"], {}, 560_000);
  const mechanical = plants.filter((plant) => plant.fixed !== null);
  expect(fix.json).toMatchObject({ fixed: mechanical.length, escalated: 4, left: [], stopped: null });
  for (const { file, fixed } of mechanical) expect(repository.read(file)).toContain(fixed);
  const commits = repository.git("log", "--format=%s").trim().split("\n");
  expect(commits.filter((subject) => subject.startsWith("fix(V-"))).toHaveLength(mechanical.length);

  const left = await agentforge(repository.path, ["conformance", "check", "--json"]);
  const open = left.json.violations.map((each: { check_id: string }) => each.check_id);
  expect(open.sort()).toEqual(
    plants
      .filter((plant) => plant.fixed === null)
      .map((plant) => plant.check)
      .sort(),
  );
  const tests = await agentforge(repository.path, ["test", "--json"]);
  expect(tests.json.result).toMatchObject({ failures: [], status: "passed", failed: 0, errors: 0 });
}, 600_000);
