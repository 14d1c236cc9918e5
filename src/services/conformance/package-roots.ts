import { z } from "zod";
import { folderOf } from "../../domain/rules/paths/folder-of.ts";
import { joinPath } from "./tree-path.ts";

/** Folders in the tree by the names under which code imports them. */
export interface PackageRoots {
  /** The folders of Go modules, by module path: `example.com/shop`. Null if no file names a module. */
  readonly modules: ReadonlyMap<string, string> | null;
  /** The folders of Rust crates, by the name that code uses: `shop_core`. */
  readonly crates: ReadonlyMap<string, string>;
}

export const NO_ROOTS: PackageRoots = { modules: null, crates: new Map() };

/** Reads every go.mod and Cargo.toml of a tree; go.work and Cargo workspaces only list what these name. */
export async function readPackageRoots(
  files: readonly string[],
  read: (path: string) => Promise<string | null>,
): Promise<PackageRoots> {
  const modules = new Map<string, string>();
  const replaced = new Map<string, string>();
  const crates = new Map<string, string>();
  for (const path of files) {
    const folder = folderOf(path);
    if (/(?:^|\/)go\.(?:mod|work)$/.test(path)) {
      const text = withoutComments((await read(path)) ?? "");
      const name = /^\s*module\s+"?([^\s"]+)"?/m.exec(text)?.[1];
      if (name !== undefined) modules.set(name, folder);
      for (const [module, target] of localReplacements(text)) replaced.set(module, joinPath(folder, target));
    }
    if (/(?:^|\/)Cargo\.toml$/.test(path)) {
      const name = await crateNameOf((await read(path)) ?? "");
      if (name !== null) crates.set(name, folder);
    }
  }
  // Modules in the tree override replacements, which may name a folder that only looks like the module.
  const all = new Map([...replaced, ...modules]);
  return { modules: all.size === 0 ? null : all, crates };
}

/** The folder of an imported Go package, by the longest module path; null if it is in none of the modules. */
export function folderOfGoPackage(modules: ReadonlyMap<string, string>, specifier: string): string | null {
  for (let name = specifier; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf("/")))) {
    const folder = modules.get(name);
    if (folder !== undefined) return joinPath(folder, specifier.slice(name.length + 1));
  }
  return null;
}

/** `replace example.com/lib => ../lib`, on a line or in a block. */
function localReplacements(text: string): readonly (readonly [module: string, target: string])[] {
  return [
    ...text.matchAll(
      /^\s*(?:replace\s+)?"?([^\s"()]+)"?(?:\s+v\S+)?\s+=>\s+"?(\.{1,2}(?:\/[^\s"]*)?)"?\s*$/gm,
    ),
  ].map(([, module = "", target = ""]) => [module, target] as const);
}

const Named = z.looseObject({ name: z.string().optional() }).optional();
const CargoManifest = z.looseObject({ package: Named, lib: Named });

/** The name of the library if it has its own, otherwise of the package; dashes become underscores. */
async function crateNameOf(text: string): Promise<string | null> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    const { data } = CargoManifest.safeParse(parse(text));
    return (data?.lib?.name ?? data?.package?.name)?.replaceAll("-", "_") ?? null;
  } catch (error) {
    if (error instanceof TomlError) return null;
    throw error;
  }
}

function withoutComments(text: string): string {
  return text.replace(/\/\/.*$/gm, "");
}
