import { commandFramework } from "../command-framework.ts";
import type { RunRequest } from "../contract.ts";
import { argumentsOf, namePattern } from "../ecosystems/javascript.ts";
import { detectTool, javascriptRole } from "../ecosystems/javascript-detect.ts";
import { type NpmTool, ownCommand } from "../ecosystems/npm-tool.ts";
import { selectedFiles } from "../ids.ts";
import { fromRoot } from "../paths.ts";

const TOOL: NpmTool = {
  name: "jasmine",
  program: /(^|\/)jasmine(\.js)?$/,
  config: /^jasmine\.(json|mjs|cjs|js)$/,
  keeping: {
    values: /^$/,
    dropped: /^--(reporter|filter|random|seed|fail-fast|stop|color|no-color|parallel|verbose)/,
    droppedValues: /^$/,
  },
};

/** Separates the file of a test from its titles in the names that the script prints. */
const BETWEEN = " › ";

/**
 * Jasmine has no machine-readable report, so its own API runs the specs and prints TAP. Arguments: its flags as JSON, a
 * pattern of names, files. A file that cannot be loaded is a test named after the file.
 */
const SCRIPT = `
const [given, pattern, ...files] = process.argv.slice(1);
const flags = JSON.parse(given);
const { env, stdout } = process;
const say = (line) => stdout.write(line + "\\n");
const { default: Jasmine } = await import("jasmine");
const { relative } = await import("node:path");
const { fileURLToPath } = await import("node:url");
const runner = new Jasmine({ projectBaseDir: process.cwd() });
const value = (name) => flags.find((flag) => flag.startsWith(name + "="))?.slice(name.length + 1);
let number = 0;
const paths = [];
const point = (file, titles, failed, directive = "") => {
  number += 1;
  const path = String(file ?? "").startsWith("file:") ? fileURLToPath(file) : (file ?? "");
  const name = [relative(process.cwd(), path), ...titles].filter((each) => each !== "").join(${JSON.stringify(BETWEEN)});
  const clean = name.replace(/[\\n\\r]+/g, " ").replace(/#/g, "\\\\#");
  say((failed.length > 0 ? "not ok " : "ok ") + number + " - " + clean + directive);
  const [first] = failed;
  if (first === undefined) return;
  const block = (text) => String(text ?? "").split("\\n").map((line) => "    " + line).join("\\n");
  const type = first.type ?? /^(\\w+Error): /.exec(first.message ?? "")?.[1] ?? "AssertionError";
  say("  ---\\n  name: " + type + "\\n  message: |\\n" + block(first.message) + "\\n  stack: |\\n" + block(first.stack) + "\\n  ...");
};
say("TAP version 13");
runner.exitOnCompletion = false;
await runner.loadConfigFile(value("--config") ?? env.JASMINE_CONFIG_PATH);
for (const flag of flags) if (flag.startsWith("--helper=")) runner.addMatchingHelperFiles([flag.slice(9)]);
for (const flag of flags) if (flag.startsWith("--require=")) runner.addRequires([flag.slice(10)]);
runner.randomizeTests(false);
runner.clearReporters();
runner.addReporter({
  suiteStarted: (suite) => void paths.push(suite.description),
  suiteDone: (suite) => {
    if ((suite.failedExpectations ?? []).length > 0) point(suite.filename, [...paths, "(suite)"], suite.failedExpectations);
    paths.pop();
  },
  specDone: (spec) =>
    spec.status === "excluded" && pattern !== ""
      ? undefined
      : point(spec.filename, [...paths, spec.description], spec.status === "failed" ? spec.failedExpectations : [], /^(excluded|pending)$/.test(spec.status) ? " # SKIP" : ""),
});
try {
  const done = await runner.execute(files.length > 0 ? files : undefined, pattern === "" ? undefined : new RegExp(pattern));
  if ((done.failedExpectations ?? []).length > 0) point(done.failedExpectations[0].filename, [], done.failedExpectations);
  process.exitCode = done.overallStatus === "passed" ? 0 : done.incompleteCode === "noSpecsFound" ? 4 : 3;
} catch (error) {
  const stack = String(error?.stack ?? error);
  const at = [...stack.matchAll(/(?:file:\\/\\/)?(\\/[^\\s:()]+\\.[cm]?[jt]sx?):\\d+/g)].map(([, path]) => path);
  const own = at.find((path) => path.startsWith(process.cwd() + "/") && !path.includes("/node_modules/"));
  point(own ?? /imported from (\\S+)/.exec(stack)?.[1] ?? "jasmine", [], [{ type: "LoadError", message: String(error?.name === undefined ? error : error.name + ": " + error.message), stack }]);
  process.exitCode = 1;
}
say("1.." + number);
`;

export const jasmine = commandFramework({
  meta: {
    id: "jasmine",
    title: "Jasmine",
    startedAs: "jasmine",
    why: "Jasmine has no machine-readable output, so our runner uses its API and prints TAP.",
    package: "jasmine",
    settingsFiles: TOOL.config,
    foundNone: { exitCode: 4, says: /1\.\.0/ },
    language: "javascript",
    coverage: "none",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"jasmine"}}' }, roots: ["."] },
      { files: { "a/package.json": '{"devDependencies":{"jasmine":"5"}}' }, roots: ["a"] },
      { files: { "package.json": '{"scripts":{"test":"jest"}}' }, roots: [] },
    ],
  },
  format: "tap",
  reports: [],
  detect: async (project) =>
    (await detectTool(project, TOOL)).map((each) => ({
      ...each,
      // Its settings are in spec/support; the package is in a folder above.
      root: each.root.replace(/(^|\/)spec\/support$/, "") || ".",
    })),
  argumentsIn: (words) => argumentsOf(words, TOOL.program),
  async start(request, project) {
    const own = await ownCommand(request.root, project, TOOL);
    const pattern = patternOf(request);
    return {
      argv: [
        ...([request.programs.node, ...own.nodeFlags, "--input-type=module", "-e", SCRIPT, "--"] as [
          string,
          ...string[],
        ]),
        ...[JSON.stringify(own.flags), pattern ?? ""],
        ...(selectedFiles(request) ?? own.paths),
      ],
      typed: "jasmine",
      env: own.env,
      narrowed: pattern !== null,
    };
  },
  async placeOf({ root }) {
    return (name) => {
      const [path = "", ...titles] = name.split(BETWEEN);
      return titles.length === 0 ? null : { file: fromRoot(root, path), titles };
    };
  },
  role: (path) => javascriptRole(path, TOOL.config),
});

function patternOf({ selection }: RunRequest): string | null {
  return selection.kind === "tests" ? namePattern(selection.ids) : null;
}
