import type { Project } from "./contract.ts";
import { fromRoot, upwards } from "./paths.ts";

/** Go refuses a module that the workspace around it does not use, unless it is told to ignore the workspace. */
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
