import { commandFramework } from "../command-framework.ts";
import type { Project, RunRequest } from "../contract.ts";
import { argumentsOf, expandPaths } from "../ecosystems/javascript.ts";
import { detectTool, javascriptRole, testFilesBelow } from "../ecosystems/javascript-detect.ts";
import { type NpmTool, ownCommand } from "../ecosystems/npm-tool.ts";
import { selectedFiles } from "../ids.ts";
import { toRoot } from "../paths.ts";

const TOOL: NpmTool = {
  name: "tape",
  program: /(^|\/)tape$/,
  config: /^\.tape-config$/,
  keeping: {
    values: /^(--require|-r|--import)$/,
    dropped: /^(--no-only|--ignore|-i|--strict)/,
    droppedValues: /^(--ignore|-i|--ignore-pattern)$/,
  },
};

/**
 * One process per file: tape does not say which file a test is in. An empty plan if there are no files. The first
 * argument is the number of Node flags.
 */
const LOOP =
  'n=$1; shift; code=0; i=0; flags=; while [ $i -lt $n ]; do flags="$flags $1"; shift; i=$((i + 1)); done; node=$1; shift; [ $# -gt 0 ] || echo 1..0; for file; do printf "\\n# file %s\\n" "$file"; $node $flags "$file" 2>&1 || { code=1; printf "\\n# failed\\n"; }; done; exit $code';

export const tape = commandFramework({
  meta: {
    id: "tape",
    title: "tape",
    startedAs: "tape",
    why: "tape prints TAP in which comments name the tests; every file runs in its own process, so results can be assigned to it.",
    foundNone: { exitCode: 0, says: /^1\.\.0$/m },
    package: "tape",
    language: "javascript",
    coverage: "none",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"tape test/*.js"}}' }, roots: ["."] },
      { files: { "a/package.json": '{"devDependencies":{"tape":"5"}}' }, roots: ["a"] },
      { files: { "package.json": '{"scripts":{"test":"tap"}}' }, roots: [] },
    ],
  },
  format: "tap",
  tap: { byFile: true, byComment: true },
  reports: [],
  detect: (project) => detectTool(project, TOOL),
  argumentsIn: (words) => argumentsOf(words, TOOL.program),
  async start(request, project) {
    const own = await ownCommand(request.root, project, TOOL);
    return {
      argv: [
        ...(["sh", "-c", LOOP, "sh"] as const),
        ...[String(own.flags.length), ...own.flags, request.programs.node],
        ...(await filesOf(request, own.paths, project)),
      ],
      typed: "tape",
      env: own.env,
    };
  },
  role: (path) => javascriptRole(path, /^\.tape-config$/),
});

async function filesOf(request: RunRequest, own: readonly string[], project: Project): Promise<string[]> {
  const { root } = request;
  const selected = selectedFiles(request);
  if (selected !== null) return selected;
  if (own.length > 0) return expandPaths(own, root, project);
  const found: string[] = [];
  for (const file of await testFilesBelow(root, project, tape)) {
    if (/["']tape["']/.test((await project.text(file)) ?? "")) found.push(toRoot(root, file));
  }
  return found;
}
