import { resolve } from "node:path";
import type { Command } from "commander";
import { complete } from "../completion/complete.ts";
import { namesOf } from "../completion/names.ts";
import { SCRIPTS } from "../completion/scripts.ts";
import type { Shell } from "../completion/shells.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { visible } from "../terminal.ts";

const LONGEST = 80;

export function printScript(shell: Shell): CommandResult {
  return { exitCode: 0, text: SCRIPTS[shell], data: { shell, script: SCRIPTS[shell] } };
}

/** One candidate per line: the word, a tab and its description. */
export async function runComplete(
  context: CommandContext,
  program: Command,
  words: readonly string[],
): Promise<CommandResult> {
  const found = complete(program, words);
  const cwd = found.directory === null ? context.cwd : resolve(context.cwd, found.directory);
  const names = found.names === null ? [] : await namesOf(found.names, { ...context, cwd });
  const current = words.at(-1) ?? "";
  const fitting = [...found.words, ...names].filter(({ word }) => word.startsWith(current));
  const lines = fitting.map(({ word, about }) => `${word}\t${visible(about).slice(0, LONGEST)}`);
  return {
    exitCode: 0,
    text: [...lines, ...(found.files ? [":files"] : [])].join("\n"),
    data: { words: fitting, files: found.files },
  };
}
