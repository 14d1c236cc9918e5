import { commandFramework } from "../command-framework.ts";
import { argumentsOf, readPackage } from "../ecosystems/javascript.ts";
import { detectTool, javascriptRole } from "../ecosystems/javascript-detect.ts";
import { installedProgram, type NpmTool, ownCommand } from "../ecosystems/npm-tool.ts";
import { selectedFiles } from "../ids.ts";
import { fromRoot } from "../paths.ts";

const TOOL: NpmTool = {
  name: "tap",
  program: /(^|\/)tap(\.m?js)?$/,
  config: /^\.taprc$/,
  keeping: {
    values: /^(--node-arg|--test-arg|--timeout|-t|--jobs|-j|--include|--exclude|--plugin|--before|--after)$/,
    dropped:
      /^(--reporter|-R|--watch|-w|--bail|-b|--coverage|--cov|--no-cov|--disable-coverage|--allow|--100|--check-cov|--only|-O|--grep|-g|--color|--no-color|-c$|-C$)/,
    droppedValues: /^(--reporter|-R|--coverage-report|--grep|-g)$/,
  },
};

export const tap = commandFramework({
  meta: {
    id: "tap",
    title: "node-tap",
    startedAs: "tap",
    why: "node-tap prints nested TAP with files at the top level; test points without a subtest are assertions.",
    package: "tap",
    settingsFiles: TOOL.config,
    settingsField: "tap",
    language: "javascript",
    coverage: "none",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"tap"}}' }, roots: ["."] },
      { files: { "a/.taprc": "" }, roots: ["a"] },
      { files: { "package.json": '{"scripts":{"test":"tape test"}}' }, roots: [] },
    ],
  },
  format: "tap",
  tap: { byAssertion: true },
  reports: [],
  detect: (project) => detectTool(project, TOOL),
  argumentsIn: (words) => argumentsOf(words, TOOL.program),
  async start(request, project) {
    const own = await ownCommand(request.root, project, TOOL);
    const { version } =
      (await readPackage(fromRoot(request.root, "node_modules/tap"), project))?.fields ?? {};
    const isOld = /^1[0-7]\./.test(String(version));
    return {
      argv: [
        request.programs.node,
        (await installedProgram(request, project, "tap")) ?? "node_modules/tap/dist/esm/run.mjs",
        ...own.flags,
        ...["--reporter=tap", isOld ? "--no-coverage" : "--disable-coverage"],
        ...(selectedFiles(request) ?? own.paths),
      ],
      env: own.env,
    };
  },
  role: (path) => javascriptRole(path, TOOL.config),
});
