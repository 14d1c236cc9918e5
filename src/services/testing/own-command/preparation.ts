import type { Framework, Project } from "../contract.ts";
import {
  mainCommand,
  type Package,
  scriptCalled,
  withoutCrossEnv,
  withoutLaunchers,
} from "../ecosystems/javascript.ts";
import { fromRoot } from "../paths.ts";
import { startsTests } from "../registry.ts";
import { isPlainSequence, type LineCommand, parseScriptLine } from "./script-line.ts";

/** A command that `npm test` runs before the framework. */
export interface ScriptStep {
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
): Promise<readonly ScriptStep[]> {
  const steps = new ScriptSteps(framework, { scripts, root }, project);
  return (await steps.leadingTo("test", [])) ?? (await steps.whole("pretest", []));
}

class ScriptSteps {
  readonly #framework: Pick<Framework, "argumentsIn">;
  readonly #package: Pick<Package, "scripts" | "root">;
  readonly #project: Project;

  constructor(
    framework: Pick<Framework, "argumentsIn">,
    own: Pick<Package, "scripts" | "root">,
    project: Project,
  ) {
    this.#framework = framework;
    this.#package = own;
    this.#project = project;
  }

  /** Null if the script never starts the framework. */
  async leadingTo(name: string, seen: readonly string[]): Promise<ScriptStep[] | null> {
    const line = this.#package.scripts[name];
    if (line === undefined || seen.includes(name)) return null;
    const commands = parseScriptLine(line);
    const main = mainCommand(
      commands,
      (words) => this.#framework.argumentsIn?.(withoutWrappers(words)) ?? null,
    );
    for (const [index, command] of commands.entries()) {
      if (main !== undefined && command !== main && isStartOf(this.#framework, command.words)) continue;
      const inner = isStartOf(this.#framework, command.words)
        ? []
        : await this.leadingTo(scriptCalled(command.words, this.#package.scripts)?.name ?? "", [
            ...seen,
            name,
          ]);
      if (inner === null) continue;
      const before = await this.#inFront(line, commands, index, name);
      return [...(await this.whole(`pre${name}`, [...seen, name])), ...before, ...inner];
    }
    return null;
  }

  async #inFront(line: string, commands: readonly LineCommand[], index: number, event: string) {
    const before = commands.slice(0, index);
    const operators = commands.slice(1, index + 1).map((each) => each.operator);
    if (before.every((each) => each.plain) && operators.every((each) => each === "&&"))
      return (await Promise.all(before.map((each) => this.#expanded(each, event, [event])))).flat();
    const text = line.slice(0, commands[index]?.start).trim();
    // After any other operator, the framework starts regardless of the preceding commands.
    return operators.at(-1) === "&&" ? [{ name: text, argv: ["npm", "exec", "-c", text], env: {} }] : [];
  }

  async whole(name: string, seen: readonly string[]): Promise<ScriptStep[]> {
    const line = this.#package.scripts[name];
    if (line === undefined || seen.includes(name)) return [];
    const commands = parseScriptLine(line);
    if (!isPlainSequence(commands)) return [{ name: `npm run ${name}`, argv: ["npm", "run", name], env: {} }];
    const found: ScriptStep[] = [];
    for (const part of [`pre${name}`, name, `post${name}`]) {
      if (part !== name) found.push(...(await this.whole(part, [...seen, name])));
      else for (const each of commands) found.push(...(await this.#expanded(each, name, [...seen, name])));
    }
    return found;
  }

  async #expanded(command: LineCommand, event: string, seen: readonly string[]): Promise<ScriptStep[]> {
    const { words, env, text } = command;
    const called = scriptCalled(words, this.#package.scripts);
    if (CHECKING_SCRIPTS.test(called?.name ?? "")) return [];
    if (called?.bare) {
      const steps = await this.whole(called.name, seen);
      return steps.map((step) => ({ ...step, env: { ...env, ...step.env } }));
    }
    if (isInstallation(words) || startsTests(withoutWrappers(words)) || (await this.#isChecker(words)))
      return [];
    const variables = {
      npm_lifecycle_event: event,
      npm_lifecycle_script: this.#package.scripts[event] ?? text,
    };
    return [{ name: text, argv: words, env: { ...variables, ...env } }];
  }

  async #isChecker(words: readonly string[]): Promise<boolean> {
    const [program = "", ...rest] = withoutLaunchers(words);
    if (CHECKERS.test(program)) return true;
    if (!/^(tsc|vue-tsc|tsgo)$/.test(program)) return false;
    if (rest.includes("--noEmit")) return true;
    const at = rest.findIndex((word) => /^(-p|--project)$/.test(word));
    const place = at === -1 ? "." : (rest[at + 1] ?? ".");
    const file = place.endsWith(".json") ? place : `${place}/tsconfig.json`;
    return /"noEmit"\s*:\s*true/.test((await this.#project.text(fromRoot(this.#package.root, file))) ?? "");
  }
}

function isStartOf({ argumentsIn }: Pick<Framework, "argumentsIn">, words: readonly string[]): boolean {
  return (argumentsIn?.(withoutWrappers(words)) ?? null) !== null;
}

/** `cross-env A=1 npx jest` is `jest`. */
function withoutWrappers(words: readonly string[]): readonly string[] {
  return withoutLaunchers(withoutCrossEnv({ words, env: {} }).words);
}

function isInstallation([program = "", command = ""]: readonly string[]): boolean {
  if (program === "yarn" && command === "") return true;
  return /^(npm|pnpm|yarn|bun)$/.test(program) && /^(ci|i|install|clean-install|audit)$/.test(command);
}
