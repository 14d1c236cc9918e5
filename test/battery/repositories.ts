import "./own-temporary.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fetchProject, NotFetched } from "./repositories-fetch.ts";
import { type Project, readProjects } from "./repositories-list.ts";
import { type Step, walkProject } from "./repositories-walk.ts";

/**
 * Well-known projects, each in a fresh git repository with the dependencies its maintainers install. A new user's day:
 * `doctor`, `test` (the counts of the project's own command), `conformance check` and `search` (nothing in vendored or
 * ignored places), then a planted bug is repaired, approved, judged by the project's own command, and rolled back; `git
 * status` is clean at the end.
 *
 *   npm run battery:repositories -- [--only NAME] [--list FILE] [--from DIR] [--budget SECONDS] [--keep DIR]
 *
 * Projects come from the configured registries, as published; `--from DIR` uses DIR/NAME instead if it exists (a
 * folder, a clone or a bare repository). `--list` reads another list; the fields are in `repositories-list.ts`. Nothing
 * that was fetched is kept, except under `--keep`.
 *
 * Controls: the project's own command is green before and red with the bug; otherwise the project is unfit and proves
 * nothing about AgentForge. Exit code 1 if a step failed, 3 if no project got as far as its own command.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    list: { type: "string" },
    from: { type: "string" },
    budget: { type: "string", default: "120" },
    keep: { type: "string" },
  },
});

const list = values.list ?? fileURLToPath(new URL("repositories/projects.yaml", import.meta.url));
const from = values.from === undefined ? undefined : resolve(values.from);
const root = values.keep === undefined ? mkdtempSync(join(tmpdir(), "repositories-")) : resolve(values.keep);
const env = { XDG_CONFIG_HOME: join(root, "config") };
const projects = readProjects(list).filter(({ name }) => values.only?.includes(name) ?? true);
const rows: { readonly project: Project; readonly steps: readonly Step[]; readonly seconds: number }[] = [];
for (const project of projects) {
  const began = performance.now();
  const steps: Step[] = [];
  for await (const step of stepsOf(project)) {
    steps.push(step);
    console.log(`${project.name.padEnd(20)} ${step.name.padEnd(12)} ${step.outcome.padEnd(7)} ${step.note}`);
  }
  rows.push({ project, steps, seconds: Math.round((performance.now() - began) / 1000) });
  if (values.keep === undefined) rmSync(join(root, project.name), { recursive: true, force: true });
}

console.log("");
for (const { project, steps, seconds } of rows) {
  const bad = steps.filter(({ outcome }) => outcome !== "ok");
  const mark =
    bad.length === 0 ? "green" : bad.some(({ outcome }) => outcome === "failed") ? "FAILED" : "unfit";
  const why = bad.map(({ name, note }) => `${name}: ${note}`).join("; ");
  console.log(
    `${project.name.padEnd(20)} ${project.language.padEnd(11)} ${mark.padEnd(7)} ${`${seconds} s`.padStart(6)}  ${why}`,
  );
}
const started = rows.filter(({ steps }) =>
  steps.some(({ name, outcome }) => name === "own command" && outcome === "ok"),
);
const green = rows.filter(({ steps }) => steps.every(({ outcome }) => outcome === "ok"));
const failed = rows.filter(({ steps }) => steps.some(({ outcome }) => outcome === "failed"));
console.log(
  `\n${green.length} of ${rows.length} green, ${failed.length} failed, ${rows.length - green.length - failed.length} unfit`,
);
process.exitCode = started.length === 0 ? 3 : failed.length > 0 ? 1 : 0;

async function* stepsOf(project: Project): AsyncGenerator<Step> {
  try {
    const tree = fetchProject(project, join(root, project.name), from);
    yield { name: "fetch", outcome: "ok", note: "" };
    yield* walkProject(project, tree, { budget: values.budget, env });
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error;
    yield { name: "fetch", outcome: "unfit", note: error.message.slice(0, 300) };
  }
}
