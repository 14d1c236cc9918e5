import { type MochaContext, readMochaJson, suiteTitles } from "../confirm/mocha.ts";
import { artifactName } from "../confirm/seed.ts";
import type { Finished, Framework, Invocation, Report, RunRequest } from "../contract.ts";
import { argumentsOf } from "../ecosystems/javascript.ts";
import { detectTool, javascriptRole, testFilesBelow } from "../ecosystems/javascript-detect.ts";
import { type NpmTool, startOf } from "../ecosystems/npm-tool.ts";
import { belowTree, toRoot } from "../paths.ts";
import { failureFromOutput, PROCESS, REPORT, readEvents } from "../results/events.ts";
import { fileError } from "../results/reported.ts";

const TOOL: NpmTool = {
  name: "mocha",
  program: /(^|\/)_?mocha(\.js)?$/,
  config: /^\.mocharc\.(c?js|json|jsonc|ya?ml)$/,
  keeping: {
    values:
      /^(--config|--require|-r|--spec|--file|--extension|--ui|-u|--timeout|-t|--slow|-s|--ignore|--exclude|--import|--loader|--package|--opts)$/,
    dropped:
      /^(--watch|-w|--reporter|-R|-O|--grep|-g|--fgrep|-f|--bail|-b|--parallel|-p$|--color|-c$|--pass-with-no-tests|--dry-run|--fail-zero|--forbid-only)/,
    droppedValues: /^(--reporter|-R|--reporter-options?|-O|--grep|-g|--fgrep|-f|--jobs|-j|--watch-files)$/,
  },
};

const ENTRY = "bin/mocha.js";

export const mocha: Framework = {
  meta: {
    id: "mocha",
    patienceSeconds: 20,
    title: "Mocha",
    startedAs: "mocha",
    why: "Our reporter names the file of every test; files that Mocha cannot load are read from its output.",
    foundNone: { exitCode: 1, says: /No test files found/ },
    package: "mocha",
    settingsFiles: /^\.mocharc\.[\w.]+$/,
    settingsField: TOOL.name,
    blamesSources: true,
    language: "javascript",
    coverage: "none",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"mocha -r x spec/"}}' }, roots: ["."] },
      { files: { ".mocharc.json": "{}" }, roots: ["."] },
      { files: { "a/package.json": '{"devDependencies":{"mocha":"1"}}' }, roots: ["a"] },
      { files: { "package.json": '{"scripts":{"test":"jest"}}' }, roots: [] },
    ],
  },

  detect: (project) => detectTool(project, TOOL),

  argumentsIn: (words) => argumentsOf(words, TOOL.program),

  async command(request, project): Promise<Invocation> {
    const { own, program, pattern, files } = await startOf(request, project, TOOL, ENTRY);
    return {
      argv: [
        ...program,
        ...own.flags,
        ...["--no-color", "--no-parallel", "--reporter", request.resource("mocha-reporter.cjs")],
        ...(pattern === null ? [] : ["--grep", pattern]),
        ...(files ?? own.paths),
      ],
      env: { ...own.env, NO_COLOR: "1" },
      artifacts: [REPORT, PROCESS],
      narrowed: pattern !== null,
    };
  },

  parse(process, _invocation, request) {
    return readEvents(process, { request, sameId: "number" }) ?? withoutReport(process, request);
  },

  confirm: {
    isSilent: true,

    async command(request, project, seed): Promise<Invocation> {
      const { own, program, pattern, files } = await startOf(request, project, TOOL, ENTRY);
      const artifact = artifactName(seed, "json");
      const written = await testFilesBelow(request.root, project, mocha);
      return {
        argv: [
          ...program,
          ...own.flags,
          ...["--reporter=json", "--reporter-option", `output={artifacts}/${artifact}`],
          ...["--no-parallel", "--no-color"],
          ...(pattern === null ? [] : ["--grep", pattern]),
          ...(files ?? own.paths),
        ],
        env: { ...own.env, NO_COLOR: "1" },
        artifacts: [artifact],
        narrowed: pattern !== null,
        context: { artifact, suites: await suiteTitles(written, project) } satisfies MochaContext,
      };
    },

    parse(process, invocation, request) {
      const context = invocation.context as MochaContext;
      return readMochaJson(process, context, request) ?? withoutReport(process, request);
    },
  },

  role: (path) => javascriptRole(path, /^\.mocharc\./),
};

/** What can be reported if Mocha exited before it wrote its report. */
function withoutReport(process: Finished, request: RunRequest): Report | null {
  if (!/No test files found/.test(process.stderr)) return loadError(process, request);
  return { tests: [], finished: true };
}

/**
 * Mocha loads every file before it creates a reporter: a file that throws ends the run, with the error on the screen.
 */
function loadError(process: Finished, request: RunRequest): Report | null {
  const output = [process.stderr, process.stdout].join("\n");
  if (process.exitCode === 0 || !/\b\w*Error(?: \[\w+\])?: /.test(output) || process.timedOut) return null;
  const paths = [...output.matchAll(/(?:file:\/\/)?(\/[^\s:()'"]+\.[cm]?[jt]sx?)/g)]
    .map((match) => match[1] ?? "")
    .filter((path) => !path.includes("/node_modules/"));
  const files = paths.flatMap((path) => belowTree(request.tree, path) ?? []);
  const file = files.find((each) => mocha.role(toRoot(request.root, each)) === "test") ?? files[0];
  if (file === undefined) return null;
  return { tests: [fileError(file, failureFromOutput(output, file))], finished: false };
}
