import { readJestJson } from "../confirm/jest-json.ts";
import { artifactName } from "../confirm/seed.ts";
import type { Finished, Framework, Invocation, Report } from "../contract.ts";
import { argumentsOf } from "../ecosystems/javascript.ts";
import { detectTool, javascriptRole } from "../ecosystems/javascript-detect.ts";
import { type NpmTool, startOf } from "../ecosystems/npm-tool.ts";
import { toRoot } from "../paths.ts";
import { PROCESS, REPORT, readEvents } from "../results/events.ts";
import { addTest } from "../results/reported.ts";

const TOOL: NpmTool = {
  name: "jest",
  program: /(^|\/)jest(\.js)?$/,
  config: /^jest\.config\.([cm]?[jt]s|json)$/,
  keeping: {
    values: /^(--config|-c|--projects?|--selectProjects|--rootDir|--roots|--env|--testEnvironment)$/,
    dropped:
      /^(--watch|--coverage|--json|--reporters|--verbose|--silent|--ci|--testLocationInResults|--outputFile|-t|--testNamePattern|-o|--onlyChanged|--passWithNoTests|--bail|-b|-u|--updateSnapshot|--color)/,
    droppedValues:
      /^(-t|--testNamePattern|--reporters|--outputFile|--coverageDirectory|--coverageReporters|--coverageProvider)$/,
  },
};

const ENTRY = "bin/jest.js";

export const jest: Framework = {
  meta: {
    id: "jest",
    patienceSeconds: 60,
    title: "Jest",
    startedAs: "jest",
    why: "Our reporter records every test as it ends, so an interrupted run still reports what it saw.",
    foundNone: { exitCode: 1, says: /No tests found, exiting with code 1/ },
    package: "jest",
    settingsFiles: /^jest[\w.-]*\.config\.\w+$/,
    settingsField: TOOL.name,
    language: "javascript",
    coverage: "per file",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"jest --ci"}}' }, roots: ["."] },
      { files: { "package.json": '{"jest":{}}' }, roots: ["."] },
      { files: { "a/package.json": '{"devDependencies":{"jest":"1"}}' }, roots: ["a"] },
      { files: { "package.json": '{"scripts":{"test":"vitest"}}' }, roots: [] },
    ],
  },

  detect: (project) => detectTool(project, TOOL),

  argumentsIn: (words) => argumentsOf(words, TOOL.program),

  async command(request, project): Promise<Invocation> {
    const { root, coverageOf } = request;
    const { own, program, pattern, files } = await startOf(request, project, TOOL, ENTRY);
    const coverage = coverageOf.flatMap((path) => ["--collectCoverageFrom", toRoot(root, path)]);
    return {
      argv: [
        ...program,
        ...own.flags,
        ...["--ci", "--watchAll=false", "--testLocationInResults", "--reporters=default"],
        `--reporters=${request.resource("jest-reporter.cjs")}`,
        ...(coverage.length > 0
          ? [
              "--coverage",
              "--coverageProvider=babel",
              "--coverageReporters=none",
              "--coverageThreshold={}",
              ...coverage,
            ]
          : ["--coverage=false"]),
        ...(pattern === null ? [] : ["--testNamePattern", pattern]),
        ...(files === null ? own.paths : ["--runTestsByPath", ...files]),
      ],
      env: { ...own.env, NO_COLOR: "1", FORCE_COLOR: "0" },
      artifacts: [REPORT, PROCESS],
      narrowed: pattern !== null,
    };
  },

  parse(process, _invocation, request) {
    return readEvents(process, { request, sameId: "number" }) ?? withoutTests(process);
  },

  confirm: {
    async command(request, project, seed): Promise<Invocation> {
      const { own, program, pattern, files } = await startOf(request, project, TOOL, ENTRY);
      const artifact = artifactName(seed, "json");
      return {
        argv: [
          ...program,
          ...own.flags,
          ...["--json", `--outputFile={artifacts}/${artifact}`, "--coverage=false", "--ci", "--no-watchAll"],
          ...(pattern === null ? [] : [`--testNamePattern=${pattern}`]),
          ...(files === null ? own.paths : ["--runTestsByPath", ...files]),
        ],
        env: { ...own.env, NO_COLOR: "1", FORCE_COLOR: "0" },
        artifacts: [artifact],
        narrowed: pattern !== null,
        context: artifact,
      };
    },

    parse(process, invocation, request) {
      const found = readJestJson(process.artifacts[String(invocation.context)], request);
      if (found === null) return withoutTests(process);
      for (const file of found.brokenFiles) addTest(found.tests, file, "merge");
      return { tests: [...found.tests.values()], finished: true };
    },
  },

  role: (path) => javascriptRole(path, /^jest\.(config|setup)|^setup-?tests?\./i),
};

/** Jest writes no report if it finds nothing to run, but prints a message. */
function withoutTests(process: Finished): Report | null {
  if (!/^No tests found/m.test(process.stdout + process.stderr)) return null;
  return { tests: [], finished: true };
}
