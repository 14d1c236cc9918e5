import type { Field } from "./values.ts";

/** `look` sees that a file is there, not what it holds. */
export type Intent = "look" | "read" | "write" | "remove" | "remove_tree" | "execute";

/** Whether a file is different afterwards. */
export function changes(intent: Intent): boolean {
  return intent === "write" || intent === "remove" || intent === "remove_tree";
}

/** A path a command would touch. Which of them are all right is not decided here. */
export interface Touch {
  readonly field: Field;
  readonly intent: Intent;
  /** Folders the command may be in when it touches it. */
  readonly cwds: readonly string[];
  readonly program: string;
  /** The program that would touch it; none for a redirection of the shell. */
  readonly call?: Call;
}

export interface Finding {
  readonly effect: "deny" | "ask";
  readonly rule: string;
  readonly reason: string;
  /** The program it is about; none for what the shell itself would do. */
  readonly call?: Call;
}

/** One program as it would be started. */
export interface Call {
  /** Base name of the program, as in `git`. */
  readonly name: string;
  readonly args: readonly Field[];
  readonly cwds: readonly string[];
  /** Inside a substitution, where nobody expects an effect. */
  readonly hidden: boolean;
  /** What it reads on standard input: text that is known, or something that is not. */
  readonly input:
    | { readonly kind: "none" | "pipe" | "file" }
    | { readonly kind: "text"; readonly text: Field };
  /** Its exit status is the status of the whole command. */
  readonly decisive: boolean;
  /** Its standard output is part of the output of the whole command. */
  readonly outputSeen: boolean;
}

/** Everything a command would do, as far as that can be seen. */
export interface Survey {
  readonly findings: readonly Finding[];
  readonly touches: readonly Touch[];
  /** Programs in the order they would start, wrappers taken off. */
  readonly calls: readonly Call[];
}

/** What a program judge may say about its call. */
export interface Report {
  deny(rule: string, reason: string): undefined;
  ask(rule: string, reason: string): undefined;
  touch(intent: Intent, ...fields: readonly Field[]): undefined;
  /** Judges another program that this one starts. */
  run(args: readonly Field[]): undefined;
  /** Judges a text that this program hands to a shell. */
  runText(text: Field): undefined;
  /** Assigns for what this program starts (`env A=b`). */
  environment(name: string, value: Field): undefined;
  /** The shell goes on in this folder. */
  changeFolder(field: Field | "anywhere"): undefined;
}

export type ProgramJudge = (call: Call, report: Report) => undefined;
