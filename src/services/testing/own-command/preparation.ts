import type { Framework, Project } from "../contract.ts";
import { mainCommand, type Package, scriptCalled, withoutLaunchers } from "../ecosystems/javascript.ts";
import { fromRoot } from "../paths.ts";
import { startsTests } from "../registry.ts";
import { type LineCommand, parseScriptLine } from "./script-line.ts";

/** A command that `npm test` runs before the framework. */
export interface Step {
  /** As a person would type it. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Linters and similar tools: they change nothing that tests can see, and a fix must not fail because of an
 * existing complaint.
 */
const CHECKERS =
  /^(eslint|prettier|biome|standard|semistandard|ts-standard|xo|tslint|stylelint|oxlint|flow|knip|depcheck|madge|cspell|commitlint|markdownlint|dprint|size-limit|ls-lint|publint|attw|license-checker|eclint|evalmd|aud)$/;

/** Names that maintainers give to scripts that only check. */
const CHECKING_SCRIPTS = /^(lint|format|audit|type-?check)(:.*)?$/;

/**
 * The steps of `npm test` before a framework starts: `pretest`, and what the script runs before it, following `npm run
 * other`. Checkers, other test frameworks and installations are skipped: dependencies are already installed, and there
 * is no network.
 */
export async function stepsBefore(
  framework: Pick<Framework, "argumentsIn">,
  { scripts, root }: Package,
  project: Project,
): Promise<readonly Step[]> {
  return (await leadingTo("test", [])) ?? (await whole("pretest", []));

  /** Null if the script never starts the framework. */
  async function leadingTo(name: string, seen: readonly string[]): Promise<Step[] | null> {
    const line = scripts[name];
    if (line === undefined || seen.includes(name)) return null;
    const commands = parseScriptLine(line);
    const main = mainCommand(commands, (words) => framework.argumentsIn?.(withoutWrappers(words)) ?? null);
    for (const [index, command] of commands.entries()) {
      if (main !== undefined && command !== main && isStartOf(framework, command.words)) continue;
      const inner = isStartOf(framework, command.words)
        ? []
        : await leadingTo(scriptCalled(command.words, scripts)?.name ?? "", [...seen, name]);
      if (inner === null) continue;
      const before = await inFront(line, commands, index, name);
      return [...(await whole(`pre${name}`, [...seen, name])), ...before, ...inner];
    }
    return null;
  }

  async function inFront(line: string, commands: readonly LineCommand[], index: number, event: string) {
    const before = commands.slice(0, index);
    const operators = commands.slice(1, index + 1).map((each) => each.operator);
    if (before.every((each) => each.plain) && operators.every((each) => each === "&&"))
      return (await Promise.all(before.map((each) => expanded(each, event, [event])))).flat();
    const text = line.slice(0, commands[index]?.start).trim();
    // After any other operator, the framework starts regardless of the preceding commands.
    return operators.at(-1) === "&&" ? [{ name: text, argv: ["npm", "exec", "-c", text], env: {} }] : [];
  }

  async function whole(name: string, seen: readonly string[]): Promise<Step[]> {
    const line = scripts[name];
    if (line === undefined || seen.includes(name)) return [];
    const commands = parseScriptLine(line);
    const simple = commands.every((each) => each.plain && (each.operator ?? "&&") === "&&");
    if (!simple) return [{ name: `npm run ${name}`, argv: ["npm", "run", name], env: {} }];
    const found: Step[] = [];
    for (const part of [`pre${name}`, name, `post${name}`]) {
      if (part !== name) found.push(...(await whole(part, [...seen, name])));
      else for (const each of commands) found.push(...(await expanded(each, name, [...seen, name])));
    }
    return found;
  }

  async function expanded(command: LineCommand, event: string, seen: readonly string[]): Promise<Step[]> {
    const { words, env, text } = command;
    const called = scriptCalled(words, scripts);
    if (CHECKING_SCRIPTS.test(called?.name ?? "")) return [];
    if (called?.bare) {
      const steps = await whole(called.name, seen);
      return steps.map((step) => ({ ...step, env: { ...env, ...step.env } }));
    }
    if (isInstallation(words) || startsTests(withoutWrappers(words)) || (await isChecker(words))) return [];
    const variables = { npm_lifecycle_event: event, npm_lifecycle_script: scripts[event] ?? text };
    return [{ name: text, argv: words, env: { ...variables, ...env } }];
  }

  async function isChecker(words: readonly string[]): Promise<boolean> {
    const [program = "", ...rest] = withoutLaunchers(words);
    if (CHECKERS.test(program)) return true;
    if (!/^(tsc|vue-tsc|tsgo)$/.test(program)) return false;
    if (rest.includes("--noEmit")) return true;
    const at = rest.findIndex((word) => /^(-p|--project)$/.test(word));
    const place = at === -1 ? "." : (rest[at + 1] ?? ".");
    const file = place.endsWith(".json") ? place : `${place}/tsconfig.json`;
    return /"noEmit"\s*:\s*true/.test((await project.text(fromRoot(root, file))) ?? "");
  }
}

function isStartOf({ argumentsIn }: Pick<Framework, "argumentsIn">, words: readonly string[]): boolean {
  return (argumentsIn?.(withoutWrappers(words)) ?? null) !== null;
}

/** `cross-env A=1 npx jest` is `jest`. */
function withoutWrappers(words: readonly string[]): readonly string[] {
  if (words[0] !== "cross-env") return withoutLaunchers(words);
  const start = words.findIndex((word, index) => index > 0 && !/^\w+=/.test(word));
  return start === -1 ? [] : withoutLaunchers(words.slice(start));
}

function isInstallation([program = "", command = ""]: readonly string[]): boolean {
  if (program === "yarn" && command === "") return true;
  return /^(npm|pnpm|yarn|bun)$/.test(program) && /^(ci|i|install|clean-install|audit)$/.test(command);
}
