import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { z } from "zod";
import { AgentForgeError, messageOf } from "../../domain/errors.ts";
import type { CommandTemplate } from "../../domain/ports/tool-ports.ts";
import { readBounded } from "../../domain/rules/settings/bounded-data.ts";

/** `commands.yaml` in the user's own configuration folder: never in a repository, which is data. */
const CommandsFile = z
  .record(
    z.string(),
    z.strictObject({ description: z.string().default(""), argv: z.array(z.string().min(1)).min(1) }),
  )
  .superRefine((commands, context) => {
    const odd = Object.keys(commands).filter((name) => !/^[a-z][a-z0-9-]*$/.test(name));
    if (odd.length === 0) return;
    context.addIssue(`a name consists of lowercase letters, digits and dashes, not ${odd.join(", ")}`);
  });

/** What AgentForge itself can run on files in a project. */
export const BUILT_IN_COMMANDS: readonly CommandTemplate[] = [
  {
    name: "syntax-js",
    description: "check the syntax of JavaScript files",
    argv: ["node", "--check", "{paths}"],
  },
  {
    name: "syntax-py",
    description: "check the syntax of Python files",
    argv: ["python3", "-m", "py_compile", "{paths}"],
  },
  {
    name: "typecheck-ts",
    description: "check the types of the project",
    argv: ["node", "node_modules/typescript/bin/tsc", "--noEmit"],
  },
  { name: "vet-go", description: "examine Go packages", argv: ["go", "vet", "./..."] },
];

/** The built-in commands and the user's, which win if names are equal. */
export async function loadCommands(file: string): Promise<readonly CommandTemplate[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw bad(file, error.message);
  });
  if (text === null) return BUILT_IN_COMMANDS;
  const parsed = CommandsFile.safeParse(readYaml(file, text) ?? {});
  if (!parsed.success) throw bad(file, z.prettifyError(parsed.error));
  const own = Object.entries(parsed.data).map(([name, { description, argv }]) => {
    const [program = "", ...rest] = argv;
    return { name, description, argv: [program, ...rest] as [string, ...string[]] };
  });
  return [...BUILT_IN_COMMANDS.filter((built) => !own.some((each) => each.name === built.name)), ...own];
}

/** Paths replace `{paths}`, or are appended; the template itself adds `--` before them if needed. */
export function fillTemplate(template: CommandTemplate, paths: readonly string[]): [string, ...string[]] {
  const [program, ...rest] = template.argv;
  const safe = paths.map((path) => (path.startsWith("-") ? `./${path}` : path));
  if (!rest.includes("{paths}")) return [program, ...rest, ...safe];
  return [program, ...rest.flatMap((part) => (part === "{paths}" ? safe : [part]))];
}

function readYaml(file: string, text: string): unknown {
  try {
    return readBounded(text, (each) => parse(each));
  } catch (error) {
    throw bad(file, messageOf(error));
  }
}

function bad(file: string, why: string): AgentForgeError {
  return new AgentForgeError("bad_config", `${file}: ${why}`, {
    hint: 'Each entry looks like: lint: { description: "…", argv: ["ruff", "check", "--", "{paths}"] }',
  });
}
