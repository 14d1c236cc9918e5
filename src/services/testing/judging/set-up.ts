import { posix } from "node:path";
import type { Suite } from "../../../domain/ports/testing.ts";
import type { Project } from "../contract.ts";
import { expandPaths, readPackage, testCommands } from "../ecosystems/javascript.ts";
import { folderOf, fromRoot, nameOf, upwards } from "../paths.ts";
import { isSettingsFile, settingsFields, startsTests } from "../registry.ts";
import type { Code } from "./code.ts";
import { DECLARES_TESTS } from "./collected.ts";
import { resolveJavascript, resolvePython } from "./imports.ts";

/** Files that configuration or the project's own command names, with the reason for people. */
export async function setUpFiles(
  suites: readonly Suite[],
  project: Project,
  code: Code,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const suite of suites) {
    for (const [path, why] of await ofScripts(suite, project, code)) found.set(path, why);
  }
  for (const file of code.layout.files) {
    if (!configures(file)) continue;
    for (const path of await namedIn(file, code)) found.set(path, `${file} names it as test setup`);
  }
  for (const [path, why] of await cfgTestModules(code)) found.set(path, why);
  return found;
}

const LOADS =
  /^(?:--import|--require|-r|--loader|--experimental-loader|--file|--config|-c|--globalSetup|--setupFiles\w*|--env-file)(?:=(.+))?$/;

/** Linters and compilers in the same script use the same flag names. */
const LAUNCHERS = /(?:^|\/)(?:node|tsx|ts-node|ts-mocha)(?:\.[cm]?js)?$/;

/** Files that `npm test` makes the runner load, and the test files that it lists individually. */
async function ofScripts(
  { root }: Suite,
  project: Project,
  code: Code,
): Promise<(readonly [string, string])[]> {
  const commands = testCommands((await readPackage(root, project))?.scripts ?? {}).filter(
    ({ words }) => LAUNCHERS.test(words[0] ?? "") || startsTests(words),
  );
  const words = commands.flatMap((command) => [
    ...command.words,
    ...(command.env.NODE_OPTIONS?.split(/\s+/) ?? []),
  ]);
  const loaded = words.flatMap((word, at) => {
    const match = LOADS.exec(word);
    const name = match?.[1] ?? (match ? words[at + 1] : undefined);
    return name === undefined ? [] : fileNamed(name, root, code);
  });
  const plain = words.filter((word, at) => !word.startsWith("-") && !LOADS.test(words[at - 1] ?? ""));
  const named: string[] = [];
  for (const path of (await expandPaths(plain, root, project)).map((each) => fromRoot(root, each))) {
    if (code.layout.files.has(path) && DECLARES_TESTS.test(await code.text(path))) named.push(path);
  }
  return [
    ...loaded.map((path) => [path, "the test command loads it"] as const),
    ...named.map((path) => [path, "the test command names it"] as const),
  ];
}

function fileNamed(name: string, folder: string, code: Code): string[] {
  const relative = /^\.\.?\//.test(name) ? name : `./${name}`;
  return resolveJavascript(posix.join(folder, "package.json"), relative, code.layout);
}

/** Files that configure tests among other things. */
const SHARED_SETTINGS =
  /^(?:(?:vitest|vite|jest)[\w.-]*\.(?:[cm]?[jt]s|json)|package\.json|setup\.cfg|pyproject\.toml|conftest\.py)$/;

/** Keys whose values are files that the runner loads before or around the tests. */
const KEYS =
  /["']?\b(?:setupFiles\w*|setupTestFrameworkScriptFile|global(?:Setup|Teardown)|snapshotSerializers|testEnvironment|testRunner|runner|resolver|require|file|import|loader|snapshotEnvironment|snapshotResolver)["']?\s*[:=](\s*\[[^\]]*\]|\s*["'`][^"'`\n]+["'`]|(?:[^\S\n]*\n\s*-[^\n]+)+|[^\S\n]*[^\s,{}[\]"'`]+)/g;
const PLUGINS = /\bpytest_plugins\s*(?::[^=\n]*)?=\s*(\[[^\]]*\]|\([^)]*\)|["'][^"'\n]+["'])/g;
const PLUGIN_FLAG = /(?:^|[\s"'=])-p[\s=]*["']?([A-Za-z_][\w.]*)/gm;

function configures(file: string): boolean {
  return SHARED_SETTINGS.test(nameOf(file)) || isSettingsFile(file);
}

async function namedIn(file: string, code: Code): Promise<string[]> {
  const name = nameOf(file);
  const text = await code.text(file);
  if (name === "conftest.py") return plugins(text, file, code);
  if (/\.(?:ini|cfg|toml)$/.test(name))
    return [...text.matchAll(PLUGIN_FLAG)].flatMap(([, plugin = ""]) =>
      resolvePython(file, "", plugin, code.layout),
    );
  const settings = name === "package.json" ? testFields(text) : text;
  return [...settings.matchAll(KEYS)].flatMap(([, value = ""]) =>
    strings(value).flatMap((each) => fileNamed(each.replace(/^<rootDir>\/?/, "./"), folderOf(file), code)),
  );
}

/** Test modules may also name plug-ins; those are found by their import names. */
export function plugins(text: string, file: string, code: Code): string[] {
  return [...text.matchAll(PLUGINS)].flatMap(([, value = ""]) =>
    strings(value).flatMap((name) => resolvePython(file, "", name, code.layout)),
  );
}

function testFields(text: string): string {
  try {
    return JSON.stringify(settingsFields(JSON.parse(text) as Record<string, unknown>));
  } catch {
    return "";
  }
}

function strings(value: string): string[] {
  const quoted = [...value.matchAll(/["'`]([^"'`\n]+)["'`]/g)].map(([, text = ""]) => text);
  if (quoted.length > 0) return quoted;
  return value
    .split("\n")
    .map((line) => line.replace(/^\s*-\s*/, "").trim())
    .filter((line) => line !== "");
}

/** `#[cfg(test)] mod tests;` has its tests in a separate file, with its own modules below it. */
async function cfgTestModules(code: Code): Promise<(readonly [string, string])[]> {
  const found = new Map<string, string>();
  for (const file of code.layout.files) {
    if (!file.endsWith(".rs")) continue;
    const gated = [
      ...(await code.text(file)).matchAll(
        /#\[cfg\(test\)\]\s*(?:#\[path\s*=\s*"[^"]+"\]\s*)?(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/g,
      ),
    ];
    for (const [, name = ""] of gated) {
      const targets = (await code.imports(file)).filter((each) => isModule(each, name));
      for (const target of targets) await follow(target, `${file} loads it for tests only`);
    }
  }
  return [...found];

  async function follow(path: string, why: string): Promise<void> {
    if (found.has(path)) return;
    found.set(path, why);
    for (const inner of await code.imports(path)) await follow(inner, why);
  }
}

function isModule(path: string, name: string): boolean {
  return nameOf(path) === `${name}.rs` || upwards(folderOf(path))[0]?.split("/").at(-1) === name;
}
