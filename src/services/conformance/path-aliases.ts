import { folderOf } from "../../domain/rules/paths/folder-of.ts";
import { isObject, parseJsonWithComments } from "./json-with-comments.ts";
import { lookUpStarred } from "./star-map.ts";
import { foldersUp, joinPath } from "./tree-path.ts";

interface Aliases {
  /** `paths`, and the folder that its targets are relative to. */
  readonly paths: { readonly map: Readonly<Record<string, unknown>>; readonly base: Base } | null;
  readonly baseUrl: string | null;
}

interface Base {
  readonly folder: string;
  /** The value of `${configDir}`: the folder of the configuration that extends the others. */
  readonly configFolder: string;
}

const NONE: Aliases = { paths: null, baseUrl: null };

/**
 * The aliases of tsconfig.json and jsconfig.json: `paths` and `baseUrl`, including those reached through
 * `extends` or `references`.
 */
export class PathAliases {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #known = new Map<string, readonly Aliases[]>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /** Candidate paths of an import, most likely first. */
  candidates(from: string, specifier: string): readonly string[] {
    const config = foldersUp(folderOf(from))
      .flatMap((folder) => [joinPath(folder, "tsconfig.json"), joinPath(folder, "jsconfig.json")])
      .find((path) => this.#texts.has(path));
    if (config === undefined) return [];
    const all = this.#known.get(config) ?? this.#read(config);
    this.#known.set(config, all);
    return all.flatMap((aliases) => candidatesOf(aliases, specifier));
  }

  #read(config: string): readonly Aliases[] {
    return [config, ...referencesOf(config, this.#texts)].map((path) =>
      this.#effective(path, folderOf(path), new Set()),
    );
  }

  /** A configuration merged with those it extends; the last one wins, and the file itself overrides all. */
  #effective(config: string, configFolder: string, seen: ReadonlySet<string>): Aliases {
    const data = seen.has(config) ? null : parseJsonWithComments(this.#texts.get(config) ?? "");
    if (data === null) return NONE;
    const bases = extendedBy(config, data).map((path) =>
      this.#effective(path, configFolder, new Set([...seen, config])),
    );
    const { baseUrl, paths } = isObject(data.compilerOptions) ? data.compilerOptions : {};
    const own = { folder: folderOf(config), configFolder };
    const url =
      typeof baseUrl === "string"
        ? resolveIn(own, baseUrl)
        : (bases.findLast((base) => base.baseUrl !== null)?.baseUrl ?? null);
    return {
      baseUrl: url,
      paths: isObject(paths)
        ? { map: paths, base: { ...own, folder: url ?? own.folder } }
        : (bases.findLast((base) => base.paths !== null)?.paths ?? null),
    };
  }
}

/** The files that a configuration names; they may have any name. */
export function namedByConfig(path: string, text: string): readonly string[] {
  const data = parseJsonWithComments(text);
  return data === null ? [] : [...extendedBy(path, data), ...referencesIn(path, data)];
}

function candidatesOf({ paths, baseUrl }: Aliases, specifier: string): readonly string[] {
  const found = paths === null ? null : lookUpStarred(paths.map, specifier);
  const targets = Array.isArray(found?.value) ? found.value.filter((each) => typeof each === "string") : [];
  return [
    ...targets.flatMap((target) =>
      paths === null
        ? []
        : [
            resolveIn(
              paths.base,
              target.replace("*", () => found?.star ?? ""),
            ),
          ],
    ),
    ...(baseUrl === null ? [] : [joinPath(baseUrl, specifier)]),
  ];
}

function extendedBy(config: string, data: Readonly<Record<string, unknown>>): readonly string[] {
  const names: readonly unknown[] = [data.extends].flat();
  return names
    .filter((name) => typeof name === "string" && name.startsWith("."))
    .map((name) => joinPath(folderOf(config), String(name)))
    .map((path) => (path.endsWith(".json") ? path : `${path}.json`));
}

function referencesIn(config: string, data: Readonly<Record<string, unknown>>): readonly string[] {
  const references: readonly unknown[] = Array.isArray(data.references) ? data.references : [];
  return references
    .map((each) => (isObject(each) ? each.path : null))
    .filter((path) => typeof path === "string")
    .map((path) => joinPath(folderOf(config), path))
    .map((path) => (path.endsWith(".json") ? path : joinPath(path, "tsconfig.json")));
}

/** Only references in the same folder: in a monorepo, the others are separate projects. */
function referencesOf(config: string, texts: ReadonlyMap<string, string>): readonly string[] {
  const data = parseJsonWithComments(texts.get(config) ?? "");
  const paths = data === null ? [] : referencesIn(config, data);
  return paths.filter((path) => folderOf(path) === folderOf(config) && texts.has(path));
}

function resolveIn({ folder, configFolder }: Base, path: string): string {
  const inside = /^\$\{configDir\}(.*)$/.exec(path)?.[1];
  return inside === undefined ? joinPath(folder, path) : joinPath(configFolder, inside);
}
