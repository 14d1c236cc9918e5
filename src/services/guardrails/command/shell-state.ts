import { resolve } from "node:path";
import { judgeVariable } from "./environment.ts";
import {
  authors,
  type Call,
  type CommandObjection,
  changes,
  type Intent,
  type Surroundings,
  type Touch,
} from "./survey.ts";
import type { Assignment, Redirect, Word } from "./tree.ts";
import {
  assign,
  expandText,
  expandWord,
  type Field,
  HOLE,
  plainField,
  type Scope,
  textsOf,
} from "./values.ts";

export interface ShellOptions {
  readonly root: string;
  readonly cwd: string;
  readonly surroundings: Surroundings;
  /** The folder that `path` names from `cwd`, or null if it is not a folder or may not be entered. */
  readonly enter: (cwd: string, path: string) => { readonly path: string; readonly exists: boolean } | null;
}

const ALWAYS_WRITABLE = /^\/dev\/(?:null|stdout|stderr|tty|fd\/[0-9]+)$/;
/** Files in a container whose content must not be printed. */
const PRIVATE = /\.env|secret|credential|token|\.ssh|\.aws|\.pem$|\.key$|\/environ$|shadow/i;

/** The state of a shell at one point of the walk, including its possible folders, and the objections so far. */
export class ShellState {
  readonly objections: CommandObjection[] = [];
  readonly touches: Touch[] = [];
  readonly calls: Call[] = [];
  readonly variables = new Map<string, readonly Field[] | null>();
  /** Texts that this command wrote into files, by the path as given. */
  readonly written = new Map<string, Field>();
  /** Inside a container, which has its own file system. */
  contained = false;
  cwds: readonly string[];
  /** Counted so that a loop can detect whether an iteration changed anything. */
  assignments = 0;
  private readonly options: ShellOptions;
  private readonly visited: string[];

  constructor(options: ShellOptions) {
    this.options = options;
    this.cwds = [options.cwd];
    this.visited = [options.cwd];
  }

  environment(name: string, value: Field): undefined {
    this.assignments += 1;
    assign(this.variables, name, value);
    const why = judgeVariable(name, value);
    if (why) return this.deny("poisoned_environment", why);
    if (name !== "PYTHONPATH") return;
    for (const text of textsOf(value) ?? [])
      for (const path of text.split(":"))
        if (path !== "") this.touch("execute", plainField(path), "PYTHONPATH", false);
  }

  /** Handles `name=value`, `name+=value` and arrays; the value of an array is unknown afterwards. */
  assign({ name, value: word, extra }: Assignment): undefined {
    const value = expandText(word, this.scope());
    const appends = extra.length === 1 && extra[0]?.parts.length === 0;
    const known = this.variables.get(name);
    this.environment(name, value);
    if (!appends && extra.length > 0) this.variables.set(name, null);
    if (!appends) return;
    for (const before of known ?? [])
      assign(this.variables, name, { ...value, text: before.text + value.text });
    if (!known || value.text.includes(HOLE)) this.variables.set(name, null);
  }

  redirect(
    operator: Redirect["operator"],
    target: Word,
    hidden: boolean,
    appending: "extend" | "write",
  ): undefined {
    const [field = plainField(HOLE), ...others] = expandWord(target, this.scope());
    if (others.length > 0) this.deny("obfuscated", "a redirection with more than one target");
    if (/&$/.test(operator) && /^(?:[0-9]+-?|-)$/.test(field.text)) return;
    if (/^\/dev\/(?:tcp|udp)\//.test(field.text))
      this.deny("network", "opens a network connection through a redirection");
    if (ALWAYS_WRITABLE.test(field.text)) return;
    if (operator === "<>" || operator === ">|")
      this.ask("unusual_redirection", `${operator} bypasses protection against overwriting`);
    const writes = operator === ">>" ? appending : "write";
    const intent = operator === "<" || operator === "<&" ? "read" : writes;
    this.touch(intent, field, `redirection ${operator}`, hidden);
  }

  setLoopVariable(name: string, words: readonly Word[] | null): undefined {
    if (words === null) this.variables.set(name, null);
    for (const word of words ?? [])
      for (const field of expandWord(word, this.scope())) assign(this.variables, name, field);
  }

  changeFolder(field: Field | "anywhere"): undefined {
    if (field === "anywhere") {
      this.cwds = union(this.cwds, this.visited);
      return;
    }
    const texts = textsOf(field);
    if (field.glob && field.text.split("/").some((name) => name.startsWith(".")))
      return this.deny("outside", "a pattern that may name the folder above");
    if (!texts) return this.deny("unknown_folder", "changes to a folder that is known only at run time");
    const entered = this.cwds.flatMap((cwd) => texts.map((text) => this.options.enter(cwd, text)));
    if (entered.some((folder) => folder === null))
      return this.deny("outside", `leaves the repository: cd ${texts.join(" ")}`);
    const folders = entered.flatMap((folder) => folder ?? []);
    const next = folders.map((folder) => folder.path);
    this.visited.push(...next);
    this.cwds = folders.every((folder) => folder.exists) ? union([], next) : [...next, ...this.cwds];
  }

  touch(intent: Intent, field: Field, program: string, hidden: boolean, call?: Call): undefined {
    if (this.contained && field.text.startsWith("/")) {
      if (PRIVATE.test(field.text)) this.ask("secrets", `${program} would read a secret of a container`);
      if (changes(intent)) this.ask("container", `${program} would change files in a container`);
      return;
    }
    if (
      program !== "ln" &&
      this.touches.some((touch) => touch.program === "ln" && isBelow(touch.field, field))
    )
      this.ask("link", `${program} would go through a link that this command makes`);
    if (changes(intent) && program !== "chmod") this.written.delete(this.key(field));
    this.touches.push({ field, intent, cwds: this.cwds, program, ...(call && { call }) });
    if (hidden && changes(intent))
      this.deny("hidden_effect", `${program} would change files from inside a substitution`);
  }

  /** Identifies a path together with the folders it may start from. */
  key(field: Field): string {
    return this.cwds.map((cwd) => resolve(cwd, field.text)).join("\n");
  }

  /** How many files have been written so far. */
  writes(): number {
    return this.touches.filter((touch) => changes(touch.intent)).length;
  }

  /** Whether this command has already written the file. */
  wrote(path: string): boolean {
    return this.touches.some(
      (touch) =>
        authors(touch) &&
        !touch.field.glob &&
        touch.cwds.some((cwd) => textsOf(touch.field)?.some((text) => resolve(cwd, text) === path)),
    );
  }

  ask(rule: string, reason: string, call?: Call, discards?: readonly Field[]): undefined {
    this.objections.push({
      effect: "ask",
      rule,
      reason,
      ...(call && { call }),
      ...(discards && { discards }),
    });
  }

  deny(rule: string, reason: string, call?: Call): undefined {
    this.objections.push({ effect: "deny", rule, reason, ...(call && { call }) });
  }

  scope(): Scope {
    return { variables: this.variables, cwd: this.cwds[0] ?? this.options.cwd, root: this.options.root };
  }
}

export function union(left: readonly string[], right: readonly string[]): readonly string[] {
  return [...new Set([...left, ...right])];
}

function isBelow(link: Field, field: Field): boolean {
  return field.text === link.text || field.text.startsWith(`${link.text}/`);
}
