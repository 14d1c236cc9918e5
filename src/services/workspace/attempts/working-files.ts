import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Lent } from "../../../domain/ports/sandbox.ts";
import { unstagedDifferences } from "../git/differences.ts";
import { type Git, type GitOutput, splitRecords } from "../git/git.ts";
import { createPauses } from "./pauses.ts";

/** The files of the user's working tree, by category. */
export interface WorkingFiles {
  /** Files that belong to the attempt: tracked and present, or untracked and not ignored. */
  readonly files: readonly string[];
  /** Files whose index entry does not identify their content. */
  readonly changed: readonly string[];
  /** Tracked, but missing. */
  readonly removed: readonly string[];
  /** Ignored code files that tests may import: copied, but a brain does not work on them. */
  readonly generated: readonly string[];
  readonly lent: readonly Lent[];
}

/** Dependencies are lent, not copied, even if the user has forgotten to ignore them. */
const neverCopied = [
  "node_modules",
  "bower_components",
  ".venv",
  ".tox",
  ".nox",
  "__pypackages__",
  "__pycache__",
];

const lendable = new Set([
  ...neverCopied,
  ...["venv", "env", "virtualenv", "vendor", "target", "build", "dist", "out", "lib", "deps", "_build"],
  ...[".eggs", ".yarn", ".pnpm-store", ".bundle", ".gradle", ".m2", ".cargo", "Pods", "elm-stuff", ".next"],
]);
const notLent = new Set(["__pycache__"]);

/**
 * Version files, compiled extensions and translations, generated clients. Whole folders of these are lent
 * instead.
 */
const generated =
  /\.(?:py|pyi|so|pyd|dll|dylib|js|mjs|cjs|ts|mts|cts|wasm|node|go|rs|java|class|c|h|cc|cpp|hpp|mo|qm)$/;
const maybeSecret =
  /secret|credential|token|password|passwd|private|local_?settings|settings_?local|^\.agentforge\//i;

export async function listWorkingFiles(git: Git, root: string): Promise<WorkingFiles> {
  const excludes = neverCopied.map((name) => `--exclude=${name}/`);
  const [index, differing, untracked, ignored] = await Promise.all([
    git(["ls-files", "-z", "-t", "--stage"]),
    unstagedDifferences(git),
    git(["ls-files", "-z", "--others", "--exclude-standard", ...excludes]),
    git(["ls-files", "-z", "--others", "--ignored", "--directory", "--exclude-standard", ...excludes]),
  ]);
  const { tracked, submodules } = await readIndex(index);
  const environments = splitRecords(untracked).flatMap((path) => /^(.+)\/pyvenv\.cfg$/.exec(path)?.[1] ?? []);
  const isInstalled = (path: string) => environments.some((folder) => path.startsWith(`${folder}/`));
  const others = splitRecords(untracked).filter(
    (path) => !path.endsWith("/") && !isState(path) && !isInstalled(path),
  );
  const own = differing.filter(({ path }) => !submodules.has(path));
  const changed = own.filter(({ status }) => status !== "D").map(({ path }) => path);
  return {
    files: [...new Set([...tracked, ...others])].sort(),
    changed: [...new Set([...changed, ...others])],
    removed: own.filter(({ status }) => status === "D").map(({ path }) => path),
    generated: splitRecords(ignored).filter((path) => generated.test(path) && !maybeSecret.test(path)),
    lent: await lentFolders(
      root,
      [...splitRecords(ignored), ...environments.map((folder) => `${folder}/`)],
      submodules,
    ),
  };
}

/**
 * Each record is `H 100644 <object> 0\t<path>`; `S` marks a file that a sparse checkout leaves out of the
 * working tree.
 */
async function readIndex(output: GitOutput): Promise<{ tracked: string[]; submodules: Set<string> }> {
  const pauses = createPauses();
  const tracked: string[] = [];
  const submodules = new Set<string>();
  for (const record of splitRecords(output)) {
    if (pauses.isDue()) await pauses.take();
    const path = record.slice(record.indexOf("\t") + 1);
    if (record.startsWith("160000", 2)) submodules.add(path);
    else if (!/^S/i.test(record)) tracked.push(path);
  }
  return { tracked, submodules };
}

/**
 * The state folder's ignore file already excludes this, but copying the state into an attempt would never
 * end.
 */
function isState(path: string): boolean {
  return (
    path.startsWith(".agentforge/") &&
    !/^\.agentforge\/(?:contracts\/|config\.yaml$|harness\.json$)/.test(path)
  );
}

async function lentFolders(
  root: string,
  ignored: readonly string[],
  submodules: ReadonlySet<string>,
): Promise<readonly Lent[]> {
  const lent: Lent[] = [];
  for (const entry of ignored) {
    if (!entry.endsWith("/") || entry.startsWith(".agentforge/")) continue;
    const at = entry.slice(0, -1);
    if (await isLendable(root, at)) lent.push({ source: join(root, at), at });
  }
  for (const at of submodules) {
    const inside = await readdir(join(root, at)).catch(() => []);
    if (inside.length > 0) lent.push({ source: join(root, at), at });
  }
  return lent;
}

async function isLendable(root: string, at: string): Promise<boolean> {
  const name = basename(at);
  if (notLent.has(name)) return false;
  if (lendable.has(name) || name.endsWith(".egg-info")) return true;
  return (await stat(join(root, at, "pyvenv.cfg")).catch(() => null)) !== null;
}
