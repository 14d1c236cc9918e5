import "./own-temporary.ts";
/**
 * Kills a process that opens attempts, lands and rolls back, with SIGKILL at random moments, in a repository whose user
 * has uncommitted work of every kind. Before recovery, none of the user's other work may differ; after it, the change
 * is either completely in or completely out, and nothing of ours is left. The control does the same with `git stash`,
 * and must damage something: otherwise the kills came at harmless moments and the battery is void.
 *
 *   node test/battery/landing-kill.ts [--runs 200]
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ChangeSet } from "../../src/domain/entities/code-change.ts";
import { ensureStateFolder, openWorkspace } from "../../src/services/workspace/index.ts";

const touched = ["src/add.js", "src/edited.js", "src/gone.js", "src/made/new.js", "bin/tool.sh"];

/** A file with a staged and an unstaged edit by the user; the change is in its third line. */
const edited = (edits: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 20 }, (_, at) => `${edits[at + 1] ?? `line ${at + 1}`}\n`).join("");
const STAGED = { 10: "staged" };
const OWN = { ...STAGED, 16: "unstaged" };
const CHANGE = { 3: "changed" };

const [mode, root] = process.argv.slice(2);
if (mode === "--work" && root !== undefined) await work(root);
else if (mode === "--stash" && root !== undefined) stashInPlace(root);
else await battery(Number(process.argv[process.argv.indexOf("--runs") + 1]) || 200);

async function open(folder: string) {
  return openWorkspace({
    root: folder,
    stateFolder: await ensureStateFolder(folder),
    now: () => new Date(),
    randomId: () => randomUUID().slice(0, 13),
    git: { path: "git", env: { PATH: process.env.PATH ?? "", HOME: dirname(folder) } },
  });
}

/** The victim: lands and rolls back forever, reporting what it does. */
async function work(folder: string): Promise<void> {
  const workspace = await open(folder);
  process.stdout.write("ready\n");
  for (;;) {
    const landingId = `L-${randomUUID().slice(0, 8)}`;
    process.stdout.write("attempt\n");
    const now = await makeChange(workspace, landingId, OWN);
    const change = Math.random() < 0.5 ? now : readEarlier(folder);
    process.stdout.write("land\n");
    const landing = await workspace.land({
      change,
      message: "fix(add): add instead",
      traceId: randomUUID(),
      landingId,
      allowOwnEdits: true,
    });
    if (landing.status !== "landed") throw new Error(`could not land: ${landing.why}`);
    process.stdout.write("rollback\n");
    const back = await workspace.rollback(landingId);
    if (back.status !== "restored") throw new Error(`could not roll back: ${JSON.stringify(back)}`);
  }
}

type Workspace = Awaited<ReturnType<typeof open>>;

async function makeChange(
  workspace: Workspace,
  id: string,
  own: Readonly<Record<number, string>>,
): Promise<ChangeSet> {
  const attempt = await workspace.openAttempt(id);
  await attempt.writeBytes("src/add.js", Buffer.from(`export const add = (a, b) => a + b; // ${id}\n`));
  await attempt.writeBytes("src/edited.js", Buffer.from(edited({ ...own, ...CHANGE })));
  await attempt.remove("src/gone.js");
  await attempt.writeBytes("src/made/new.js", Buffer.from("made\n"));
  await attempt.writeBytes("bin/tool.sh", Buffer.from("#!/bin/sh\nexit 0\n"));
  const change = await attempt.changes();
  await attempt.close();
  return change;
}

/** A change that was made before the user's last edit to one of its files. */
function earlierIn(folder: string): string {
  return join(dirname(folder), "earlier-change.json");
}

function readEarlier(folder: string): ChangeSet {
  return JSON.parse(readFileSync(earlierIn(folder), "utf8")) as ChangeSet;
}

/** The control: what many tools do. Git holds our standard error, so its end can be awaited. */
function stashInPlace(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, env: userEnv(folder), stdio: ["ignore", "ignore", "inherit"] });
  process.stdout.write("ready\nland\n");
  for (let round = 0; ; round += 1) {
    git("stash", "--include-untracked");
    writeFileSync(join(folder, "src/add.js"), `export const add = (a, b) => a + b; // ${round}\n`);
    git("commit", "-qam", "fix");
    git("stash", "pop", "--index");
  }
}

async function battery(runs: number): Promise<void> {
  const cycle = await measureCycle();
  const damaged: string[] = [];
  const phases = new Map<string, number>();
  let place = await createDirty();
  let finished = 0;
  let undone = 0;
  for (let run = 0; run < runs; run += 1) {
    if (run % 25 === 24) place = await replace(place);
    if (run % 20 === 19) console.log(`${run + 1} of ${runs} killed, ${damaged.length} damaged`);
    const phase = await killOne("--work", place, Math.random() * cycle);
    phases.set(phase, (phases.get(phase) ?? 0) + 1);
    const faults = [...othersDamaged(place), ...(phase === "attempt" ? othersDamaged(place, touched) : [])];
    const said = await (await open(place.root)).recover();
    if (said.some((line) => line.startsWith("finished"))) finished += 1;
    if (said.some((line) => line.startsWith("undid"))) undone += 1;
    faults.push(...othersDamaged(place), ...halfLanded(place), ...leftovers(place));
    if (faults.length === 0) {
      if (hasLanded(place)) place = await replace(place);
      else rmSync(join(place.root, ".agentforge/backups"), { recursive: true, force: true });
      continue;
    }
    damaged.push(`run ${run} (${phase}): ${faults.join("; ")} [${said.join("; ")}]`);
    place = await replace(place);
  }
  rmSync(place.base, { recursive: true, force: true });

  let control = 0;
  let controls = 0;
  // On a busy machine many kills come before git has started, so it continues until one hits.
  while (controls < Math.min(20, runs) || (control === 0 && controls < 200)) {
    controls += 1;
    const victim = await createDirty();
    await killOne("--stash", victim, Math.random() * 150);
    if (othersDamaged(victim).length > 0) control += 1;
    rmSync(victim.base, { recursive: true, force: true });
  }

  console.table({
    "killed while": Object.fromEntries(phases),
    recovery: { finished, undone },
    "own git directory": { runs, damaged: damaged.length },
    "control: stash in place": { runs: controls, damaged: control },
  });
  for (const line of damaged) console.log(line);
  if (control === 0) console.log("VOID: the control was not damaged");
  if (damaged.length > 0 || control === 0) process.exitCode = 1;
}

interface DirtyPlace {
  readonly base: string;
  readonly root: string;
  readonly status: string;
  readonly files: ReadonlyMap<string, string>;
  readonly index: string;
}

async function createDirty(): Promise<DirtyPlace> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-kill-")));
  const folder = join(base, "repository");
  mkdirSync(folder);
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, env: userEnv(folder), encoding: "utf8" });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  git("init", "-q", "-b", "main");
  write(".gitignore", "ignored/\n*.log\n");
  write("src/add.js", "export const add = (a, b) => a - b;\n");
  write("src/edited.js", edited());
  write("src/gone.js", "superfluous\n");
  write("bin/tool.sh", "#!/bin/sh\nexit 1\n");
  chmodSync(join(folder, "bin/tool.sh"), 0o755);
  for (const name of ["unstaged", "staged", "both", "deleted", "renamed", "moded"])
    write(`user/${name}.txt`, `${name}\n`);
  for (let n = 0; n < 150; n += 1) write(`lib/module-${n}.js`, `export const n = ${n};\n`);
  git("add", ".");
  git("commit", "-qm", "first");
  write("user/stashed.txt", "stashed\n");
  git("add", "user/stashed.txt");
  git("stash", "-q");
  write("user/unstaged.txt", "unstaged, changed\n");
  write("user/staged.txt", "staged, changed\n");
  git("add", "user/staged.txt");
  write("user/both.txt", "both, staged\n");
  git("add", "user/both.txt");
  write("user/both.txt", "both, staged and changed again\n");
  write("src/edited.js", edited(STAGED));
  git("add", "src/edited.js");
  const earlier = await makeChange(await open(folder), "earlier", STAGED);
  writeFileSync(earlierIn(folder), JSON.stringify(earlier));
  write("src/edited.js", edited(OWN));
  unlinkSync(join(folder, "user/deleted.txt"));
  git("mv", "user/renamed.txt", "user/name.txt");
  chmodSync(join(folder, "user/moded.txt"), 0o755);
  write("user/untracked.txt", "untracked\n");
  write("ignored/cache.bin", "ignored\n");
  return { base, root: folder, ...observe(folder) };
}

function replace(place: DirtyPlace): Promise<DirtyPlace> {
  rmSync(place.base, { recursive: true, force: true });
  return createDirty();
}

function hasLanded(place: DirtyPlace): boolean {
  return readFileSync(join(place.root, "src/add.js"), "utf8").includes("a + b");
}

/** What the user has besides the files that the change touches. */
function observe(folder: string): Omit<DirtyPlace, "base" | "root"> {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, env: userEnv(folder), encoding: "utf8" });
  return {
    files: walk(folder),
    index: git("ls-files", "--stage", "--debug").replace(/^ {2}.*\n/gm, ""),
    status: statusOf(folder),
  };
}

function walk(folder: string, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (path === ".git" || path === ".agentforge") continue;
    if (entry.isDirectory()) for (const [name, hash] of walk(folder, path)) found.set(name, hash);
    else found.set(path, `${lstatSync(join(folder, path)).mode} ${sha(readFileSync(join(folder, path)))}`);
  }
  return found;
}

function statusOf(folder: string): string {
  const index = join(dirname(folder), "status-index");
  const source = join(folder, ".git/index");
  if (existsSync(source)) writeFileSync(index, readFileSync(source));
  const env = { ...userEnv(folder), GIT_INDEX_FILE: index };
  return execFileSync("git", ["status", "--porcelain"], { cwd: folder, env, encoding: "utf8" });
}

function othersDamaged(place: DirtyPlace, also: readonly string[] = []): string[] {
  const present = observe(place.root);
  const faults: string[] = [];
  const ours = (path: string) => touched.includes(path) && !also.includes(path);
  for (const path of new Set([...place.files.keys(), ...present.files.keys()])) {
    if (ours(path) || /\/\.agentforge-L-[^/]+\.tmp$/.test(path)) continue;
    if (place.files.get(path) !== present.files.get(path)) faults.push(`file ${path} differs`);
  }
  const entries = (index: string) =>
    index.split("\n").filter((line) => !ours(line.slice(line.indexOf("\t") + 1)));
  if (entries(place.index).join("\n") !== entries(present.index).join("\n")) faults.push("index differs");
  const stash = execFileSync("git", ["stash", "list"], {
    cwd: place.root,
    env: userEnv(place.root),
    encoding: "utf8",
  });
  if (stash.split("\n").length !== 2) faults.push("stash differs");
  return faults;
}

function halfLanded(place: DirtyPlace): string[] {
  const status = statusOf(place.root);
  const faults = status === place.status ? [] : [`status differs: ${JSON.stringify(status)}`];
  const landed = hasLanded(place);
  const show = (name: string) =>
    execFileSync("git", ["show", name], { cwd: place.root, env: userEnv(place.root), encoding: "utf8" });
  const versions: readonly (readonly [string, string, Readonly<Record<number, string>>])[] = [
    ["tree", readFileSync(join(place.root, "src/edited.js"), "utf8"), OWN],
    ["index", show(":src/edited.js"), STAGED],
    ["HEAD", show("HEAD:src/edited.js"), {}],
  ];
  for (const [where, text, own] of versions)
    if (text !== edited({ ...own, ...(landed && CHANGE) })) faults.push(`src/edited.js differs in ${where}`);
  const whole =
    landed === existsSync(join(place.root, "src/made/new.js")) &&
    landed !== existsSync(join(place.root, "src/gone.js"));
  if (!whole) faults.push("half landed");
  if (!landed && existsSync(join(place.root, "src/made"))) faults.push("empty folder left");
  if ((lstatSync(join(place.root, "bin/tool.sh")).mode & 0o777) !== 0o755) faults.push("mode lost");
  execFileSync("git", ["fsck", "--strict", "--no-dangling"], {
    cwd: place.root,
    env: userEnv(place.root),
    stdio: "pipe",
  });
  return faults;
}

function leftovers(place: DirtyPlace): string[] {
  const names = (folder: string) =>
    existsSync(join(place.root, folder))
      ? readdirSync(join(place.root, folder), { recursive: true, encoding: "utf8" })
      : [];
  return [
    ...names(".git").filter((name) => /agentforge-|\.lock$/.test(name)),
    ...[...walk(place.root).keys()].filter((path) => path.includes(".agentforge-")),
    ...["attempts", "scratch", "intents"].flatMap((name) => names(`.agentforge/${name}`).slice(0, 1)),
  ].map((name) => `left: ${name}`);
}

async function measureCycle(): Promise<number> {
  const place = await createDirty();
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), "--work", place.root], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let begin = 0;
  let rounds = 0;
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      for (const line of chunk.toString().trim().split("\n")) {
        if (line === "ready") begin = performance.now();
        if (line === "attempt" && rounds++ === 2) resolve();
      }
    });
  });
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("close", resolve));
  rmSync(place.base, { recursive: true, force: true });
  return ((performance.now() - begin) / 2) * 1.2;
}

/**
 * Starts a victim, kills it `delay` milliseconds after it is ready, and returns what it was doing. Only our process is
 * killed; its git continues, which is harder to survive. The control dies with its git: a `git stash` that continues
 * would change the files while they are read.
 */
async function killOne(kind: string, place: DirtyPlace, delay: number): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), kind, place.root], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: place.base },
    detached: true,
  });
  let phase = "";
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const gone = new Promise((resolve) => child.on("close", resolve));
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const lines = chunk.toString().trim().split("\n");
      phase = lines.at(-1) ?? phase;
      if (lines.includes("ready")) setTimeout(resolve, delay);
    });
    child.on("exit", () => resolve());
  });
  const hasEnded = child.exitCode !== null || child.pid === undefined;
  if (kind === "--stash" && !hasEnded) process.kill(-child.pid, "SIGKILL");
  else child.kill("SIGKILL");
  await gone;
  if (kind === "--work" && stderr !== "") console.log(`the victim failed on its own: ${stderr}`);
  return phase;
}

function userEnv(folder: string): Record<string, string> {
  const who = { NAME: "Ada", EMAIL: "ada@example.org" };
  return {
    PATH: process.env.PATH ?? "",
    HOME: dirname(folder),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_AUTHOR_NAME: who.NAME,
    GIT_AUTHOR_EMAIL: who.EMAIL,
    GIT_COMMITTER_NAME: who.NAME,
    GIT_COMMITTER_EMAIL: who.EMAIL,
  };
}

function sha(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
