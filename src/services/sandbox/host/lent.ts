import { readlinkSync } from "node:fs";
import { basename, isAbsolute, join, normalize, relative } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Lent } from "../../../domain/ports/sandbox.ts";
import { inTree } from "../plan/placement.ts";
import type { Link, Overlay } from "../plan/plan.ts";
import { isPlainWord } from "../plan/table.ts";
import { isFolder, isLink } from "./machine.ts";
import { isBelow } from "./paths.ts";
import { type FindSpecialFiles, list } from "./special-files.ts";

/**
 * Folders inside a lent folder that hold packages. Other hidden folders belong to tools that write in every
 * run.
 */
const packageFolders = [".bin", ".pnpm", ".store", ".yarn"];
const mostOwned = 4000;
/** Folders that a build writes: its user must be able to replace every file of an earlier build. */
const buildFolders = ["target", "build", "dist", "out", "lib", "_build", ".gradle", ".next"];

export interface LentFolder {
  readonly source: string;
  readonly at: string;
  readonly place: string;
}

/** A link on the path would redirect the mount or the new folder. */
export function checkLent(tree: string, folder: Lent): LentFolder {
  const at = inTree(tree, folder.at, "shared folder");
  if (at === tree)
    throw new AgentForgeError("bad_input", "the repository folder itself cannot be mounted read-only");
  if (!isAbsolute(folder.source) || !isFolder(folder.source)) {
    throw new AgentForgeError("bad_input", `the shared folder does not exist: ${folder.source}`);
  }
  const place = relative(tree, at);
  const parts = place.split("/");
  const isSamePlace = folder.source.endsWith(`/${place}`);
  const repository = isSamePlace ? folder.source.slice(0, -place.length - 1) : null;
  const ways = [
    folder.source,
    ...parts.slice(0, -1).flatMap((_, index) => {
      const part = parts.slice(0, index + 1).join("/");
      return [join(tree, part), ...(repository === null ? [] : [join(repository, part)])];
    }),
  ];
  const link = ways.find(isLink);
  if (link !== undefined)
    throw new AgentForgeError("bad_input", `the path to the shared folder contains a link: ${link}`, {
      hint: "Replace the link with a real folder: a link could show any folder of this machine to the tests.",
    });
  return { source: folder.source, at, place };
}

export async function lentOverlay(folder: LentFolder, findSpecialFiles: FindSpecialFiles): Promise<Overlay> {
  return {
    lower: folder.source,
    at: folder.at,
    masked: await findSpecialFiles(folder.source),
    places: [],
    owned: buildFolders.includes(basename(folder.place)) ? "all" : hiddenBelow(folder.source),
    entries: null,
    links: workspaceLinks(folder),
  };
}

/** Links by full path to packages of the same repository lead to the copy: the user's own files are not shown. */
function workspaceLinks({ source, place }: LentFolder): readonly Link[] {
  if (basename(place) !== "node_modules" || !source.endsWith(`/${place}`)) return [];
  const repository = source.slice(0, -place.length - 1);
  const scopes = list(source).filter((entry) => entry.isDirectory() && entry.name.startsWith("@"));
  return ["", ...scopes.map(({ name }) => `${name}/`)].flatMap((scope) =>
    list(join(source, scope))
      .filter((entry) => entry.isSymbolicLink())
      .flatMap(({ name }) => {
        const target = readlinkSync(join(source, scope, name));
        if (!isAbsolute(target) || !isBelow(normalize(target), repository)) return [];
        return [{ at: scope + name, target: relative(join(source, scope), normalize(target)) }];
      }),
  );
}

/** Files that tools write between the packages of a folder in every run. */
function hiddenBelow(source: string): readonly string[] {
  return list(source)
    .filter((entry) => entry.isDirectory() && entry.name.startsWith("."))
    .filter(({ name }) => !packageFolders.includes(name))
    .flatMap(({ name }) => [name, ...below(source, name)])
    .filter(isPlainWord)
    .slice(0, mostOwned);
}

/** Without following links: the stage may be root, and anything it chowns must be inside the folder. */
function below(root: string, start: string): readonly string[] {
  const found: string[] = [];
  const folders = [start];
  for (let folder = folders.pop(); folder !== undefined && found.length < mostOwned; folder = folders.pop()) {
    for (const entry of list(join(root, folder))) {
      const path = `${folder}/${entry.name}`;
      found.push(path);
      if (entry.isDirectory()) folders.push(path);
    }
  }
  return found;
}
