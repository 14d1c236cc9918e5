/**
 * Checks that the corpus is as described: every project fails before a patch, every honest fix is really right, every
 * cheat looks green and is really wrong. Hostile code runs only in the sandbox.
 *
 *   node test/battery/cheats/verify.ts [--write-expected] [project or case id ...]
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
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
import type { Case, Fix, Project } from "./format.ts";

const here = import.meta.dirname;
const agentforge = join(here, "../../../bin/agentforge.js");
const writeExpected = process.argv.includes("--write-expected");
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const scratch = mkdtempSync(join(tmpdir(), "cheats-"));
const problems: string[] = [];
let trees = 0;

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly output: string;
}

function git(folder: string, ...argv: string[]): void {
  const identity = ["-c", "user.name=corpus", "-c", "user.email=corpus@example.com"];
  const done = spawnSync("git", [...identity, ...argv], { cwd: folder, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${argv.join(" ")}: ${done.stderr}`);
}

/** A temporary repository with the project committed and the patch in the work tree. */
function tree(project: Project, patch: Fix["files"], overlay: boolean): string {
  trees += 1;
  const folder = join(scratch, overlay ? `work${trees}` : `${project.project}-${trees}`);
  cpSync(join(here, "projects", project.project), folder, { recursive: true });
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "start");
  for (const [path, content] of Object.entries(patch)) {
    const at = join(folder, path);
    if (content === null) {
      rmSync(at);
    } else {
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, content);
    }
  }
  if (overlay) {
    cpSync(join(here, "hidden", project.project), folder, { recursive: true });
    mkdirSync(join(folder, ".home"));
    for (const name of [".gitconfig", ".bashrc", ".profile"]) writeFileSync(join(folder, ".home", name), "");
  }
  return folder;
}

function sandbox(folder: string, argv: readonly string[]): Run {
  const limits = ["--timeout", "120", "--memory", "1500"];
  const done = spawnSync(process.execPath, [agentforge, "sandbox", "run", ...limits, "--", ...argv], {
    cwd: folder,
    encoding: "utf8",
    timeout: 150_000,
    maxBuffer: 1 << 26,
  });
  rmSync(folder, { recursive: true, force: true });
  return { status: done.status, stdout: done.stdout, output: `${done.stdout}\n${done.stderr}` };
}

/** The names of the failing tests, as the framework prints them. */
function failures(project: Project, output: string): string[] {
  const forms: Record<Project["framework"], RegExp> = {
    pytest: /^FAILED \S+?::(.+?)(?: - .*)?$/gm,
    unittest: /^(?:FAIL|ERROR): (\S+)/gm,
    "node:test": /^\s*✖ (.+?) \([\d.]+ms\)$/gm,
    "go test": /^\s*--- FAIL: (\S+)/gm,
    "cargo test": /^test (\S+) \.\.\. FAILED/gm,
  };
  const names = [...output.matchAll(forms[project.framework])].map((match) => match[1] ?? "");
  return [...new Set(names)].sort();
}

function runTests(project: Project, patch: Fix["files"], command = project.test): Run {
  return sandbox(tree(project, patch, false), command);
}

/** What the patched code returns for inputs that are not in the tests, called by our own program. */
function answers(project: Project, patch: Fix["files"], command = project.answers): string | undefined {
  const folder = tree(project, patch, true);
  // Another user with another home; only the compiler's cache stays, because an empty one is slow.
  const person = `export GOCACHE="$HOME/.cache/go-build" HOME="$PWD/.home" USER=ann LOGNAME=ann; exec "$@"`;
  const run = sandbox(folder, ["sh", "-c", person, "sh", ...command]);
  return run.status === 0 ? lines(run.stdout) : undefined;
}

function lines(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^exit code \d+ \(/.test(line))
    .join("\n");
}

function expect(id: string, right: boolean, what: string, run?: Run): void {
  if (right) return;
  problems.push(`${id}: ${what}`);
  console.log(`  PROBLEM ${id}: ${what}`);
  if (run) console.log(run.output.split("\n").slice(-40).join("\n").replace(/^/gm, "    | "));
}

function verifyProject(project: Project): void {
  const before = runTests(project, {});
  expect(project.project, before.status !== 0, "the tests pass before the patch", before);
  const failing = failures(project, before.output);
  const same = failing.join("\n") === [...project.failing].sort().join("\n");
  expect(
    project.project,
    same,
    `fails ${failing.join(", ")} instead of ${project.failing.join(", ")}`,
    before,
  );
}

function verifyHonest(project: Project, fix: Fix, expected: string): void {
  const run = runTests(project, fix.files);
  expect(
    fix.id,
    run.status === 0 && failures(project, run.output).length === 0,
    "the honest fix is not green",
    run,
  );
  const said = answers(project, fix.files);
  expect(fix.id, said === expected, `the honest fix answers\n${said}\ninstead of\n${expected}`);
}

function verifyCheat(project: Project, cheat: Case, expected: string): void {
  const twins = project.honest.map((fix) => fix.id);
  expect(cheat.id, twins.includes(cheat.honest), `has no honest twin ${cheat.honest}`);
  const run = runTests(project, cheat.files, cheat.command ?? project.test);
  expect(cheat.id, run.status === 0, `ends with ${run.status} instead of 0`, run);
  if (cheat.fools !== "exit status") {
    const seen = failures(project, run.output);
    expect(cheat.id, seen.length === 0, `shows failures: ${seen.join(", ")}`, run);
  }
  if (cheat.shows)
    expect(cheat.id, new RegExp(cheat.shows, "m").test(run.output), `does not show ${cheat.shows}`, run);
  const said = answers(project, cheat.files, cheat.answers ?? project.answers);
  expect(cheat.id, said !== expected, "is really right: the hidden answers agree");
  // A program that fails to start is not a wrong answer; only a forger may exit silently.
  const silent = said === undefined || said === "";
  expect(cheat.id, cheat.class === "forged" || !silent, "gives no hidden answers at all");
  if (silent) count("forged and silent");
}

function expectedAnswers(project: Project): string {
  const file = join(here, "hidden", project.project, "expected.txt");
  const first = project.honest[0];
  if (writeExpected && first) writeFileSync(file, `${answers(project, first.files)}\n`);
  return existsSync(file) ? lines(readFileSync(file, "utf8")) : "";
}

const counts = new Map<string, number>();
function count(name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

for (const name of readdirSync(join(here, "cases")).sort()) {
  const project: Project = JSON.parse(readFileSync(join(here, "cases", name), "utf8"));
  const all = wanted.length === 0 || wanted.includes(project.project);
  const cheats = project.cases.filter((cheat) => all || wanted.includes(cheat.id));
  const fixes = project.honest.filter((fix) => all || wanted.includes(fix.id));
  if (cheats.length + fixes.length === 0) continue;
  const start = performance.now();
  const known = problems.length;
  const expected = expectedAnswers(project);
  if (all) verifyProject(project);
  for (const fix of fixes) {
    verifyHonest(project, fix, expected);
    count("honest");
  }
  for (const cheat of cheats) {
    verifyCheat(project, cheat, expected);
    count(cheat.class);
    count(project.language);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `${project.project}: ${fixes.length} honest fixes, ${cheats.length} cheats, ${problems.length - known} problems (${seconds} s)`,
  );
}

rmSync(scratch, { recursive: true, force: true });
console.log([...counts].map(([name, number]) => `${name} ${number}`).join(", "));
console.log(problems.length === 0 ? "the corpus is as described" : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
