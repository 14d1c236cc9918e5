import type { Field } from "./values.ts";

/** `look` reveals that a file exists, but not its content; `extend` appends one harmless setting to it. */
export type Intent = "look" | "read" | "write" | "extend" | "remove" | "remove_tree" | "execute";

/** Whether the file is modified. */
export function changes(intent: Intent): boolean {
  return intent === "write" || intent === "extend" || intent === "remove" || intent === "remove_tree";
}

/** A path that a command would touch. Whether that is allowed is decided elsewhere. */
export interface Touch {
  readonly field: Field;
  readonly intent: Intent;
  /** Folders that the command may be in at that point. */
  readonly cwds: readonly string[];
  readonly program: string;
  /** The program that would touch it; absent for a redirection of the shell. */
  readonly call?: Call;
}

/** Builds and mode changes do not create text that a person would have to read. */
const UNWRITTEN = /^(?:mkdir|chmod|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|go|cargo|rustc)$/;

/** Whether a touch writes text that the agent chose into a file. */
export function authors(touch: Touch): boolean {
  return changes(touch.intent) && !UNWRITTEN.test(touch.program);
}

export interface CommandObjection {
  readonly effect: "deny" | "ask";
  readonly rule: string;
  readonly reason: string;
  /** The program it is about; absent for an action of the shell itself. */
  readonly call?: Call;
  /** Work that would be lost, by path: no question if all of it is the session's own. */
  readonly discards?: readonly Field[];
}

/**
 * What a judge may know about the repository: a command may be ordinary in one repository and a question in another.
 */
export interface Surroundings {
  readonly root: string;
  /** Whether the repository has a file or folder with this name. */
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
  /** Inside a substitution, where a side effect is unexpected. */
  readonly hidden: boolean;
  /** Its standard input: known text, or something unknown. */
  readonly input:
    | { readonly kind: "none" | "file" }
    /** `names` are the files that the preceding program lists, if known. */
    | { readonly kind: "pipe"; readonly names: readonly Field[] | null; readonly from: readonly Field[] }
    | { readonly kind: "text"; readonly text: Field };
  /** Its words include assignments, which are not among its arguments: `export A=1`. */
  readonly assigns?: boolean;
  /** The program that reads its output, with its arguments; empty if there is none. */
  readonly pipedTo: readonly Field[];
  /** Its exit status is that of the whole command. */
  readonly decisive: boolean;
  /** Its standard output is part of the output of the whole command. */
  readonly outputSeen: boolean;
}

/** Everything a command would do, according to static analysis. */
export interface Survey {
  readonly objections: readonly CommandObjection[];
  readonly touches: readonly Touch[];
  /** Programs in the order they would start, without wrappers. */
  readonly calls: readonly Call[];
}

/** What a program judge can report about its call. */
export interface Report {
  readonly surroundings: Surroundings;
  /** Programs that the same command starts earlier. */
  readonly earlier: readonly Call[];
  deny(rule: string, reason: string): undefined;
  ask(rule: string, reason: string, discards?: readonly Field[]): undefined;
  touch(intent: Intent, ...fields: readonly Field[]): undefined;
  /** Asks about framework subcommands that empty a database. */
  destructive(name: string, args: readonly Field[]): undefined;
  /** Whether the policy has a judge for this program name. */
  knows(name: string): boolean;
  /** Judges another program that this one starts. */
  run(args: readonly Field[]): undefined;
  /** The same for a program in a container: absolute paths belong to the container. */
  runContained(args: readonly Field[]): undefined;
  /** What this command itself wrote into a file earlier, if known. */
  written(path: Field): Field | null;
  /** Judges text that this program passes to a shell. */
  runText(text: Field): undefined;
  /** Sets a variable for the programs that this program starts (`env A=b`). */
  environment(name: string, value: Field): undefined;
  /** Records that the shell continues in this folder. */
  changeFolder(field: Field | "anywhere"): undefined;
}

export type ProgramJudge = (call: Call, report: Report) => undefined;
