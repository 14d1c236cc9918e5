import { commandFramework } from "../command-framework.ts";
import type { Project, ReportedTest, RunRequest } from "../contract.ts";
import { Strength } from "../contract.ts";
import {
  JAVASCRIPT,
  namePattern,
  ownArguments,
  packages,
  readPackage,
  testCommands,
} from "../ecosystems/javascript.ts";
import { javascriptRole } from "../ecosystems/javascript-detect.ts";
import { installedProgram } from "../ecosystems/npm-tool.ts";
import { selectedFiles } from "../ids.ts";
import { folderOf, fromRoot, upwards } from "../paths.ts";
import { fileError } from "../results/reported.ts";
import { clean } from "../results/text.ts";

const REPORT = "{artifacts}/junit.xml";

const KEEPING = {
  values:
    /^(--preload|-r|--config|-c|--timeout|--cwd|--define|-d|--conditions|--env-file|--tsconfig-override)$/,
  dropped:
    /^(--watch|--hot|--bail|--coverage|--only|--todo|--rerun-each|--update-snapshots|-u$|--reporter|--randomize|--seed|-t|--test-name-pattern)/,
  droppedValues:
    /^(--reporter|--reporter-outfile|--coverage-reporter|--coverage-dir|-t|--test-name-pattern)$/,
};

export const bunTest = commandFramework({
  meta: {
    id: "bun test",
    title: "bun test",
    startedAs: "bun test",
    why: "Bun's own runner writes JUnit XML; files that it cannot load are read from its output.",
    package: "bun",
    settingsFiles: /^bunfig\.toml$/,
    foundNone: { exitCode: 1, says: /No tests found!|did not match any test files/ },
    language: "javascript",
    coverage: "none",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"bun test"}}' }, roots: ["."] },
      { files: { "a/package.json": "{}", "a/b.test.ts": 'import { test } from "bun:test";' }, roots: ["a"] },
      { files: { "package.json": '{"scripts":{"test":"bun run vitest"}}' }, roots: [] },
    ],
  },
  format: "junit",
  reports: [REPORT],
  detect,
  argumentsIn,
  async start(request, project) {
    const own = await ownCommandOf(request.root, project);
    const { selection } = request;
    const pattern = selection.kind === "tests" ? namePattern(selection.ids) : null;
    return {
      argv: [
        (await installedProgram(request, project, "bun")) ?? "bun",
        ...["test", ...own.flags, "--reporter=junit", `--reporter-outfile=${REPORT}`],
        ...(pattern === null ? [] : [`--test-name-pattern=${pattern}`]),
        // A bare name would filter all paths.
        ...(selectedFiles(request)?.map((file) => `./${file}`) ?? own.paths),
      ],
      env: own.env,
      narrowed: pattern !== null,
    };
  },
  loadErrors,
  role: (path) => javascriptRole(path, /^bunfig\.toml$/),
});

function argumentsIn([program = "", word, ...rest]: readonly string[]): readonly string[] | null {
  return /(^|\/)bun$/.test(program) && word === "test" ? rest : null;
}

async function detect(project: Project) {
  const scripts = (await packages(project)).flatMap(({ root, scripts }) => {
    const command = testCommands(scripts).find(({ words }) => argumentsIn(words));
    if (command === undefined) return [];
    return [{ root, strength: Strength.script, why: `npm test runs "${command.words.join(" ")}"` }];
  });
  const roots = new Map<string, string>();
  for (const file of await project.files()) {
    if (!JAVASCRIPT.test(file) || javascriptRole(file, /^$/) !== "test") continue;
    if (!/["']bun:test["']/.test((await project.text(file)) ?? "")) continue;
    for (const folder of upwards(folderOf(file))) {
      if ((await readPackage(folder, project)) === null) continue;
      if (!roots.has(folder)) roots.set(folder, file);
      break;
    }
  }
  const files = [...roots].filter(([root]) => !scripts.some((each) => each.root === root));
  return [
    ...scripts,
    ...files.map(([root, file]) => ({ root, strength: Strength.files, why: `${file} imports bun:test` })),
  ];
}

async function ownCommandOf(root: string, project: Project) {
  const commands = testCommands((await readPackage(root, project))?.scripts ?? {});
  const command = commands.find(({ words }) => argumentsIn(words));
  return { env: command?.env ?? {}, ...ownArguments(argumentsIn(command?.words ?? []) ?? [], KEEPING) };
}

/** The report omits files that could not be loaded. */
function loadErrors(output: string, { root }: RunRequest): readonly ReportedTest[] {
  const text = clean(output, 1 << 20);
  const sections = text.matchAll(
    /^(\S+\.[cm]?[jt]sx?):\n+# Unhandled error between tests\n-+\n([\s\S]*?)\n-{5,}$/gm,
  );
  return [...sections].map(([, path = "", said = ""]) => {
    const file = fromRoot(root, path);
    const message = /^(?:error|\w*Error): .*$/m.exec(said)?.[0] ?? said.trim().split("\n")[0] ?? "";
    const line = Number(/(?::|^)(\d+):\d+\)?$/m.exec(said)?.[1]) || null;
    const failure = { type: "LoadError", message: message.replace(/^error: /, ""), stack: said, line };
    return fileError(file, failure);
  });
}
