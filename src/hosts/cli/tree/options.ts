import { InvalidArgumentError, Option } from "commander";
import { Severity } from "../../../domain/entities/common.ts";
import { LandingPlace } from "../../../domain/entities/review.ts";
import type { CommandContext, CommandResult } from "../context.ts";

/** Runs a handler and prints its result. */
export type Call = (handler: (context: CommandContext) => Promise<CommandResult>) => Promise<void>;

export function landingPlace(): Option {
  return new Option(
    "--to <place>",
    "where an approved change lands; default: the landing setting (current-branch)",
  ).choices(LandingPlace.options);
}

export const BRAIN = ["--brain <brain>", "search, llm, hybrid, or a model as provider:model"] as const;

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be an integer greater than 0.");
  return Number(text);
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value)))
    throw new InvalidArgumentError("It must be a number greater than 0.");
  return value;
}

export function severity(): Option {
  return new Option("-s, --severity <severity>", "only this severity or higher").choices(Severity.options);
}
