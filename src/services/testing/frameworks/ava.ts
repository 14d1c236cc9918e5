import { commandFramework } from "../command-framework.ts";
import type { RunRequest } from "../contract.ts";
import { argumentsOf } from "../ecosystems/javascript.ts";
import { detectTool, javascriptRole, testFilesBelow } from "../ecosystems/javascript-detect.ts";
import { installedProgram, type NpmTool, ownCommand } from "../ecosystems/npm-tool.ts";
import { selectedFiles, splitId } from "../ids.ts";
import { nameOf, toRoot } from "../paths.ts";

const TOOL: NpmTool = {
  name: "ava",
  program: /(^|\/)ava$/,
  config: /^ava\.config\.[cm]?js$/,
  keeping: {
    values: /^(--config|--node-arguments|--timeout|-T|--concurrency|-c|--environment-variables)$/,
    dropped:
      /^(--watch|-w|--tap|-t|--verbose|-v|--fail-fast|--match|-m|--update-snapshots|-u|--color|--no-color)/,
    droppedValues: /^(--match|-m)$/,
  },
};

export const ava = commandFramework({
  meta: {
    id: "ava",
    title: "AVA",
    startedAs: "ava",
    why: "AVA prints TAP; titles start with the file's name if there are several files.",
    package: "ava",
    settingsFiles: TOOL.config,
    settingsField: "ava",
    foundNone: { exitCode: 1, says: /No tests found|Couldn.t find any files to test/ },
    language: "javascript",
    coverage: "none",
    examples: [
      { files: { "package.json": '{"scripts":{"test":"xo && ava"}}' }, roots: ["."] },
      { files: { "a/package.json": '{"devDependencies":{"ava":"6"}}' }, roots: ["a"] },
      { files: { "package.json": '{"scripts":{"test":"jest"}}' }, roots: [] },
    ],
  },
  format: "tap",
  reports: [],
  detect: (project) => detectTool(project, TOOL),
  argumentsIn: (words) => argumentsOf(words, TOOL.program),
  async start(request, project) {
    const own = await ownCommand(request.root, project, TOOL);
    const program =
      (await installedProgram(request, project, "ava")) ?? "node_modules/ava/entrypoints/cli.mjs";
    return {
      argv: [
        request.programs.node,
        program,
        ...own.flags,
        "--tap",
        ...matches(request),
        ...(selectedFiles(request) ?? own.paths),
      ],
      env: own.env,
      narrowed: matches(request).length > 0,
    };
  },
  async placeOf({ root, selection }, project) {
    const tests = await testFilesBelow(root, project, ava);
    const files = tests.map((file) => ({ file, parts: prefixParts(toRoot(root, file)) }));
    const named = new Set(
      selection.kind === "all"
        ? []
        : selection.kind === "files"
          ? selection.files
          : selection.ids.map((id) => splitId(id).file),
    );
    const [only] = named.size === 1 ? named : files.length === 1 ? files.map(({ file }) => file) : [];
    return (title) => {
      const parts = title.split(" › ");
      for (let count = parts.length - 1; count > 0; count -= 1) {
        const prefix = parts.slice(0, count).join("/");
        const found = files.filter(({ parts: own }) => `/${own}`.endsWith(`/${prefix}`));
        if (found.length === 1 && found[0]) return { file: found[0].file, titles: parts.slice(count) };
      }
      return only === undefined ? null : { file: only, titles: [title] };
    };
  },
  role: (path) => javascriptRole(path, /^ava\.config\./),
});

/** How AVA shortens a file path before a title. */
function prefixParts(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "__tests__")
    .map((part) =>
      part === nameOf(path)
        ? part.replace(/\.[cm]?[jt]sx?$/, "").replace(/^test-|[.-](test|spec)$/g, "")
        : part,
    )
    .join("/");
}

/** AVA treats a title as a pattern; only the asterisk is special. */
function matches({ selection }: RunRequest): string[] {
  if (selection.kind !== "tests" || selection.ids.length > 50) return [];
  const titles = selection.ids.map((id) => splitId(id).titles.join(" > ").replace(/^!/, "*"));
  return titles.includes("") ? [] : titles.map((title) => `--match=${title}`);
}
