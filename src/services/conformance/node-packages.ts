import { parse } from "yaml";
import { folderOf } from "../../domain/rules/paths/folder-of.ts";
import { compileGlob } from "../../domain/rules/paths/glob.ts";
import { readBounded } from "../../domain/rules/settings/bounded-data.ts";
import { isObject, parseJsonWithComments } from "./json-with-comments.ts";
import { lookUpStarred } from "./star-map.ts";
import { foldersUp, joinPath } from "./tree-path.ts";

type Manifest = Readonly<Record<string, unknown>>;

/** The packages of a tree as Node sees them: their names, what they export, and their own `#imports`. */
export class NodePackages {
  readonly #byFolder: ReadonlyMap<string, Manifest>;
  /** Folders of workspace packages, by name. */
  readonly #workspace: ReadonlyMap<string, string>;

  /** Only the texts of package.json and pnpm-workspace.yaml are used. */
  constructor(texts: ReadonlyMap<string, string>) {
    this.#byFolder = new Map(
      [...texts].flatMap(([path, text]): [string, Manifest][] => {
        const manifest = /(?:^|\/)package\.json$/.test(path) ? parseJsonWithComments(text) : null;
        return manifest === null ? [] : [[folderOf(path), manifest]];
      }),
    );
    const isMember = workspaceMembers(texts, this.#byFolder);
    this.#workspace = new Map(
      [...this.#byFolder].flatMap(([folder, { name }]): [string, string][] =>
        typeof name === "string" && isMember(folder) ? [[name, folder]] : [],
      ),
    );
  }

  /** Candidate paths of an import, most likely first; none for packages that are not in the tree. */
  candidates(from: string, specifier: string): readonly string[] {
    const own = foldersUp(folderOf(from)).find((folder) => this.#byFolder.has(folder));
    if (specifier.startsWith("#")) return own === undefined ? [] : this.#imported(own, specifier);
    const [, name = "", rest = ""] = /^(@[^/]+\/[^/]+|[^/]+)(\/.*)?$/.exec(specifier) ?? [];
    const folder = this.#folderNamed(name, own);
    return folder === null ? [] : this.#exported(folder, `.${rest}`);
  }

  #folderNamed(name: string, own: string | undefined): string | null {
    const manifest = own === undefined ? undefined : this.#byFolder.get(own);
    if (own !== undefined && manifest?.name === name) return own;
    for (const kind of ["dependencies", "devDependencies"]) {
      const versions = manifest?.[kind];
      const version = isObject(versions) ? versions[name] : null;
      const link = typeof version === "string" ? /^(?:file|link|portal):(.+)$/.exec(version)?.[1] : undefined;
      const folder = link === undefined ? null : joinPath(own ?? "", link);
      if (folder !== null && this.#byFolder.has(folder)) return folder;
    }
    return this.#workspace.get(name) ?? null;
  }

  #imported(folder: string, specifier: string): readonly string[] {
    const map = this.#byFolder.get(folder)?.imports;
    const found = isObject(map) ? lookUpStarred(map, specifier) : null;
    if (found === null) return [];
    return targetsIn(found.value).flatMap((target) => {
      const path = target.replaceAll("*", found.star);
      if (path.startsWith(".")) return sourcesOf(folder, path);
      return path.startsWith("#") ? [] : this.candidates(joinPath(folder, "package.json"), path);
    });
  }

  #exported(folder: string, subpath: string): readonly string[] {
    const manifest = this.#byFolder.get(folder) ?? {};
    const targets =
      manifest.exports === undefined
        ? unrestricted(manifest, subpath)
        : exportTargets(manifest.exports, subpath);
    // The package is in the tree even if the file is only built later, so its manifest represents it.
    return [
      ...targets.flatMap((target) => sourcesOf(folder, target)),
      ...(subpath === "." ? [joinPath(folder, "src/index")] : []),
      joinPath(folder, "package.json"),
    ];
  }
}

function unrestricted(manifest: Manifest, subpath: string): readonly string[] {
  if (subpath !== ".") return [subpath, subpath.replace(/^\.\//, "./src/")];
  const named = ["source", "types", "typings", "module", "main"].map((key) => manifest[key]);
  return [...named.filter((target) => typeof target === "string"), "./index"];
}

function exportTargets(exports: unknown, subpath: string): readonly string[] {
  const isMap = isObject(exports) && Object.keys(exports).some((key) => key.startsWith("."));
  const found = isMap ? lookUpStarred(exports, subpath) : null;
  if (found !== null) return targetsIn(found.value).map((target) => target.replaceAll("*", found.star));
  return !isMap && subpath === "." ? targetsIn(exports) : [];
}

/** Every path in the value of an `exports` or `imports` entry, under any condition. */
function targetsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(targetsIn);
  return isObject(value) ? Object.values(value).flatMap(targetsIn) : [];
}

/** The file, and its likely source: `src/a.ts` for `dist/a.js`. */
function sourcesOf(folder: string, target: string): readonly string[] {
  const path = target.replace(/^\.\//, "");
  const inner = path.replace(/^(?:dist|build|lib|out|es|esm|cjs)\/(?:(?:es|esm|cjs|types)\/)?/, "");
  const all = inner === path ? [path] : [path, `src/${inner}`, inner];
  return all.map((each) => joinPath(folder, each.replace(/\.d\.([cm]?)ts$/, ".$1js")));
}

function workspaceMembers(
  texts: ReadonlyMap<string, string>,
  byFolder: ReadonlyMap<string, Manifest>,
): (folder: string) => boolean {
  const ofNpm = [...byFolder].map(([folder, { workspaces }]) => ({
    folder,
    globs: isObject(workspaces) ? workspaces.packages : workspaces,
  }));
  const ofPnpm = [...texts]
    .filter(([path]) => /(?:^|\/)pnpm-workspace\.yaml$/.test(path))
    .map(([path, text]) => ({ folder: folderOf(path), globs: pnpmPackages(text) }));
  const lists = [...ofNpm, ...ofPnpm].flatMap(({ folder, globs }) =>
    Array.isArray(globs)
      ? [
          compileMembers(
            folder,
            globs.filter((glob) => typeof glob === "string"),
          ),
        ]
      : [],
  );
  return (folder) => lists.some((isMember) => isMember(folder));
}

function compileMembers(root: string, globs: readonly string[]): (folder: string) => boolean {
  const compile = (isWanted: (glob: string) => boolean) =>
    globs.filter(isWanted).map((glob) => compileGlob(joinPath(root, glob.replace(/^!/, ""))));
  const included = compile((glob) => !glob.startsWith("!"));
  const excluded = compile((glob) => glob.startsWith("!"));
  return (folder) =>
    included.some((matches) => matches(folder)) && !excluded.some((matches) => matches(folder));
}

function pnpmPackages(text: string): unknown {
  try {
    const data: unknown = readBounded(text, (bounded) => parse(bounded));
    return isObject(data) ? data.packages : null;
  } catch {
    return null;
  }
}
