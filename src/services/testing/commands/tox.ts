import { parseScriptLine } from "../own-command/script-line.ts";
import { readToml } from "../toml.ts";
import type { CommandSource, ProjectCommand } from "./contract.ts";

/** `[testenv]` and environments named after tests, in tox's own format. */
export function tox(file: "tox.ini" | "setup.cfg"): CommandSource {
  return { file, read: (text, root) => readIni(text, root, file) };
}

/** The same inside pyproject.toml: the old format in a string, or tables. */
export const toxInProject: CommandSource = {
  file: "pyproject.toml",
  read(text, root) {
    const settings = tableOf(text, "tox");
    if (typeof settings?.legacy_tox_ini === "string")
      return readIni(settings.legacy_tox_ini, root, "pyproject.toml");
    const run = settings?.env_run_base as Record<string, unknown> | undefined;
    const commands = Array.isArray(run?.commands) ? run.commands : [];
    const env = strings(run?.set_env, (value) => substitute(value, root));
    return commands.filter(Array.isArray).map((words: unknown[]) => ({
      words: words.filter((word): word is string => typeof word === "string"),
      env,
      from: "[tool.tox] in pyproject.toml",
    }));
  },
};

/** The script `test` of hatch's environments. */
export const hatch: CommandSource = {
  file: "pyproject.toml",
  read(text, root) {
    const environments = tableOf(text, "hatch")?.envs as Record<string, unknown> | undefined;
    return ["default", "test", "hatch-test"].flatMap((name) => {
      const each = environments?.[name] as Record<string, unknown> | undefined;
      const scripts = (each?.scripts ?? {}) as Record<string, unknown>;
      const found = [scripts.test ?? scripts.tests ?? scripts.run ?? []].flat();
      const env = strings(each?.["env-vars"], (value) => substitute(value, root));
      return found
        .filter((line): line is string => typeof line === "string")
        .flatMap((line) => wordsOf(line, root, env, `[tool.hatch.envs.${name}] in pyproject.toml`));
    });
  },
};

const SECTIONS = ["testenv", "testenv:test", "testenv:tests", "testenv:unit", "testenv:py"];

function readIni(text: string, root: string, file: string): ProjectCommand[] {
  const sections = parseIni(text);
  const base = sections.get("testenv");
  return SECTIONS.flatMap((name) => {
    const section = sections.get(name);
    // Paths would be relative to a different folder.
    if (!section || section.has("changedir") || section.has("change_dir")) return [];
    const setting = (key: string) => section.get(key) ?? base?.get(key) ?? "";
    const env = strings(
      Object.fromEntries(
        unconditional(setting("setenv") || setting("set_env")).flatMap((line) => {
          const [, key, value] = /^([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
          return key === undefined ? [] : [[key, value]];
        }),
      ),
      (value) => substitute(value, root),
    );
    const lines = unconditional(setting("commands").replaceAll("\\\n", " "));
    return lines.flatMap((line) => wordsOf(line.replace(/^[-!]\s*/, ""), root, env, `[${name}] in ${file}`));
  });
}

function wordsOf(line: string, root: string, env: ProjectCommand["env"], from: string): ProjectCommand[] {
  const text = substitute(line, root);
  const [command, ...others] = text === null ? [] : parseScriptLine(text);
  if (!command?.plain || others.length > 0) return [];
  return [{ words: command.words, env: { ...env, ...command.env }, from }];
}

/** Lines that apply to every environment, without a condition such as `py39: `. */
function unconditional(value: string): string[] {
  return value
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#") && !/^[\w.,!{}-]+:\s/.test(line));
}

/** Null if only the tool knows the value. */
function substitute(text: string, root: string): string | null {
  const known = text
    .replace(/\{(toxinidir|tox_root|root)\}/g, () => root)
    .replace(/\{(envpython|env_python)\}/g, "python")
    .replace(/\{(?:posargs|args)(?::([^{}]*))?\}/g, (_, usual = "") => usual)
    .replace(/\{env:\w+:([^{}]*)\}/g, (_, usual) => usual)
    .replace(/\{([/:])\}/g, "$1");
  return /[{}]/.test(known) ? null : known;
}

function strings(table: unknown, resolve: (value: string) => string | null): Record<string, string> {
  return Object.fromEntries(
    Object.entries((table ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
      const resolved = typeof value === "string" ? resolve(value) : null;
      return resolved === null ? [] : [[name, resolved]];
    }),
  );
}

function tableOf(text: string, tool: string): Record<string, unknown> | undefined {
  return readToml<{ tool: Record<string, Record<string, unknown>> }>(text)?.tool?.[tool];
}

function parseIni(text: string): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  let key = "";
  for (const line of text.split("\n")) {
    const [, head] = /^\[([^\]]+)\]/.exec(line) ?? [];
    const [, name, value] = /^([\w-]+)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (head !== undefined) {
      section = new Map();
      sections.set(head.trim(), section);
      key = "";
    } else if (/^\s/.test(line) && key !== "") section.set(key, `${section.get(key)}\n${line.trim()}`);
    else if (name !== undefined) {
      key = name;
      section.set(name, value ?? "");
    }
  }
  return sections;
}
