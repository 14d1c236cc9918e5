import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Suite, TestTree } from "../../../domain/ports/testing.ts";
import type { Project } from "../contract.ts";
import { readPackage } from "../ecosystems/javascript.ts";
import { compareVersions, isInRange, parseVersion } from "../ecosystems/node-version.ts";
import { isProgram, type Node, nodeOf } from "../ecosystems/npm-environment.ts";
import { fromRoot, upwards } from "../paths.ts";

/** Which Node version a project requests. */
interface WantedNode {
  readonly wanted: string;
  readonly from: string;
  /** Whether it is one version, compared by its major number only, and not a range. */
  readonly isPinned: boolean;
}

/** Where version managers keep Node versions, below the user's home, and the path from a version to its program. */
const MANAGERS: readonly (readonly [folder: string, program: string])[] = [
  [".nvm/versions/node", "bin/node"],
  [".volta/tools/image/node", "bin/node"],
  [".asdf/installs/nodejs", "bin/node"],
  [".local/share/mise/installs/node", "bin/node"],
  [".local/share/fnm/node-versions", "installation/bin/node"],
  [".fnm/node-versions", "installation/bin/node"],
  [".nodenv/versions", "bin/node"],
];

/** The oldest Node that our reporters support. */
const OLDEST = 18;
/** In earlier versions, Node's own report, which confirming runs use, does not name the test files. */
const OLDEST_FOR_NODE_TEST = 24;

interface Choice {
  readonly node: Node;
  readonly note: string | null;
}

/**
 * The package `node` if the project has it installed, otherwise the Node version it requests if a version manager of
 * this machine has it; otherwise ours, with a note.
 */
export async function nodeFor(
  { root, framework }: Pick<Suite, "root" | "framework">,
  project: Project,
  ours: Node,
  { tree, home }: { readonly tree: TestTree; readonly home: string | null },
): Promise<Choice> {
  const installed = await nodeOf(tree, root, project, ours);
  if (installed === ours) return chooseNode(root, project, ours, { home, framework });
  const oldest = oldestFor(framework);
  if (isAtLeast(installed, oldest)) return { node: installed, note: null };
  const note = `The package node is at ${installed.version}; the tests run on ${ours.version}, because ${tooOld(oldest)}.`;
  return { node: ours, note };
}

const oldestFor = (framework: string) => (framework === "node:test" ? OLDEST_FOR_NODE_TEST : OLDEST);
const tooOld = (oldest: number) => `the oldest supported version for these tests is ${oldest}`;

function isAtLeast({ version }: Node, oldest: number): boolean {
  return (parseVersion(version)?.[0] ?? 0) >= oldest;
}

export async function chooseNode(
  root: string,
  project: Project,
  ours: Node,
  { home, framework }: { readonly home: string | null; readonly framework: string },
): Promise<Choice> {
  const wish = await wantedNode(root, project);
  if (wish === null || admits(wish, ours.version)) return { node: ours, note: null };
  const oldest = oldestFor(framework);
  const found = (home === null ? [] : installedNodes(home)).filter(({ version }) => admits(wish, version));
  const usable = found.filter((each) => isAtLeast(each, oldest));
  const exact = usable.find(({ version }) => version.replace(/^v/, "") === wish.wanted.replace(/^v/, ""));
  const node = exact ?? usable.at(-1);
  if (node !== undefined) return { node, note: null };
  const why = found.length > 0 ? tooOld(oldest) : "no version manager on this machine has it";
  return {
    node: ours,
    note: `${wish.from} requires Node ${wish.wanted}; the tests run on ${ours.version}, because ${why}.`,
  };
}

async function wantedNode(root: string, project: Project): Promise<WantedNode | null> {
  for (const folder of upwards(root)) {
    for (const [name, pattern] of VERSION_FILES) {
      const from = fromRoot(folder, name);
      const [, wanted] = pattern.exec((await project.text(from)) ?? "") ?? [];
      if (wanted !== undefined && parseVersion(wanted) !== null) return { wanted, from, isPinned: true };
    }
    const fields = (await readPackage(folder, project))?.fields ?? {};
    const from = fromRoot(folder, "package.json");
    const volta = (fields.volta as { node?: unknown } | undefined)?.node;
    if (typeof volta === "string") return { wanted: volta, from, isPinned: true };
    const engines = (fields.engines as { node?: unknown } | undefined)?.node;
    if (typeof engines === "string") return { wanted: engines, from, isPinned: false };
  }
  return null;
}

const VERSION_FILES: readonly (readonly [string, RegExp])[] = [
  [".nvmrc", /^\s*(v?\d[\w.]*)\s*(?:#.*)?$/m],
  [".node-version", /^\s*(v?\d[\w.]*)\s*$/m],
  [".tool-versions", /^\s*nodejs\s+(\d[\w.]*)/m],
  ["mise.toml", /^\s*node(?:js)?\s*=\s*["'](\d[\w.]*)["']/m],
  [".mise.toml", /^\s*node(?:js)?\s*=\s*["'](\d[\w.]*)["']/m],
];

function admits({ wanted, isPinned }: WantedNode, text: string): boolean {
  const version = parseVersion(text);
  if (version === null) return false;
  return isPinned ? parseVersion(wanted)?.[0] === version[0] : isInRange(version, wanted);
}

/** Oldest first. */
function installedNodes(home: string): readonly Node[] {
  const found = MANAGERS.flatMap(([folder, program]) =>
    namesIn(join(home, folder)).flatMap((name) => {
      const version = parseVersion(name);
      const path = join(home, folder, name, program);
      return version !== null && isProgram(path)
        ? [{ program: path, version: `v${version.join(".")}`, folder: dirname(path) }]
        : [];
    }),
  );
  return found.sort((a, b) =>
    compareVersions(parseVersion(a.version) ?? [0, 0, 0], parseVersion(b.version) ?? [0, 0, 0]),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
