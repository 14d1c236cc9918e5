import { artifactName, hashSeed } from "../confirm/seed.ts";
import { readVitestJson } from "../confirm/vitest.ts";
import type { Framework, Invocation, Project, RunRequest } from "../contract.ts";
import { argumentsOf, readPackage } from "../ecosystems/javascript.ts";
import { detectTool, javascriptRole } from "../ecosystems/javascript-detect.ts";
import { type NpmTool, startOf } from "../ecosystems/npm-tool.ts";
import { toRoot, upwards } from "../paths.ts";
import { PROCESS, REPORT, readEvents } from "../results/events.ts";

const TOOL: NpmTool = {
  name: "vitest",
  program: /(^|\/)vitest(\.mjs)?$/,
  config: /^vitest\.(config|workspace)\.([cm]?[jt]s|json)$/,
  keeping: {
    values: /^(--config|-c|--root|-r|--dir|--project|--environment|--pool|--mode|--exclude)$/,
    dropped:
      /^(--watch|-w|--coverage|--reporter|--outputFile|-t|--testNamePattern|--run|--ui|--passWithNoTests|--bail|-u|--update|--changed|--silent|--color|--typecheck)/,
    droppedValues: /^(-t|--testNamePattern|--reporter|--outputFile|--changed)$/,
  },
};

export const vitest: Framework = {
  meta: {
    id: "vitest",
    patienceSeconds: 60,
    title: "Vitest",
    startedAs: "vitest run",
    why: "Our reporter distinguishes suites, expected failures and errors outside tests, on Vitest 1 and later.",
    foundNone: {
      exitCode: 1,
      says: /No test files found, exiting with code 1/,
      // If its global setup fails, Vitest also prints that message.
      unless: /\b(?:Unhandled|Startup) Errors?\b|GlobalSetup/,
    },
    package: "vitest",
    settingsFiles: /^vitest[\w.-]*\.(config|workspace)\.\w+$/,
    settingsField: TOOL.name,
    language: "javascript",
    coverage: "per run",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"vitest run"}}' }, roots: ["."] },
      { files: { "vitest.config.ts": "" }, roots: ["."] },
      {
        files: { "a/package.json": '{"devDependencies":{"vitest":"1"}}', "b/package.json": "{}" },
        roots: ["a"],
      },
      { files: { "package.json": '{"scripts":{"test":"jest"}}' }, roots: [] },
    ],
  },

  detect: (project) => detectTool(project, TOOL),

  argumentsIn: (words) => argumentsOf(words, TOOL.program),

  async command(request, project): Promise<Invocation> {
    const { own, program, pattern, files } = await startVitest(request, project);
    return {
      argv: [
        ...program,
        "run",
        ...own.flags,
        ...[
          "--includeTaskLocation",
          "--reporter=default",
          `--reporter=${request.resource("vitest-reporter.mjs")}`,
        ],
        ...(await coverageFlags(request, project)),
        ...(pattern === null ? [] : ["--testNamePattern", pattern]),
        ...files,
      ],
      env: { ...own.env, NO_COLOR: "1", CI: "1" },
      artifacts: [REPORT, PROCESS],
      narrowed: pattern !== null,
    };
  },

  parse: (process, _invocation, request) => readEvents(process, { request, sameId: "number" }),

  confirm: {
    async command(request, project, seed): Promise<Invocation> {
      const { own, program, pattern, files } = await startVitest(request, project);
      const artifact = artifactName(seed, "json");
      return {
        argv: [
          ...program,
          "run",
          ...own.flags,
          ...["--coverage.enabled=false", `--sequence.seed=${hashSeed(seed)}`, "--reporter=dot"],
          ...["--reporter=json", `--outputFile.json={artifacts}/${artifact}`],
          ...(pattern === null ? [] : [`--testNamePattern=${pattern}`]),
          ...files,
        ],
        env: { ...own.env, NO_COLOR: "1", CI: "1" },
        artifacts: [artifact],
        narrowed: pattern !== null,
        context: artifact,
      };
    },
    parse: readVitestJson,
  },

  role: (path) => javascriptRole(path, /^vitest\.(config|workspace|setup)|^setup-?tests?\./i),
};

/** The files are those of the project's own script if none are selected. */
async function startVitest(request: RunRequest, project: Project) {
  const { files, ...start } = await startOf(request, project, TOOL, "vitest.mjs");
  const given = start.own.paths.filter((path) => !/^(run|watch|dev)$/.test(path));
  return { ...start, files: files ?? given };
}

/** Vitest measures coverage only with a provider, which is a separate package. */
async function coverageFlags(request: RunRequest, project: Project): Promise<string[]> {
  if (request.coverageOf.length === 0) return ["--coverage.enabled=false"];
  for (const provider of ["v8", "istanbul"]) {
    for (const folder of upwards(request.root)) {
      const home = `${folder === "." ? "" : `${folder}/`}node_modules/@vitest/coverage-${provider}`;
      if ((await readPackage(home, project)) === null) continue;
      return [
        ...[
          "--coverage.enabled",
          `--coverage.provider=${provider}`,
          "--coverage.reporter=json",
          "--coverage.reportOnFailure",
        ],
        ...request.coverageOf.map((path) => `--coverage.include=${toRoot(request.root, path)}`),
      ];
    }
  }
  return ["--coverage.enabled=false"];
}
