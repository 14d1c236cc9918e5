import { lists } from "./lists.ts";
import { type Field, HOLE, part } from "./values.ts";

export interface Option {
  /** `--name` or `-n`; `value` contains the text after an equals sign. */
  readonly name: string;
  readonly value: Field | null;
}

export interface SplitArguments {
  readonly options: readonly Option[];
  readonly operands: readonly Field[];
}

/** Splits options and operands like getopt. `valued` lists the options that take the next argument. */
export function splitArguments(args: readonly Field[], valued = ""): SplitArguments {
  const options: Option[] = [];
  const operands: Field[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const field = args[index];
    if (!field) continue;
    if (field.text === "--") return { options, operands: [...operands, ...args.slice(index + 1)] };
    if (!field.text.startsWith("-") || field.text === "-") {
      operands.push(field);
      continue;
    }
    const found = field.text.startsWith("--") ? [longOption(field)] : shortOptions(field, valued);
    const last = found.at(-1);
    if (last && last.value === null && lists(valued, last.name)) {
      index += 1;
      found[found.length - 1] = { name: last.name, value: args[index] ?? null };
    }
    options.push(...found);
  }
  return { options, operands };
}

function longOption(field: Field): Option {
  const equals = field.text.indexOf("=");
  if (equals === -1) return { name: field.text, value: null };
  return {
    name: field.text.slice(0, equals),
    value: part(field, field.text.slice(equals + 1)),
  };
}

function shortOptions(field: Field, valued: string): Option[] {
  const options: Option[] = [];
  for (let index = 1; index < field.text.length; index += 1) {
    const name = `-${field.text[index]}`;
    const rest = field.text.slice(index + 1);
    if (lists(valued, name) && rest !== "") return [...options, { name, value: part(field, rest) }];
    options.push({ name, value: null });
  }
  return options;
}

/** True for the long option itself and all its abbreviations, because programs accept both. */
export function abbreviates(option: string, name: string): boolean {
  return option.length > 2 && option.startsWith("--") && `--${name}`.startsWith(option);
}

/** Whether one of the listed options is given; a long one may be abbreviated. */
export function hasOption(options: readonly Option[], names: string): boolean {
  const wanted = names.split(" ");
  return options.some((option) =>
    wanted.some(
      (name) => option.name === name || (name.length > 3 && abbreviates(option.name, name.slice(2))),
    ),
  );
}

/** Whether any argument matches, whatever its position. */
export function hasArgument(args: readonly Field[], pattern: RegExp): boolean {
  return args.some(({ text }) => pattern.test(text));
}

/** The values of the listed options. */
export function valuesOf(options: readonly Option[], names: string): Field[] {
  return options.flatMap(({ name, value }) => (value !== null && lists(names, name) ? [value] : []));
}

/** Everything from the first operand on: a program with its own options. */
export function afterOptions(args: readonly Field[], valued = ""): readonly Field[] {
  let index = 0;
  while (index < args.length) {
    const text = args[index]?.text ?? "";
    if (text === "--") return args.slice(index + 1);
    if (!text.startsWith("-") || text === "-") break;
    index += lists(valued, text) ? 2 : 1;
  }
  return args.slice(index);
}

/**
 * Option values that look like paths outside the repository. Such a path is at least read, no matter what the
 * option means.
 */
export function pathsInOptions(args: readonly Field[]): Field[] {
  return args.flatMap((field) => {
    if (!field.text.startsWith("-")) return [];
    const value = /^--?[\w-]+=(.*)$/s.exec(field.text)?.[1] ?? /^-\w(.+)$/s.exec(field.text)?.[1];
    return value !== undefined && looksOutside(value) ? [part(field, value)] : [];
  });
}

export function looksOutside(text: string): boolean {
  return /^(?:\/|~|\.\.(?:\/|$))/.test(text) || text.includes("/../");
}

export function isUnknown(field: Field): boolean {
  return field.text.includes(HOLE) && field.candidates === null;
}

export function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}
