import type { Project, RunRequest } from "../contract.ts";
import { pathArgument } from "../path-argument.ts";
import { folderOf, fromRoot, isInside, nameOf, toRoot, upwards } from "../paths.ts";

const ARGUMENTS_LIMIT = 100_000;
const PROJECT_FILES = [
  ...["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "tox.ini", "Pipfile"],
  "manage.py",
];

/** The interpreter of the virtualenv nearest to the suite that is available in the tree; otherwise the one in PATH. */
export async function pythonProgram(request: RunRequest, project: Project): Promise<string> {
  for (const folder of upwards(request.root)) {
    for (const at of project.lent.filter((each) => folderOf(each) === folder)) {
      if ((await project.text(`${at}/pyvenv.cfg`)) !== null) return `${request.tree}/${at}/bin/python`;
    }
  }
  return request.programs.python;
}

/**
 * Our helper files, and `src/` if the code is there. They precede a virtualenv with an editable install of
 * the user's own folder, whose code is not the code under test.
 */
export async function pythonPath(request: RunRequest, project: Project): Promise<string> {
  const source = await sourceFolder(request, project);
  const helpers = folderOf(request.resource("agentforge_lines.py"));
  return source === null ? helpers : `${source}:${helpers}`;
}

/** The absolute path of `src/` if it contains the code. */
export async function sourceFolder(request: RunRequest, project: Project): Promise<string | null> {
  const source = fromRoot(request.root, "src");
  const hasSource = (await project.files()).some((file) => isInside(source, file) && file.endsWith(".py"));
  return hasSource ? `${request.tree}/${source}` : null;
}

/** `file.py::Class::test` ids and files as arguments relative to the suite's root. */
export function selectedPaths(request: RunRequest): { paths: string[]; narrowed: boolean } {
  const { selection, root } = request;
  if (selection.kind === "all") return { paths: [], narrowed: false };
  if (selection.kind === "files")
    return { paths: selection.files.map((file) => pathArgument(toRoot(root, file))), narrowed: false };
  const ids = selection.ids.map((id) => relativeId(root, id));
  if (ids.reduce((sum, id) => sum + id.length, 0) <= ARGUMENTS_LIMIT) return { paths: ids, narrowed: true };
  return { paths: [...new Set(ids.map((id) => id.split("::")[0] ?? id))], narrowed: false };
}

/** pytest visits every file of the tree, with several hook calls each. */
export function ignoredFolders({ untested = [], root }: RunRequest): string[] {
  return untested
    .filter((folder) => folder !== root && isInside(root, folder))
    .map((folder) => `--ignore=${toRoot(root, folder)}`);
}

function relativeId(root: string, id: string): string {
  const [file = "", ...rest] = id.split("::");
  return [pathArgument(toRoot(root, file)), ...rest].join("::");
}

/** The Python projects that test files belong to: the nearest folder with a project file, otherwise the top. */
export function topFolders(
  tests: readonly string[],
  files: readonly string[],
): { root: string; example: string }[] {
  const projects = files.filter((file) => PROJECT_FILES.includes(nameOf(file))).map(folderOf);
  const found = new Map<string, string>();
  for (const test of tests) {
    const root = upwards(folderOf(test)).find((folder) => projects.includes(folder)) ?? ".";
    if (!found.has(root)) found.set(root, test);
  }
  return [...found].map(([root, example]) => ({ root, example }));
}

/** `poetry run pytest` and `uv run pytest` are `pytest`. */
export function withoutPythonLaunchers(words: readonly string[]): readonly string[] {
  const [program = "", second = ""] = words;
  const isLauncher = /^(poetry|pipenv|pdm|uv|hatch|rye)$/.test(program) && second === "run";
  return isLauncher ? withoutPythonLaunchers(words.slice(2)) : words;
}

/**
 * The arguments of a module that `python -m` or `coverage run -m` starts; null if it starts a different one.
 */
export function moduleArguments(words: readonly string[], module: string): readonly string[] | null {
  if (!/(^|\/)(python[\d.]*|coverage)$/.test(words[0] ?? "")) return null;
  const at = words.indexOf("-m");
  return at > 0 && words[at + 1] === module ? words.slice(at + 2) : null;
}
