import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { commandFramework } from "../command-framework.ts";
import type { Project, ReportedTest, RunRequest } from "../contract.ts";
import { Strength } from "../contract.ts";
import { JAVASCRIPT, ownArguments } from "../ecosystems/javascript.ts";
import { javascriptRole } from "../ecosystems/javascript-detect.ts";
import { installedProgram } from "../ecosystems/npm-tool.ts";
import { selectedFiles, splitId } from "../ids.ts";
import { parseScriptLine } from "../own-command/script-line.ts";
import { belowTree, folderOf, fromRoot, isInside, nameOf } from "../paths.ts";
import { lineInStack } from "../results/events.ts";
import { fileError } from "../results/reported.ts";
import { clean } from "../results/text.ts";

const REPORT = "{artifacts}/junit.xml";
const SETTINGS = /^deno\.jsonc?$/;

const KEEPING = {
  values: /^(--config|-c|--import-map|--lock|--env-file|--location|--preload|--ext)$/,
  dropped:
    /^(--watch|--coverage|--fail-fast|--filter|--reporter|--junit-path|--shuffle|--parallel|-q$|--quiet|--doc|--trace-leaks|--reload|-r$)/,
  droppedValues: /^(--filter|--reporter|--junit-path)$/,
};

export const denoTest = commandFramework({
  meta: {
    id: "deno test",
    title: "deno test",
    startedAs: "deno test",
    why: "Deno's own runner writes JUnit XML, with every step; compile errors are read from its output.",
    package: "deno",
    settingsFiles: SETTINGS,
    foundNone: { exitCode: 1, says: /No test modules found/ },
    language: "javascript",
    coverage: "none",
    examples: [
      { files: { "deno.json": "{}", "a_test.ts": 'Deno.test("a", () => {});' }, roots: ["."] },
      { files: { "web/deno.jsonc": '{"tasks":{"test":"deno test -A"}}', "web/a.ts": "" }, roots: ["web"] },
      { files: { "deno.json": "{}", "a.ts": "" }, roots: [] },
    ],
  },
  format: "junit",
  reports: [REPORT],
  detect,
  argumentsIn,
  async start(request, project) {
    const own = await ownTask(request.root, project);
    const filter = filterOf(request);
    return {
      argv: [
        (await installedProgram(request, project, "deno")) ?? "deno",
        ...["test", ...own.flags, "--no-prompt", "--cached-only", `--junit-path=${REPORT}`],
        ...(filter === null ? [] : [`--filter=${filter}`]),
        ...(selectedFiles(request) ?? own.paths),
      ],
      env: { ...own.env, DENO_NO_UPDATE_CHECK: "1" },
      narrowed: filter !== null,
    };
  },
  classes:
    async ({ root }) =>
    (name) =>
      JAVASCRIPT.test(name) ? fromRoot(root, name) : null,
  loadErrors,
  role: (path) =>
    /_test\.[cm]?[jt]sx?$/.test(path) || /^test\.[jt]sx?$/.test(nameOf(path))
      ? "test"
      : javascriptRole(path, SETTINGS),
});

function argumentsIn([program = "", word, ...rest]: readonly string[]): readonly string[] | null {
  return /(^|\/)deno$/.test(program) && word === "test" ? rest : null;
}

async function detect(project: Project) {
  const files = await project.files();
  const found = [];
  for (const file of files.filter((each) => SETTINGS.test(nameOf(each)))) {
    const root = folderOf(file);
    const task = taskIn((await project.text(file)) ?? "");
    if (task !== null) found.push({ root, strength: Strength.script, why: `its task "test" in ${file}` });
    else if (await hasTests(root, files, project))
      found.push({ root, strength: Strength.config, why: `${file} and Deno tests below it` });
  }
  return found;
}

async function hasTests(root: string, files: readonly string[], project: Project): Promise<boolean> {
  for (const file of files) {
    if (!isInside(root, file) || denoTest.role(file) !== "test") continue;
    if (/\bDeno\.test\b|@std\/testing|["']node:test["']/.test((await project.text(file)) ?? "")) return true;
  }
  return false;
}

/** Deno options of the `test` task; all permissions if there is no task, because the sandbox confines it. */
async function ownTask(root: string, project: Project) {
  for (const name of ["deno.json", "deno.jsonc"]) {
    const task = taskIn((await project.text(fromRoot(root, name))) ?? "");
    if (task !== null) return { env: task.env, ...ownArguments(task.words, KEEPING) };
  }
  return { env: {}, flags: ["-A"], paths: [] };
}

function taskIn(settings: string) {
  const [, line] = /"test"\s*:\s*(?:\{[^}]*"command"\s*:\s*)?("(?:[^"\\]|\\.)*")/.exec(settings) ?? [];
  if (line === undefined) return null;
  for (const { words, env } of parseScriptLine(JSON.parse(line) as string)) {
    const given = argumentsIn(words);
    if (given !== null) return { words: given, env };
  }
  return null;
}

/** Deno selects tests by name, without their steps. */
function filterOf({ selection }: RunRequest): string | null {
  if (selection.kind !== "tests" || selection.ids.length > 200) return null;
  const names = selection.ids.map((id) => splitId(id).titles[0]);
  if (names.some((name) => name === undefined)) return null;
  return `/^(?:${[...new Set(names)].map((name) => escapeRegex(name ?? "")).join("|")})(?: > |$)/`;
}

/** Files that do not compile, which prevent everything from running, and those that throw when loaded. */
function loadErrors(output: string, { root, tree }: RunRequest): readonly ReportedTest[] {
  const text = clean(output, 1 << 20);
  const found = new Map<string, ReportedTest>();
  const add = (file: string, message: string, stack: string, line: number | null) => {
    const failure = { type: "LoadError", message, stack, line };
    if (!found.has(file)) found.set(file, fileError(file, failure));
  };
  const uncaught = /^(\S+) \(uncaught error\)\nerror: (.*)\n([\s\S]*?)(?=\n\n|\nThis error was not)/gm;
  for (const [, path = "", message = "", stack = ""] of text.matchAll(uncaught)) {
    const file = fromRoot(root, path);
    add(file, message, stack, lineInStack(stack, nameOf(file)));
  }
  if (/^running \d+ tests? from/m.test(text)) return [...found.values()];
  const places = /^(?:TS\d+ \[ERROR\]|error): (.+)\n(?:.*\n)*?\s+at file:\/\/(\/[^\s:]+):(\d+):\d+/gm;
  for (const [stack, message = "", path = "", line] of text.matchAll(places)) {
    const file = belowTree(tree, path);
    if (file !== null) add(file, message, stack, Number(line));
  }
  return [...found.values()];
}
