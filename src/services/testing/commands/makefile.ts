import { isPlainSequence, parseScriptLine } from "../own-command/script-line.ts";
import type { CommandSource, ProjectCommand } from "./contract.ts";

const VARIABLE = /^(export\s+)?([A-Za-z_]\w*)\s*(?:[?:]{0,2}=)\s*(.*)$/;

/** The commands of the target `test`. Lines that need a shell, or functions of make, are skipped. */
export function makefile(file: string): CommandSource {
  return { file, read: (text, root) => readMakefile(text.replaceAll("\\\n", " "), root, file) };
}

function readMakefile(text: string, root: string, file: string): ProjectCommand[] {
  const lines = text.split("\n");
  const variables = new Map([
    ["CURDIR", root],
    ["PWD", root],
    ["MAKE", "make"],
  ]);
  const exported = new Set<string>();
  for (const line of lines) {
    const [, marked, name = "", value = ""] = VARIABLE.exec(line) ?? [];
    if (name !== "") variables.set(name, value.trim());
    if (marked) exported.add(name);
    for (const each of /^export\s+([\w\s]+)$/.exec(line)?.[1]?.trim().split(/\s+/) ?? []) exported.add(each);
  }
  const env = Object.fromEntries(
    [...exported].flatMap((name) => {
      const value = expand(variables.get(name) ?? "", variables);
      return value === null || !variables.has(name) ? [] : [[name, value]];
    }),
  );
  return recipeOf("test", lines).flatMap((line) => {
    const expanded = expand(line.replace(/^\s*[@+-]*\s*/, ""), variables);
    if (expanded === null) return [];
    const commands = parseScriptLine(expanded);
    if (!isPlainSequence(commands) || commands.some(({ words }) => words[0] === "cd")) return [];
    return commands.map((each) => ({
      words: each.words,
      env: { ...env, ...each.env },
      from: `the target test in ${file}`,
    }));
  });
}

function recipeOf(target: string, lines: readonly string[]): string[] {
  const head = lines.findIndex((line) =>
    new RegExp(`^${target}\\s*::?(?!=)(?!\\s*(export\\s+)?\\w+\\s*[:?]?=)`).test(line),
  );
  if (head === -1) return [];
  const rest = lines.slice(head + 1);
  const end = rest.findIndex((line) => line.trim() !== "" && !line.startsWith("\t") && !line.startsWith("#"));
  return rest.slice(0, end === -1 ? rest.length : end).filter((line) => line.startsWith("\t"));
}

/** Null for text that only make or a shell can expand. An unset variable is empty, as in make. */
function expand(text: string, variables: ReadonlyMap<string, string>, depth = 0): string | null {
  let failed = depth > 5;
  const result = text.replace(/\$(?:\(([^()]*)\)|\{([^{}]*)\}|(.))/g, (_, round, curly, other) => {
    const name = round ?? curly;
    if (name === undefined || other !== undefined || !/^\w+$/.test(name)) {
      failed = true;
      return "";
    }
    const value = failed ? null : expand(variables.get(name) ?? "", variables, depth + 1);
    if (value === null) failed = true;
    return value ?? "";
  });
  return failed ? null : result;
}
