import { AgentForgeError } from "../../domain/errors.ts";
import type { Framework } from "./contract.ts";
import { frameworks } from "./frameworks/list.ts";
import { type DeclaredCommand, declaredFramework } from "./own-command/declared.ts";
import { nameOf } from "./paths.ts";

/**
 * The frameworks of this package and the commands from the user's settings, which replace frameworks with the same name.
 */
export function knownFrameworks(commands: readonly DeclaredCommand[]): readonly Framework[] {
  const declared = commands.map(declaredFramework);
  const names = new Set(commands.map(({ name }) => name));
  return [...declared, ...frameworks.filter(({ meta }) => !names.has(meta.id))];
}

/** Looks up a framework by id. */
export function frameworkNamed(id: string, known: readonly Framework[] = frameworks): Framework {
  const framework = known.find((each) => each.meta.id === id);
  if (framework) return framework;
  throw new AgentForgeError("unsupported", `no test framework is called ${id}`, {
    hint: `Known frameworks: ${known.map((each) => each.meta.id).join(", ")}.`,
  });
}

/** Tools that test in a browser: no framework here runs them, and no unit test needs them to run first. */
const BROWSER_TOOLS = /(^|\/)(playwright|cypress)$/;

/** Whether a project command starts a test framework. */
export function startsTests(words: readonly string[]): boolean {
  if (BROWSER_TOOLS.test(words[0] ?? "")) return true;
  return frameworks.some(({ argumentsIn }) => (argumentsIn?.(words) ?? null) !== null);
}

/** Whether a file only configures a test framework. */
export function isSettingsFile(path: string): boolean {
  const name = nameOf(path);
  return frameworks.some(({ meta }) => meta.settingsFiles?.test(name) ?? false);
}

/** The fields of a package.json that configure test frameworks. */
export function settingsFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = frameworks.flatMap(({ meta }) => meta.settingsField ?? []);
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])),
  );
}

export function isFrameworkPackage(name: string): boolean {
  return frameworks.some(({ meta }) => meta.package === name);
}
