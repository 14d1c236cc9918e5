import { compileGlob } from "../../../domain/rules/paths/glob.ts";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../../domain/rules/settings/bounded-data.ts";
import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import type { Project } from "../contract.ts";
import { splitId } from "../ids.ts";
import { parseScriptLine } from "../own-command/script-line.ts";
import { filesNamed, folderOf, isInside, toRoot } from "../paths.ts";

export interface Package {
  readonly root: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: ReadonlySet<string>;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Every readable package.json in the tree. */
export async function packages(project: Project): Promise<Package[]> {
  const found: Package[] = [];
  for (const file of filesNamed(await project.files(), /^package\.json$/)) {
    const read = await readPackage(folderOf(file), project);
    if (read) found.push(read);
  }
  return found;
}

export async function readPackage(root: string, project: Project): Promise<Package | null> {
  const text = await project.text(root === "." ? "package.json" : `${root}/package.json`);
  if (text === null) return null;
  try {
    const fields = readBounded(text, JSON.parse, WRITTEN_BY_PROGRAMS) as Record<string, unknown>;
    const names = ["dependencies", "devDependencies", "peerDependencies"].flatMap((key) =>
      Object.keys((fields[key] as object | undefined) ?? {}),
    );
    const scripts = Object.entries((fields.scripts as Record<string, unknown> | undefined) ?? {});
    return {
      root,
      fields,
      dependencies: new Set(names),
      scripts: Object.fromEntries(
        scripts.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
      ),
    };
  } catch {
    return null;
  }
}

export interface ScriptCommand {
  readonly words: readonly string[];
  /** Variables set before the command. */
  readonly env: Readonly<Record<string, string>>;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;

/** The commands behind `npm test`, following `npm run other`. */
export function testCommands(
  scripts: Package["scripts"],
  name = "test",
  seen: readonly string[] = [],
): ScriptCommand[] {
  const script = scripts[name];
  if (script === undefined || seen.includes(name)) return [];
  return parseScriptLine(script).flatMap((command) => {
    const { words, env } = withoutCrossEnv(command);
    const other = scriptCalled(words, scripts)?.name;
    if (other !== undefined) return testCommands(scripts, other, [...seen, name]);
    return [{ words: withoutLaunchers(words), env }];
  });
}

/** `cross-env A=1 jest` is `A=1 jest`. */
export function withoutCrossEnv({ words, env }: ScriptCommand): ScriptCommand {
  if (!/^cross-env(-shell)?$/.test(words[0] ?? "")) return { words, env };
  const start = words.findIndex((word, index) => index > 0 && !ASSIGNMENT.test(word));
  const given = words.slice(1, start === -1 ? words.length : start);
  const variables = given.map((word) => ASSIGNMENT.exec(word)?.slice(1) as [string, string]);
  return { words: start === -1 ? [] : words.slice(start), env: { ...env, ...Object.fromEntries(variables) } };
}

/** The script that `npm run x`, `npm test` or `yarn x` starts; `bare` if there are no further arguments. */
export function scriptCalled(
  words: readonly string[],
  scripts: Package["scripts"],
): { name: string; bare: boolean } | null {
  if (!/^(npm|pnpm|yarn|bun)$/.test(words[0] ?? "")) return null;
  const rest = words.slice(1).filter((word) => !/^(-s|--silent|-q|--quiet)$/.test(word));
  const [first = "", second = ""] = rest;
  const runs = /^(run|run-script)$/.test(first);
  // `bun test` starts Bun's own test runner, even if a script is called `test`.
  if (words[0] === "bun" && first === "test") return null;
  const name = runs ? second : first === "t" ? "test" : first;
  if (scripts[name] === undefined || name.startsWith("-")) return null;
  return { name, bare: rest.length === (runs ? 2 : 1) };
}

/** Words that say how a tool runs, not what it runs. */
const MODES = /^(run|watch|dev|start|test)$/;

/**
 * Which command of a script runs the tests: one that runs all of them, the last if there are several (`vitest run
 * typecheck && vitest run`), otherwise the first.
 */
export function mainCommand<T extends { readonly words: readonly string[] }>(
  commands: readonly T[],
  argumentsIn: (words: readonly string[]) => readonly string[] | null,
): T | undefined {
  const own = commands.filter(({ words }) => {
    const given = argumentsIn(words);
    return given !== null && given[0] !== "bench";
  });
  const isWhole = ({ words }: T) =>
    (argumentsIn(words) ?? []).every((word) => word.startsWith("-") || MODES.test(word));
  return own.findLast(isWhole) ?? own[0];
}

/** `npx jest`, `pnpm exec jest` and `c8 jest` are `jest`. */
export function withoutLaunchers(words: readonly string[]): readonly string[] {
  if (!/^(npx|npm|yarn|pnpm|bunx|bun|c8|nyc)$/.test(words[0] ?? "")) return words;
  if (words[0] === "bun" && words[1] === "test") return words;
  const start = words.findIndex((word, index) => index > 0 && !/^(-|exec$|run$|dlx$|x$)/.test(word));
  return start === -1 ? words : withoutLaunchers(words.slice(start));
}

/**
 * Which words of the project's own command are kept: `values` take the next word, `dropped` are removed with theirs.
 */
export interface Keeping {
  readonly values: RegExp;
  readonly dropped: RegExp;
  readonly droppedValues: RegExp;
}

/** Flags and paths of a command, after its program. */
export function ownArguments(
  words: readonly string[],
  keeping: Keeping,
): { flags: string[]; paths: string[] } {
  const flags: string[] = [];
  const paths: string[] = [];
  words.forEach((word, index) => {
    const previous = words[index - 1] ?? "";
    if (keeping.droppedValues.test(previous)) return;
    if (keeping.values.test(previous)) flags.push(word);
    else if (!word.startsWith("-")) paths.push(word);
    else if (!keeping.dropped.test(word)) flags.push(word);
  });
  return { flags, paths };
}

/** The arguments after a tool's name, whether it is called as `jest`, by path, or through node. */
export function argumentsOf(words: readonly string[], tool: RegExp): readonly string[] | null {
  const program = words[0] ?? "";
  if (tool.test(program)) return words.slice(1);
  if (!/(^|\/)node$/.test(program)) return null;
  const at = words.findIndex((word) => tool.test(word));
  return at === -1 ? null : words.slice(at + 1);
}

export const JAVASCRIPT = /\.[cm]?[jt]sx?$/;
const HIDDEN = /(?:^|\/)\./;

/** A regular expression for a tool that matches full names, with titles joined by a space. Null for whole files. */
export function namePattern(ids: readonly string[]): string | null {
  const names = ids.map((id) => splitId(id).titles);
  if (names.length === 0 || names.length > 200 || names.some((titles) => titles.length === 0)) return null;
  return `^(?:${names.map(fullName).join("|")})$`;
}

export function fullName(titles: readonly string[]): string {
  return titles.map(escapeRegex).join("(?: > | )");
}

/** Expands folders and patterns to files; anything else, including patterns without a match, is kept. */
export async function expandPaths(
  paths: readonly string[],
  root: string,
  project: Project,
): Promise<string[]> {
  const inside = (await project.files())
    .filter((file) => isInside(root, file))
    .map((file) => toRoot(root, file));
  return paths.flatMap((path) => {
    const plain = path.replace(/^\.\//, "").replace(/\/$/, "");
    if (inside.includes(plain)) return [plain];
    const matches = compileGlob(/[*?{[]/.test(plain) ? plain : `${plain}/**`);
    const found = inside.filter((file) => JAVASCRIPT.test(file) && !HIDDEN.test(file) && matches(file));
    return found.length > 0 ? found : [path];
  });
}
