import type { Project, ReportedTest, RunRequest } from "../contract.ts";
import { splitId } from "../ids.ts";
import { belowTree, hasFolder, isInside } from "../paths.ts";
import { fileError } from "../results/reported.ts";
import { clean } from "../results/text.ts";

const SOURCE = /\.(java|kt|groovy|scala)$/;

/** Finds the test file of a class by its full name. */
export async function testClasses(
  { root }: RunRequest,
  project: Project,
): Promise<(name: string) => string | null> {
  const found = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const file of await project.files()) {
    if (!isInside(root, file) || javaRole(file) !== "test") continue;
    const text = (await project.text(file)) ?? "";
    const [, pkg] = /^\s*package\s+([\w.]+)/m.exec(text) ?? [];
    if (file.endsWith(".java")) folders.set(pkg ?? "", file.slice(0, file.lastIndexOf("/") + 1));
    for (const [, name = ""] of text.matchAll(/(?:^|\s)(?:class|interface|record|object)\s+(\w+)/g)) {
      const full = pkg === undefined ? name : `${pkg}.${name}`;
      if (!found.has(full)) found.set(full, file);
    }
  }
  return (name) => {
    const outer = name.replace(/\$.*$/s, "");
    return found.get(outer) ?? besideOthers(outer, folders);
  };
}

/**
 * A file added for one run is not among the project's files, but a public class's name determines its file.
 */
function besideOthers(name: string, folders: ReadonlyMap<string, string>): string | null {
  const [, pkg = "", type = ""] = /^(?:(.*)\.)?(\w+)$/.exec(name) ?? [];
  const folder = folders.get(pkg);
  return folder === undefined || type === "" ? null : `${folder}${type}.java`;
}

/** The role of a path for tests in the layout of Maven and Gradle. */
export function javaRole(path: string): "test" | "support" | null {
  if (!/(^|\/)src\/(\w*[tT]est\w*)\//.test(path) && !hasFolder(path, ["test", "tests"])) return null;
  return SOURCE.test(path) ? "test" : "support";
}

/** The class and method of an id, without the method's parameters; null for a class or a file. */
export function methodOf(id: string): { readonly type: string; readonly method: string } | null {
  const [type, method] = splitId(id).titles;
  if (type === undefined || method === undefined) return null;
  return { type, method: method.replace(/[([{].*$/s, "").trim() };
}

const PLACES = [
  /^(?:\[ERROR\]\s+)?(?:e: )?(?:file:\/\/)?(\/[^\n:]+?\.(?:java|kt|groovy|scala)):\s?[[(](\d+),\s?\d+[\])] (?:error: )?(.+)$/gm,
  /^(?:e: )?(?:file:\/\/)?(\/[^\n:]+?\.(?:java|kt|groovy|scala)):(\d+)(?::\d+)?:? (?:error: )?(.+)$/gm,
];

/** A file that does not compile is one test with an error, named after the file. */
export function compileErrors(output: string, { tree }: RunRequest): readonly ReportedTest[] {
  const found = new Map<string, ReportedTest>();
  const text = clean(output, 1 << 20);
  if (!/COMPILATION ERROR|Compilation failed|compile\w* FAILED|Compilation error/i.test(text)) return [];
  for (const place of PLACES) {
    for (const [stack, path = "", line, message = ""] of text.matchAll(place)) {
      const file = belowTree(tree, path);
      if (file === null || /^warning:/.test(message)) continue;
      const failure = { type: "CompileError", message: message.trim(), stack, line: Number(line) };
      if (!found.has(file)) found.set(file, fileError(file, failure));
    }
  }
  return [...found.values()];
}
