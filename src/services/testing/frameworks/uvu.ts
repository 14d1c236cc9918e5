import { RE2JS } from "re2js";
import { commandFramework } from "../command-framework.ts";
import type { Project, RunRequest } from "../contract.ts";
import { argumentsOf, expandPaths } from "../ecosystems/javascript.ts";
import { detectTool, javascriptRole, testFilesBelow } from "../ecosystems/javascript-detect.ts";
import { type NpmTool, ownCommand } from "../ecosystems/npm-tool.ts";
import { selectedFiles } from "../ids.ts";
import { toRoot } from "../paths.ts";

const TOOL: NpmTool = {
  name: "uvu",
  program: /(^|\/)uvu(\/bin\.js)?$/,
  config: /^uvu\.config\./,
  keeping: {
    values: /^(--require|-r)$/,
    dropped: /^(--bail|-b|--color|-c|--no-color|--ignore|-i|--cwd|-C)/,
    droppedValues: /^(--ignore|-i|--cwd|-C)$/,
  },
};

/** Each file in its own process, with one test point: uvu prints only the names of failed tests. */
const SCRIPT = `
const { spawnSync } = require("node:child_process");
const [count, ...rest] = process.argv.slice(1);
const say = (line) => process.stdout.write(line + "\\n");
const flags = rest.slice(0, Number(count));
const files = rest.slice(Number(count));
say("TAP version 13");
files.forEach((file, at) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, file], { encoding: "utf8", maxBuffer: 1 << 26 });
  const text = (stdout + "\\n" + stderr).replace(/\\u001b\\[[\\d;]*m/g, "");
  const isEmpty = status === 0 && !/Total:\\s+[1-9]/.test(text);
  say((status === 0 ? "ok " : "not ok ") + (at + 1) + " - " + file + (isEmpty ? " # SKIP no tests" : ""));
  if (status === 0) return;
  process.exitCode = 1;
  const lines = text.split("\\n").map((line) => line.trim());
  const fail = lines.findIndex((line) => /^FAIL\\b/.test(line));
  const name = fail === -1 ? "" : lines[fail].replace(/^FAIL\\s+/, "") + ": ";
  const said = lines.slice(fail + 1).find((line) => (fail === -1 ? /^\\w*Error\\b/ : /\\S/).test(line)) ?? "it exited with " + status;
  const block = text.split("\\n").map((line) => "    " + line).join("\\n");
  const type = fail === -1 ? "LoadError" : (/^\\s*(\\w+Error)\\b/m.exec(text)?.[1] ?? "AssertionError");
  say("  ---\\n  name: " + type + "\\n  message: " + JSON.stringify(name + said) + "\\n  stack: |\\n" + block + "\\n  ...");
});
say("1.." + files.length);
`;

export const uvu = commandFramework({
  meta: {
    id: "uvu",
    title: "uvu",
    startedAs: "uvu",
    why: "uvu names failed tests only, so each file is one test, in its own process.",
    package: "uvu",
    language: "javascript",
    coverage: "none",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"uvu tests"}}' }, roots: ["."] },
      { files: { "a/package.json": '{"devDependencies":{"uvu":"0.5"}}' }, roots: ["a"] },
      { files: { "package.json": '{"scripts":{"test":"jest"}}' }, roots: [] },
    ],
  },
  format: "tap",
  reports: [],
  detect: (project) => detectTool(project, TOOL),
  argumentsIn: (words) => argumentsOf(words, TOOL.program),
  async start(request, project) {
    const own = await ownCommand(request.root, project, TOOL);
    const flags = [...own.nodeFlags, ...own.flags.map((flag) => (flag === "-r" ? "--require" : flag))];
    return {
      argv: [
        ...([request.programs.node, "-e", SCRIPT, "--"] as const),
        ...[String(flags.length), ...flags],
        ...(await filesOf(request, own.paths, project)),
      ],
      typed: "uvu",
      env: own.env,
    };
  },
  role: (path) => javascriptRole(path, /^uvu\.config\./),
});

/** `uvu folder pattern`: the pattern is a regular expression on paths in the folder. */
async function filesOf(
  request: RunRequest,
  [folder, pattern]: readonly string[],
  project: Project,
): Promise<string[]> {
  const selected = selectedFiles(request);
  if (selected !== null) return selected;
  const given = folder === undefined ? [] : await expandPaths([folder], request.root, project);
  if (given.length > 0) return given.filter((file) => pattern === undefined || matches(file, pattern));
  const tests = await testFilesBelow(request.root, project, uvu);
  return tests.map((file) => toRoot(request.root, file));
}

/** In linear time: the pattern comes from the repository. All files match one that is not supported. */
function matches(file: string, pattern: string): boolean {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(file).find();
  } catch {
    return true;
  }
}
