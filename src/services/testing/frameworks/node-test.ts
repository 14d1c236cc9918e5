import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { type NodeContext, plainScripts, readNodeReports } from "../confirm/node-test.ts";
import { artifactName } from "../confirm/seed.ts";
import type { Evidence, FileRole, Framework, Invocation, Project, RunRequest } from "../contract.ts";
import { Strength } from "../contract.ts";
import {
  expandPaths,
  fullName,
  JAVASCRIPT,
  ownArguments,
  packages,
  readPackage,
  type ScriptCommand,
  testCommands,
} from "../ecosystems/javascript.ts";
import { selectedFiles, splitId } from "../ids.ts";
import { folderOf, fromRoot, hasFolder, isInside, nameOf, toRoot, upwards } from "../paths.ts";
import { coverageEnvironment } from "../results/coverage.ts";
import { PROCESS, REPORT, readEvents } from "../results/events.ts";

export const nodeTest: Framework = {
  meta: {
    id: "node:test",
    patienceSeconds: 20,
    title: "node:test",
    startedAs: "node --test",
    why: "Node's own runner, with our reporter, which keeps nesting, file and line, on Node 24 and later.",
    language: "javascript",
    coverage: "per test",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"node --test"}}' }, roots: ["."] },
      { files: { "a.test.js": "import test from 'node:test';\n" }, roots: ["."] },
      {
        files: { "lib/package.json": "{}", "lib/test/a.mjs": "import { test } from 'node:test';\n" },
        roots: ["lib"],
      },
      {
        files: { "package.json": '{"scripts":{"test":"jest"}}', "a.test.js": "test('a', () => {});\n" },
        roots: [],
      },
    ],
  },

  async detect(project) {
    const all = await packages(project);
    const found: Evidence[] = [];
    for (const { root, scripts } of all) {
      const command = testCommands(scripts).find(isNodeTest);
      if (command)
        found.push({ root, strength: Strength.script, why: `npm test runs "${command.words.join(" ")}"` });
    }
    const roots = all.map((each) => each.root);
    for (const file of await project.files()) {
      if (nodeTest.role(file) !== "test" || found.some(({ root }) => isInside(root, file))) continue;
      if (!/["']node:test["']/.test((await project.text(file)) ?? "")) continue;
      const root = upwards(folderOf(file)).find((folder) => roots.includes(folder)) ?? ".";
      if (!found.some((each) => each.root === root))
        found.push({ root, strength: Strength.files, why: `${file} imports node:test` });
    }
    return found;
  },

  argumentsIn: (words) => (isNodeTest({ words }) ? words.slice(1) : null),

  async command(request, project): Promise<Invocation> {
    const own = await ownCommand(request.root, project);
    const reporter = request.resource("node-test-reporter.mjs");
    return {
      argv: [
        request.programs.node,
        ...own.flags,
        ...["--require", request.resource("node-preload.cjs"), "--test"],
        ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
        ...[`--test-reporter=${reporter}`, "--test-reporter-destination=stdout"],
        ...namePatterns(request),
        ...(await pathsToRun(request, own.paths, project)),
      ],
      env: { ...own.env, NO_COLOR: "1", ...coverageEnvironment(request) },
      artifacts: [REPORT, PROCESS],
      narrowed: namePatterns(request).length > 0,
    };
  },

  parse(process, _invocation, request) {
    return readEvents(process, { request, sameId: "number" });
  },

  confirm: {
    isSilent: true,

    async command(request, project, seed): Promise<Invocation> {
      const own = await ownCommand(request.root, project);
      const [tap, junit] = [artifactName(seed, "tap"), artifactName(seed, "xml")];
      const paths = await pathsToRun(request, own.paths, project);
      const named = paths.map((path) => fromRoot(request.root, path));
      const all = (await project.files()).filter(
        (file) => isInside(request.root, file) && nodeTest.role(file) === "test",
      );
      return {
        argv: [
          request.programs.node,
          ...own.flags,
          // A third reporter, for the screen, would make Node warn about too many listeners.
          ...["--test", "--test-reporter=tap", `--test-reporter-destination={artifacts}/${tap}`],
          ...["--test-reporter=junit", `--test-reporter-destination={artifacts}/${junit}`],
          ...namePatterns(request),
          ...paths,
        ],
        env: { ...own.env, NO_COLOR: "1" },
        artifacts: [tap, junit],
        narrowed: namePatterns(request).length > 0,
        context: {
          tap,
          junit,
          scripts: await plainScripts(named.length > 0 ? named : all, project),
        } satisfies NodeContext,
      };
    },
    parse: readNodeReports,
  },

  role(path): FileRole | null {
    if (hasFolder(path, ["node_modules"])) return null;
    if (/(^|\/)(fixtures|__fixtures__|__snapshots__)\//.test(path) || path.endsWith(".snapshot"))
      return "support";
    if (!JAVASCRIPT.test(path)) return hasFolder(path, ["test", "tests", "__tests__"]) ? "support" : null;
    if (/^test[-.]|[-_.](test|spec)\.[cm]?[jt]sx?$/.test(nameOf(path))) return "test";
    return hasFolder(path, ["test", "tests", "__tests__", "spec"]) ? "test" : null;
  },
};

function isNodeTest({ words }: Pick<ScriptCommand, "words">): boolean {
  return /(^|\/)(node|tsx)$/.test(words[0] ?? "") && words.includes("--test");
}

const KEEPING = {
  values: /^(--import|--require|-r|--loader|--experimental-loader|--conditions|-C|--env-file)$/,
  dropped:
    /^--(test$|test-reporter|test-name-pattern|test-only|watch|experimental-test-coverage|test-coverage)/,
  droppedValues: /^--test-(reporter|reporter-destination|name-pattern)$/,
};

/** Options of the project's own test script. `tsx --test` is `node --import tsx --test`. */
async function ownCommand(root: string, project: Project) {
  const { words, env } = testCommands((await readPackage(root, project))?.scripts ?? {}).find(isNodeTest) ?? {
    words: [],
    env: {},
  };
  const { flags, paths } = ownArguments(words.slice(1), KEEPING);
  return { flags: words[0]?.endsWith("tsx") ? ["--import", "tsx", ...flags] : flags, paths, env };
}

/** Files that Node finds by itself need no argument; test files elsewhere are listed individually. */
async function pathsToRun(request: RunRequest, own: readonly string[], project: Project): Promise<string[]> {
  const { root } = request;
  const files = selectedFiles(request);
  if (files !== null) return files;
  if (own.length > 0) return (await expandPaths(own, root, project)).filter(isNotHelper);
  const tests = (await project.files()).filter(
    (file) => isInside(root, file) && nodeTest.role(file) === "test",
  );
  const strays: string[] = [];
  for (const file of tests.filter((each) => !foundByNode(toRoot(root, each)))) {
    if (/["']node:test["']/.test((await project.text(file)) ?? "")) strays.push(file);
  }
  if (strays.length === 0) return [];
  return [...tests.filter((file) => foundByNode(toRoot(root, file))), ...strays].map((file) =>
    toRoot(root, file),
  );
}

/** Folders named in a script also contain helpers and fixtures. */
function isNotHelper(path: string): boolean {
  return !/(^|\/)(fixtures|__fixtures__|helpers?|node_modules)\//.test(path) && !path.endsWith(".d.ts");
}

function foundByNode(path: string): boolean {
  const name = nameOf(path);
  return /^test(-.*)?\.[cm]?[jt]s$|[-_.]test\.[cm]?[jt]s$/.test(name) || hasFolder(path, ["test"]);
}

/**
 * Node 20 matches a test's own name, later versions the full name; a nested test runs only if the outer one is selected
 * too. So every title on the path is listed, and the report is filtered afterwards.
 */
function namePatterns({ selection }: RunRequest): string[] {
  if (selection.kind !== "tests" || selection.ids.length > 100) return [];
  const titles = selection.ids.map((id) => splitId(id).titles);
  if (titles.some((each) => each.length === 0)) return [];
  const names = new Set(titles.flatMap((each) => [...each.map(escapeRegex), fullName(each)]));
  return [...names].map((name) => `--test-name-pattern=^${name}$`);
}
