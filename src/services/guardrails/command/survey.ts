import type { Field } from "./values.ts";

/** `look` sees that a file is there, not what it holds; `extend` adds one harmless setting to it. */
export type Intent = "look" | "read" | "write" | "extend" | "remove" | "remove_tree" | "execute";

/** Whether a file is different afterwards. */
export function changes(intent: Intent): boolean {
  return intent === "write" || intent === "extend" || intent === "remove" || intent === "remove_tree";
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

/** Builds and changes of mode make no text that somebody would have to read. */
const UNWRITTEN = /^(?:mkdir|chmod|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|go|cargo|rustc)$/;

/** Whether a touch puts text of the agent's choice into a file. */
export function authors(touch: Touch): boolean {
  return changes(touch.intent) && !UNWRITTEN.test(touch.program);
}

export interface Finding {
  readonly effect: "deny" | "ask";
  readonly rule: string;
  readonly reason: string;
  /** The program it is about; none for what the shell itself would do. */
  readonly call?: Call;
  /** Work that would be lost, by path: no question when all of it is the session's own. */
  readonly discards?: readonly Field[];
}

/** What a judge may know about the repository: the same command is ordinary in one and a question in another. */
export interface Surroundings {
  readonly root: string;
  /** Whether the repository has a file or folder of this name. */
  has(path: string): boolean;
  /** Text of a small file, by its path in the repository or an absolute one. */
  text(path: string): string | null;
  /** Whether this session wrote the file. */
  wrote(path: string): boolean;
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
    | { readonly kind: "none" | "file" }
    /** `names` are the files that the program before it lists, where that is known. */
    | { readonly kind: "pipe"; readonly names: readonly Field[] | null; readonly from: readonly Field[] }
    | { readonly kind: "text"; readonly text: Field };
  /** The program that reads its output, with its arguments; empty if none does. */
  readonly pipedTo: readonly Field[];
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
  readonly surroundings: Surroundings;
  /** Programs that the same command starts before this one. */
  readonly earlier: readonly Call[];
  deny(rule: string, reason: string): undefined;
  ask(rule: string, reason: string, discards?: readonly Field[]): undefined;
  touch(intent: Intent, ...fields: readonly Field[]): undefined;
  /** Asks about sub-commands of frameworks that empty a database. */
  destructive(name: string, args: readonly Field[]): undefined;
  /** Whether the policy has a judge for a program of this name. */
  knows(name: string): boolean;
  /** Judges another program that this one starts. */
  run(args: readonly Field[]): undefined;
  /** The same for a program in a container: absolute paths are the container's. */
  runContained(args: readonly Field[]): undefined;
  /** What this command itself wrote into a file before, where that is known. */
  written(path: Field): Field | null;
  /** Judges a text that this program hands to a shell. */
  runText(text: Field): undefined;
  /** Assigns for what this program starts (`env A=b`). */
  environment(name: string, value: Field): undefined;
  /** The shell continues in this folder. */
  changeFolder(field: Field | "anywhere"): undefined;
}

export type ProgramJudge = (call: Call, report: Report) => undefined;
