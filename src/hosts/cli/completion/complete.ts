import type { Command, Option } from "commander";

/** The candidates for the last word. */
export interface Completion {
  readonly words: readonly { readonly word: string; readonly about: string }[];
  /** Names from the repository: the kind of argument, such as `review`, and the command; null for none. */
  readonly names: { readonly kind: string; readonly command: string } | null;
  /** The shell completes paths. */
  readonly files: boolean;
  /** The folder given with `-C`, if any. */
  readonly directory: string | null;
}

const BRAINS = ["search", "llm", "hybrid"];
/** Arguments and values of options that are paths. */
const PATHS = new Set(["file", "test-file", "from", "output", "directory", "folder"]);

/** `words` are those after the program's name. The last one is still being typed and may be empty. */
export function complete(program: Command, words: readonly string[]): Completion {
  const current = words.at(-1) ?? "";
  let command = program;
  let directory: string | null = null;
  let waiting: Option | null = null;
  let given = 0;
  for (const word of words.slice(0, -1)) {
    if (waiting !== null) {
      if (waiting.name() === "directory") directory = word;
      waiting = null;
      continue;
    }
    const option: Option | null = word.startsWith("-") ? findOption(program, command, word) : null;
    if (option !== null) {
      waiting = takesValue(option) && !word.includes("=") ? option : null;
      continue;
    }
    const next = command.commands.find((each) => each.name() === word);
    if (next) command = next;
    else given += 1;
  }
  const found = { directory, names: null, files: false };
  if (waiting !== null) return { ...found, ...valuesOf(waiting) };
  if (current.startsWith("-")) return { ...found, words: optionsOf(program, command) };
  if (command.commands.length > 0) return { ...found, words: commandsOf(command) };
  return { ...found, ...argumentOf(command, given) };
}

function findOption(program: Command, command: Command, word: string): Option | null {
  const [name = ""] = word.split("=");
  return (
    [...command.options, ...program.options].find(({ long, short }) => long === name || short === name) ??
    null
  );
}

function takesValue(option: Option): boolean {
  return option.required || option.optional;
}

function valuesOf(option: Option): Pick<Completion, "words" | "files"> {
  const choices = option.argChoices ?? (option.name() === "brain" ? BRAINS : []);
  return { words: choices.map((word) => ({ word, about: "" })), files: PATHS.has(option.name()) };
}

function optionsOf(program: Command, command: Command): Completion["words"] {
  const all = command === program ? program.options : [...command.options, ...program.options];
  const words = all.flatMap(({ long, description, hidden }) =>
    long && !hidden ? [{ word: long, about: description }] : [],
  );
  return [...words, { word: "--help", about: "show help" }];
}

function commandsOf(command: Command): Completion["words"] {
  return command
    .createHelp()
    .visibleCommands(command)
    .flatMap((each) => (each.name() === "help" ? [] : [{ word: each.name(), about: each.description() }]));
}

function argumentOf(command: Command, given: number): Omit<Completion, "directory"> {
  const all = command.registeredArguments;
  const argument = all[given] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined);
  if (argument === undefined) return { words: [], names: null, files: false };
  const words = (argument.argChoices ?? []).map((word) => ({ word, about: "" }));
  const names = { kind: argument.name(), command: pathOf(command) };
  return { words, names, files: PATHS.has(argument.name()) };
}

/** As people type it: `review show`. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}
