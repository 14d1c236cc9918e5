import type { Project, RunRequest } from "./contract.ts";
import { folderOf, nameOf, toRoot, upwards } from "./paths.ts";
import { escapeRegex } from "./text.ts";

export interface Package {
  readonly root: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: ReadonlySet<string>;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Every package.json of the tree that can be read. */
export async function packages(project: Project): Promise<Package[]> {
  const found: Package[] = [];
  for (const file of await project.files()) {
    if (nameOf(file) !== "package.json") continue;
    const read = await readPackage(folderOf(file), project);
    if (read) found.push(read);
  }
  return found;
}

export async function readPackage(root: string, project: Project): Promise<Package | null> {
  const text = await project.text(root === "." ? "package.json" : `${root}/package.json`);
  if (text === null) return null;
  try {
    const fields = JSON.parse(text) as Record<string, unknown>;
    const names = ["dependencies", "devDependencies", "peerDependencies"].flatMap((key) =>
      Object.keys((fields[key] as object | undefined) ?? {}),
    );
    const scripts = Object.entries((fields.scripts as Record<string, unknown> | undefined) ?? {});
    return {
      root,
      fields,
      dependencies: new Set(names),
      scripts: Object.fromEntries(
        scripts.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
      ),
    };
  } catch {
    return null;
  }
}

/** The commands behind `npm test`, with `npm run other` followed, each as words. */
export function testCommands(
  scripts: Package["scripts"],
  name = "test",
  seen: readonly string[] = [],
): string[][] {
  const script = scripts[name];
  if (script === undefined || seen.includes(name)) return [];
  return script.split(/&&|\|\||;|\|/).flatMap((part) => {
    const words = splitWords(part).filter((word) => !/^[A-Z_]+=/.test(word) && word !== "cross-env");
    const other = /^(npm|pnpm|yarn|bun)$/.test(words[0] ?? "")
      ? words.find((word) => word !== "run" && scripts[word] !== undefined && word !== words[0])
      : undefined;
    return other ? testCommands(scripts, other, [...seen, name]) : [words];
  });
}

export function splitWords(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
}

/** The program a package installed, looked up as Node does: from the suite's folder upwards. */
export async function installedProgram(
  request: RunRequest,
  project: Project,
  name: string,
): Promise<string | null> {
  for (const folder of upwards(request.root)) {
    const home = folder === "." ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const installed = await readPackage(home, project);
    const bin = installed?.fields.bin;
    const path = typeof bin === "string" ? bin : (bin as Record<string, string> | undefined)?.[name];
    if (path) return `${request.tree}/${home}/${path.replace(/^\.\//, "")}`;
  }
  return null;
}

export const JAVASCRIPT = /\.[cm]?[jt]sx?$/;

/** An id taken apart. A title may itself hold " > "; the pieces are then smaller, and the union still matches. */
export function splitId(id: string): { file: string; titles: string[] } {
  const [file = "", ...titles] = id.replace(/ #\d+$/, "").split(" > ");
  return { file, titles };
}

export function filesOf(ids: readonly string[], root: string): string[] {
  return [...new Set(ids.map((id) => toRoot(root, splitId(id).file)))];
}

/** A regular expression for a tool that matches full names, titles joined by a space. Null where a whole file is wanted. */
export function namePattern(ids: readonly string[]): string | null {
  const names = ids.map((id) => splitId(id).titles);
  if (names.length === 0 || names.length > 200 || names.some((titles) => titles.length === 0)) return null;
  return `^(?:${names.map((titles) => titles.map(escapeRegex).join("(?: > | )")).join("|")})$`;
}
