import type { Suite } from "../../../domain/ports/testing.ts";
import type { Project } from "../contract.ts";
import { moduleIn } from "../ecosystems/go-workspace.ts";
import { filesNamed, folderOf } from "../paths.ts";
import { CODE, importsOf, type Layout } from "./imports.ts";

/** The tree's code and its imports. Texts are read on demand, each once. */
export interface Code {
  readonly layout: Layout;
  /** Empty if the file is not readable as text. */
  text(path: string): Promise<string>;
  imports(path: string): Promise<readonly string[]>;
  /** Which code loads each file. Reads everything, so call it last. */
  importers(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

export async function readCode(project: Project, suites: readonly Suite[]): Promise<Code> {
  const files = await project.files();
  const layout: Layout = {
    files: new Set(files),
    roots: [...new Set([".", ...suites.map((suite) => suite.root)])],
    modules: await goModules(files, project),
    packages: Map.groupBy(
      files.filter((file) => file.endsWith(".go")),
      folderOf,
    ),
  };
  const known = new Map<string, Promise<readonly string[]>>();
  const text = async (path: string) => (await project.text(path)) ?? "";
  const imports = (path: string) => {
    const read = known.get(path) ?? text(path).then((content) => importsOf(path, content, layout));
    known.set(path, read);
    return read;
  };
  let reversed: Promise<Map<string, Set<string>>> | undefined;
  return {
    layout,
    text,
    imports,
    importers() {
      reversed ??= reverse(files, imports);
      return reversed;
    },
  };
}

async function reverse(
  files: readonly string[],
  imports: Code["imports"],
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    if (!CODE.test(file)) continue;
    for (const target of await imports(file)) {
      const importers = found.get(target) ?? new Set();
      found.set(target, importers.add(file));
    }
  }
  return found;
}

async function goModules(files: readonly string[], project: Project): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of filesNamed(files, /^go\.mod$/)) {
    const name = moduleIn((await project.text(file)) ?? "");
    if (name !== "") found.set(name, folderOf(file));
  }
  return found;
}
