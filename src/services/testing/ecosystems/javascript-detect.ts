import type { Evidence, FileRole, Project } from "../contract.ts";
import { Strength } from "../contract.ts";
import { filesNamed, folderOf, hasFolder, nameOf } from "../paths.ts";
import { argumentsOf, JAVASCRIPT, packages, testCommands } from "./javascript.ts";

export interface Signs {
  /** The tool's program as a script calls it. */
  readonly program: RegExp;
  /** Names of configuration files. */
  readonly config: RegExp;
  /** Field of package.json that configures it. */
  readonly field: string;
  readonly dependency: string;
}

/** Evidence for a tool from npm: its script, its configuration, its dependency. */
export async function detectTool(project: Project, signs: Signs): Promise<Evidence[]> {
  const found = new Map<string, Evidence>();
  const add = (evidence: Evidence) => {
    const known = found.get(evidence.root);
    if (!known || known.strength < evidence.strength) found.set(evidence.root, evidence);
  };
  for (const { root, scripts, dependencies, fields } of await packages(project)) {
    if (dependencies.has(signs.dependency))
      add({
        root,
        strength: Strength.dependency,
        why: `${signs.dependency} is a dependency of ${root}/package.json`,
      });
    if (fields[signs.field] !== undefined)
      add({ root, strength: Strength.config, why: `"${signs.field}" in ${root}/package.json` });
    const command = testCommands(scripts).find(({ words }) => argumentsOf(words, signs.program));
    if (command) add({ root, strength: Strength.script, why: `npm test runs "${command.words.join(" ")}"` });
  }
  for (const file of filesNamed(await project.files(), signs.config))
    add({ root: folderOf(file), strength: Strength.config, why: file });
  return [...found.values()];
}

/** The role of a path in most JavaScript frameworks. */
export function javascriptRole(path: string, config: RegExp): FileRole | null {
  if (hasFolder(path, ["node_modules"])) return null;
  if (config.test(nameOf(path)) || /\.snap(shot)?$/.test(path)) return "support";
  if (hasFolder(path, ["fixtures", "__fixtures__", "__snapshots__", "__mocks__"])) return "support";
  const isTest = /[-_.](test|spec)\.[cm]?[jt]sx?$/.test(nameOf(path));
  if (JAVASCRIPT.test(path) && isTest) return "test";
  if (!hasFolder(path, ["test", "tests", "__tests__", "spec"])) return null;
  return JAVASCRIPT.test(path) ? "test" : "support";
}
