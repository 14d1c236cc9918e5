import { NodePackages } from "./node-packages.ts";
import { namedByConfig, PathAliases } from "./path-aliases.ts";

/** Resolves JavaScript and TypeScript imports that are not relative paths. */
export interface ModuleNames {
  /** Candidate paths of the file, most likely first, with or without extension. */
  candidates(from: string, specifier: string): readonly string[];
}

export const NO_NAMES: ModuleNames = { candidates: () => [] };

const CONFIGS = /(?:^|\/)[tj]sconfig(?:\.[\w-]+)*\.json$/;
const MANIFESTS = /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml)$/;

/** Reads the manifests of a tree: aliases of tsconfig.json, and the names and maps of its packages. */
export async function readModuleNames(
  files: readonly string[],
  read: (path: string) => Promise<string | null>,
): Promise<ModuleNames> {
  const present = new Set(files);
  const texts = new Map<string, string>();
  const take = async (path: string): Promise<void> => {
    if (!present.has(path) || texts.has(path)) return;
    const text = (await read(path)) ?? "";
    texts.set(path, text);
    if (!MANIFESTS.test(path)) for (const named of namedByConfig(path, text)) await take(named);
  };
  for (const path of files) if (CONFIGS.test(path) || MANIFESTS.test(path)) await take(path);
  const [aliases, packages] = [new PathAliases(texts), new NodePackages(texts)];
  return {
    candidates: (from, specifier) => [
      ...aliases.candidates(from, specifier),
      ...packages.candidates(from, specifier),
    ],
  };
}
