import type { Project, RunRequest } from "../contract.ts";
import { folderOf, fromRoot, isInside, toRoot, upwards } from "../paths.ts";
import type { GoLayout, GoModule } from "./go-report.ts";

/** Go rejects a module that the enclosing workspace does not use, unless it is told to ignore the workspace. */
export async function goWorkspace(root: string, project: Project): Promise<Record<string, string>> {
  for (const folder of upwards(root)) {
    const text = await project.text(fromRoot(folder, "go.work"));
    if (text === null) continue;
    const used = modulesOf(text).map((path) => fromRoot(folder, path).replace(/\/$/, ""));
    return used.includes(root) ? {} : { GOWORK: "off" };
  }
  return {};
}

function modulesOf(text: string): string[] {
  const lines = text.replace(/\/\/.*$/gm, "");
  const blocks = [...lines.matchAll(/^use\s*\(([^)]*)\)/gm)].flatMap(([, block = ""]) => block.split("\n"));
  const single = [...lines.matchAll(/^use\s+([^\s(]+)\s*$/gm)].map(([, path = ""]) => path);
  return [...blocks, ...single].map((path) => path.trim().replaceAll('"', "")).filter((path) => path !== "");
}

/** The import path that a go.mod declares; empty if there is none. */
export function moduleIn(mod: string): string {
  return /^module\s+"?([^\s"]+)/m.exec(mod)?.[1] ?? "";
}

/** Modules outside the suite with a file whose lines are measured: `./...` does not include them. */
export async function siblingModules(
  { root, coverageOf }: Pick<RunRequest, "root" | "coverageOf">,
  project: Project,
): Promise<readonly GoModule[]> {
  const found = new Map<string, GoModule>();
  for (const path of coverageOf) {
    if (isInside(root, path) || !path.endsWith(".go")) continue;
    for (const folder of upwards(folderOf(path))) {
      const module = moduleIn((await project.text(fromRoot(folder, "go.mod"))) ?? "");
      if (module === "") continue;
      found.set(folder, { module, folder });
      break;
    }
  }
  return [...found.values()];
}

/** The import paths of the packages that contain those files. */
export function siblingPackages(
  { coverageOf }: Pick<RunRequest, "coverageOf">,
  { siblings = [] }: GoLayout,
): readonly string[] {
  const packages = siblings.flatMap(({ module, folder }) =>
    coverageOf
      .filter((path) => path.endsWith(".go") && isInside(folder, path))
      .map((path) => fromRoot(module, toRoot(folder, folderOf(path)))),
  );
  return [...new Set(packages)];
}
