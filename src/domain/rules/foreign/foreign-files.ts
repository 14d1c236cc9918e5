import { folderOf } from "../paths/folder-of.ts";
import { type Attributes, readAttributes } from "./attributes.ts";
import { whyGeneratedName, whyGeneratedText } from "./generated.ts";
import { type Has, whyForeignFolder } from "./places.ts";

/**
 * The one place that decides which files are not the project's own code: dependencies, virtual environments,
 * build output, generated and minified files. They are not used as sources for a repair, search results or
 * violations. Each answer describes the file for people, or is null for the project's own.
 */
export interface ForeignFiles {
  /** For the folder alone, not its parents; null for a folder that leads to an explicitly named place. */
  folder(path: string): string | null;
  /** Judges a file by the folders around it, its name and `.gitattributes`. */
  file(path: string): string | null;
  /** Judges a file by its text; called only for files that `file` considers the project's own. */
  text(path: string, text: string): string | null;
}

export interface ForeignOptions {
  readonly has: Has;
  /** The text of a file that `has` knows; called only for `.gitattributes`. */
  readonly read?: (path: string) => string;
  /** Places that the user named explicitly: they and their content are not foreign. */
  readonly named?: readonly string[];
}

export function foreignFiles({ has, read, named = [] }: ForeignOptions): ForeignFiles {
  const why = remembered((path) => whyForeignFolder(path, has));
  const around = remembered((path): string | null => {
    if (path === "") return null;
    return around(folderOf(path)) ?? why(path);
  });
  const opened = named.filter((each) => around(each) !== null);
  const isAskedFor = (path: string) =>
    named.includes(path) || opened.some((each) => path.startsWith(`${each}/`));
  const leadsToNamed = (path: string) => named.some((each) => each.startsWith(`${path}/`));
  const attributes = remembered((path): Attributes | null => {
    const file = path === "" ? ".gitattributes" : `${path}/.gitattributes`;
    return read && has(file) ? readAttributes(read(file)) : null;
  });
  /** The folder and those around it that declare something, innermost first. */
  const declaring = remembered((folder): readonly (readonly [string, Attributes])[] => {
    const own = attributes(folder);
    const outer = folder === "" ? [] : declaring(folderOf(folder));
    return own === null ? outer : [[folder, own], ...outer];
  });
  const declared = (path: string, parent = folderOf(path)): string | false | null => {
    for (const [folder, attributes] of declaring(parent)) {
      const said = attributes(folder === "" ? path : path.slice(folder.length + 1));
      if (said !== null) return said;
    }
    return null;
  };
  return {
    folder: (path) => (isAskedFor(path) || leadsToNamed(path) ? null : why(path)),
    file(path) {
      if (isAskedFor(path)) return null;
      const parent = folderOf(path);
      const said = declared(path, parent);
      if (said === false) return around(parent);
      return around(parent) ?? (said || whyGeneratedName(path));
    },
    text(path, text) {
      return isAskedFor(path) || declared(path) === false ? null : whyGeneratedText(path, text);
    },
  };
}

/** The folders and files that globs name before their first wildcard: `dist/*.js` names `dist`. */
export function namedByGlobs(globs: readonly string[]): string[] {
  return globs.flatMap((glob) => {
    if (glob.startsWith("!") || !glob.includes("/")) return [];
    const parts = glob.replace(/^\/|\/$/g, "").split("/");
    const wild = parts.findIndex((part) => /[*?[{\\]/.test(part));
    const literal = (wild < 0 ? parts : parts.slice(0, wild)).join("/");
    return literal === "" ? [] : [literal];
  });
}

function remembered<T>(answer: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    if (!known.has(path)) known.set(path, answer(path));
    return known.get(path) as T;
  };
}
