import type { Evidence, FileRole, Framework, Project } from "../contract.ts";
import { Strength } from "../contract.ts";
import { filesNamed, folderOf, hasFolder, isInside, nameOf, toRoot } from "../paths.ts";
import { argumentsOf, JAVASCRIPT, packages, testCommands } from "./javascript.ts";
import type { NpmTool } from "./npm-tool.ts";

/** Evidence for a tool from npm: its script, its configuration, its dependency. */
export async function detectTool(project: Project, tool: NpmTool): Promise<Evidence[]> {
  const found = new Map<string, Evidence>();
  const add = (evidence: Evidence) => {
    const known = found.get(evidence.root);
    if (!known || known.strength < evidence.strength) found.set(evidence.root, evidence);
  };
  for (const { root, scripts, dependencies, fields } of await packages(project)) {
    if (dependencies.has(tool.name))
      add({
        root,
        strength: Strength.dependency,
        why: `${tool.name} is a dependency of ${root}/package.json`,
      });
    if (fields[tool.name] !== undefined)
      add({ root, strength: Strength.config, why: `"${tool.name}" in ${root}/package.json` });
    const command = testCommands(scripts).find(({ words }) => argumentsOf(words, tool.program));
    if (command) add({ root, strength: Strength.script, why: `npm test runs "${command.words.join(" ")}"` });
  }
  for (const file of filesNamed(await project.files(), tool.config))
    add({ root: folderOf(file), strength: Strength.config, why: file });
  return [...found.values()];
}

/** The one test file of a small package, next to `index.js`. */
const AT_TOP = /^tests?\.[cm]?[jt]sx?$/;

/** The role of a path in most JavaScript frameworks. */
export function javascriptRole(path: string, config: RegExp): FileRole | null {
  if (hasFolder(path, ["node_modules"])) return null;
  if (config.test(nameOf(path)) || /\.snap(shot)?$/.test(path)) return "support";
  if (hasFolder(path, ["fixtures", "__fixtures__", "__snapshots__", "__mocks__"])) return "support";
  const isTest = /[-_.](test|spec)\.[cm]?[jt]sx?$/.test(nameOf(path)) || AT_TOP.test(path);
  if (JAVASCRIPT.test(path) && isTest) return "test";
  if (!hasFolder(path, ["test", "tests", "__tests__", "spec"])) return null;
  return JAVASCRIPT.test(path) ? "test" : "support";
}

/** The test files below a folder, according to a framework. Paths are relative to the tree. */
export async function testFilesBelow(root: string, project: Project, { role }: Pick<Framework, "role">) {
  const files = (await project.files()).filter((file) => isInside(root, file) && JAVASCRIPT.test(file));
  return files.filter((file) => role(toRoot(root, file)) === "test");
}
