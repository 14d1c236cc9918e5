import { type Evidence, type Project, Strength } from "./contract.ts";
import { filesNamed, folderOf, isInside } from "./paths.ts";

/** The files that identify a framework configured by one file in its folder. */
export interface FileSigns {
  /** The name of that file. */
  readonly config: RegExp;
  /** What its text must contain; without it, the file alone is enough. */
  readonly holds?: RegExp;
  /** Paths of test files, one of which must be below the folder. */
  readonly tests?: RegExp;
}

/** Evidence for every folder with such a file, excluding folders inside another one. */
export async function detectByFiles(project: Project, signs: FileSigns): Promise<Evidence[]> {
  const files = await project.files();
  const found: Evidence[] = [];
  for (const file of filesNamed(files, signs.config)) {
    const root = folderOf(file);
    if (found.some((each) => each.root === root)) continue;
    if (signs.holds && !signs.holds.test((await project.text(file)) ?? "")) continue;
    const { tests } = signs;
    if (tests && !files.some((each) => isInside(root, each) && tests.test(each))) continue;
    found.push({ root, strength: Strength.config, why: file });
  }
  return found.filter(
    ({ root }) => !found.some((other) => other.root !== root && isInside(other.root, root)),
  );
}

/** Files by the names of the classes they declare; the first declaration of a name wins. */
export async function declaredClasses(
  project: Project,
  root: string,
  files: RegExp,
  declaration: RegExp,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const file of await project.files()) {
    if (!isInside(root, file) || !files.test(file)) continue;
    for (const [, ...names] of ((await project.text(file)) ?? "").matchAll(declaration))
      for (const name of names) if (name !== undefined && !found.has(name)) found.set(name, file);
  }
  return found;
}
