import type { Argument, Command, Option } from "commander";
import { EXAMPLES, leavesOf } from "./tree/examples.ts";

interface DescribedPart {
  readonly name: string;
  readonly meaning: string;
}

export interface DescribedCommand {
  /** As people type it: `review approve`. */
  readonly name: string;
  /** With its arguments: `agentforge review approve [options] [review]`. */
  readonly usage: string;
  readonly meaning: string;
  readonly arguments: readonly DescribedPart[];
  readonly options: readonly DescribedPart[];
  readonly examples: readonly string[];
}

/** Every command that people call, in the order of `--help`. */
export function describeCommands(program: Command): readonly DescribedCommand[] {
  return [...leavesOf(program)]
    .filter(([, command]) => isVisible(command))
    .map(([name, command]) => ({
      name,
      usage: `agentforge ${name} ${command.usage()}`.trim(),
      meaning: command.description(),
      arguments: command.registeredArguments.map(describedArgument),
      options: describedOptions(command),
      examples: EXAMPLES[name] ?? [],
    }));
}

export function describedOptions(command: Command): DescribedPart[] {
  return command.options.filter(({ hidden }) => !hidden).map(describedOption);
}

function isVisible(command: Command): boolean {
  return command.parent?.createHelp().visibleCommands(command.parent).includes(command) ?? false;
}

function describedOption({ flags, description, argChoices, defaultValue }: Option): DescribedPart {
  const notes = [
    ...(argChoices ? [`one of ${argChoices.join(", ")}`] : []),
    ...(defaultValue === undefined || defaultValue === true ? [] : [`default: ${defaultValue}`]),
  ];
  return { name: flags, meaning: [description, ...notes].join("; ") };
}

function describedArgument(argument: Argument): DescribedPart {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  const choices = argument.argChoices ? [`one of ${argument.argChoices.join(", ")}`] : [];
  return {
    name: argument.required ? `<${name}>` : `[${name}]`,
    meaning: [argument.description, ...choices].filter((text) => text !== "").join("; "),
  };
}
