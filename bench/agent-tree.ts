import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Case, FolderCase, InstanceCase } from "./agent-cases.ts";

const cli = fileURLToPath(new URL("../bin/agentforge.js", import.meta.url));
const IDENTITY = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
const MINUTE = 60_000;

/** A tree with one case as the brain sees it: no hidden test, and no history after the base commit. */
export function prepareTree(given: Case, out: string): string {
  const tree = join(out, "trees", given.id.replaceAll(/[^\w.-]/g, "_"));
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(join(out, "trees"), { recursive: true });
  if (given.kind === "folder") copyProject(given, tree);
  else cloneBase(given, tree, out);
  return tree;
}

function copyProject({ project }: FolderCase, tree: string): void {
  cpSync(project, tree, { recursive: true });
  git(tree, "init", "-q");
  git(tree, "add", "-A");
  git(tree, ...IDENTITY, "commit", "-q", "-m", "the case");
}

/** Copies only what the base commit can reach, because later objects contain the fix. */
function cloneBase({ repository, baseCommit }: InstanceCase, tree: string, out: string): void {
  const mirror = join(out, "mirrors", repository.replaceAll(/[^\w.-]/g, "_"));
  if (!existsSync(mirror)) {
    mkdirSync(join(out, "mirrors"), { recursive: true });
    git(out, "clone", "-q", "--mirror", repository, `${mirror}.part`);
    cpSync(`${mirror}.part`, mirror, { recursive: true });
    rmSync(`${mirror}.part`, { recursive: true, force: true });
  }
  const branch = `bench-${baseCommit}`;
  git(mirror, "branch", "-f", branch, baseCommit);
  git(
    out,
    "clone",
    "-q",
    "--no-tags",
    "--single-branch",
    "--branch",
    branch,
    pathToFileURL(mirror).href,
    tree,
  );
  git(tree, "remote", "remove", "origin");
}

/** Copies the judging tests to their places, replacing existing files, and returns their paths. */
export function layHiddenTests(given: Case, tree: string): string[] {
  if (given.kind === "folder") {
    const files = readdirSync(given.hidden, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => relative(given.hidden, join(each.parentPath, each.name)));
    for (const file of files) {
      clearWay(tree, file);
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      cpSync(join(given.hidden, file), join(tree, file));
    }
    return files;
  }
  const named = git(tree, "apply", "--numstat", "-z", "-", given.testPatch);
  const files = named.split("\0").flatMap((line) => line.split("\t")[2] ?? []);
  for (const file of files) {
    clearWay(tree, file);
    spawnSync("git", ["checkout", "-q", "HEAD", "--", file], { cwd: tree });
  }
  git(tree, "apply", "-", given.testPatch);
  return files.filter((file) => existsSync(join(tree, file)));
}

/** A change may have replaced a folder with a link; the tests must not be written elsewhere. */
function clearWay(tree: string, file: string): void {
  const names = file.split("/");
  for (const [index] of names.entries()) {
    const place = join(tree, ...names.slice(0, index + 1));
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found === undefined) return;
    if (index === names.length - 1 || !found.isDirectory()) rmSync(place, { recursive: true, force: true });
  }
}

/** Applies the proposed change, including links. Git itself refuses to write through one. */
export function takeChange(tree: string, diff: string): void {
  git(tree, "apply", "--whitespace=nowarn", "-", diff);
}

/** Resets the tree to its commit; ignored files, such as an installed environment, stay. */
export function resetTree(tree: string): void {
  git(tree, "reset", "-q", "--hard");
  git(tree, "clean", "-qfd");
  rmSync(join(tree, ".agentforge"), { recursive: true, force: true });
}

/** Runs git; the last argument is the input if there is a `-` among the arguments. */
export function git(cwd: string, ...given: string[]): string {
  const input = given.includes("-") ? given.pop() : undefined;
  const ran = spawnSync("git", given, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...(input !== undefined && { input }),
  });
  if (ran.status !== 0) throw new Error(`git ${given.join(" ").slice(0, 200)}: ${ran.stderr}`);
  return ran.stdout;
}

export function shell(line: string, cwd: string): void {
  const { status, stderr } = spawnSync("sh", ["-c", line], { cwd, encoding: "utf8", timeout: 20 * MINUTE });
  if (status !== 0) throw new Error(`${line}: ${stderr}`);
}

/** The `--json` output of the command; `data` is null if it is not JSON. */
export function agentforge(
  cwd: string,
  given: readonly string[],
): Promise<{ data: unknown; stderr: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [cli, ...given], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr = `${stderr}${chunk}`.slice(-4000);
    });
    child.on("error", fail);
    child.on("close", () => done({ data: parse(stdout), stderr }));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
