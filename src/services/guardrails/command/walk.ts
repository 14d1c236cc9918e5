import { resolve } from "node:path";
import { judgeDestructive } from "./destructive.ts";
import { listedNames } from "./listed-names.ts";
import { answersForPerson } from "./own-answers.ts";
import { assignsItself, parameterDanger } from "./parameters.ts";
import { parseCommand } from "./parse.ts";
import {
  hidesSubstitution,
  isOwnScript,
  isPlainCopy,
  isPlainSetting,
  isShellScript,
  SYSTEM_PROGRAM,
  splitGroups,
} from "./recognize.ts";
import { type ShellOptions, ShellState, union } from "./shell-state.ts";
import type { Call, ProgramJudge, Report, Survey } from "./survey.ts";
import type { Assignment, Command, ListItem, Part, Redirect, Script, Word } from "./tree.ts";
import { expandText, expandWord, type Field, HOLE, plainField, textsOf } from "./values.ts";

export interface WalkOptions extends ShellOptions {
  readonly judgeOf: (name: string) => ProgramJudge;
  readonly isKnown: (name: string) => boolean;
}

interface Place {
  readonly hidden: boolean;
  readonly decisive: boolean;
  readonly outputSeen: boolean;
  readonly input: Call["input"];
  readonly pipedTo: readonly Field[];
  readonly assigns?: boolean;
}

const MAX_NESTING = 48;
const MAX_VISITS = 500;
const MAX_FOLDERS = 16;
const TOP: Place = {
  hidden: false,
  decisive: true,
  outputSeen: true,
  input: { kind: "none" },
  pipedTo: [],
};

/** Visits every command in a command line, however deeply nested, and calls the program judges. */
export function surveyText(text: string, options: WalkOptions): Survey {
  const walker = new Walker(options);
  walker.text(plainField(text), TOP);
  return walker.survey();
}

/** The same for an argument vector: no shell reads it, so nothing is expanded. */
export function surveyVector(argv: readonly string[], options: WalkOptions): Survey {
  const walker = new Walker(options);
  walker.call(argv.map(plainField), TOP);
  return walker.survey();
}

class Walker {
  private readonly options: WalkOptions;
  private readonly shell: ShellState;
  private readonly functions = new Map<string, Command>();
  /** Functions whose bodies are being walked. */
  private readonly open = new Set<string>();
  private nesting = 0;
  private visits = 0;

  constructor(options: WalkOptions) {
    this.options = options;
    this.shell = new ShellState(options);
  }

  survey(): Survey {
    const { objections, touches, calls } = this.shell;
    return { objections, touches, calls };
  }

  text(text: Field, place: Place): undefined {
    if (text.text.includes(HOLE))
      return this.shell.deny("unknown_text", "passes text known only at run time to a shell");
    const parsed = parseCommand(text.text);
    if (parsed.status === "unparsable")
      return this.shell.deny("unparsable", `cannot be understood: ${parsed.why}`);
    this.deeper(() => this.script(parsed.script, place));
  }

  call(args: readonly Field[], place: Place): undefined {
    const [program, ...rest] = args;
    if (!program) return;
    if (program.text.includes(HOLE) || (program.glob && program.text !== "["))
      return this.shell.deny("unknown_program", "the program to run is known only at run time");
    if (/[${}`]/.test(program.text))
      return this.shell.deny("unknown_program", `unreadable program name ${program.text}`);
    const body = this.functions.get(program.text);
    if (body) return this.callFunction(program.text, body, place);
    if (program.text.includes("/") && !SYSTEM_PROGRAM.test(program.text)) {
      if (this.startWritten(program, place)) return;
      this.shell.touch("execute", program, program.text, place.hidden);
    }
    const name = program.text.slice(program.text.lastIndexOf("/") + 1);
    const call: Call = { name, args: rest, cwds: this.shell.cwds, ...place };
    this.shell.calls.push(call);
    if (answersForPerson(call)) this.shell.deny("self_approval", "only a person may allow a denied call");
    const judge = this.options.judgeOf(isOwnScript(program.text) ? program.text : name);
    this.deeper(() => {
      judgeDestructive(call, this.report(call, place));
      judge(call, this.report(call, place));
    });
  }

  /**
   * Running a script that the session wrote asks the user. A shell script is also read, and its commands count as if
   * they had been typed. Returns true if this command wrote it, because then all of it is known.
   */
  private startWritten(field: Field, place: Place): boolean {
    const typed = this.shell.written.get(this.shell.key(field));
    if (typed && isShellScript(field.text, typed.text)) {
      this.text(typed, place);
      return true;
    }
    const paths = (textsOf(field) ?? []).flatMap((text) => this.shell.cwds.map((cwd) => resolve(cwd, text)));
    const written = paths.filter((path) => this.options.surroundings.wrote(path) || this.shell.wrote(path));
    for (const path of written) {
      this.shell.ask(
        "written_script",
        `${field.text} was written in this session; a person should read it before it runs`,
      );
      const text = this.options.surroundings.text(path);
      if (text !== null && isShellScript(path, text)) this.readScript(text, place);
    }
    return false;
  }

  /** The arguments and input of a script are unknown, so only certain objections are kept. */
  private readScript(text: string, place: Place): undefined {
    const { objections, touches, calls } = this.shell;
    const before = [objections.length, touches.length, calls.length] as const;
    const { cwds } = this.shell;
    this.text(plainField(text), place);
    this.shell.cwds = cwds;
    const certain = objections
      .splice(before[0])
      .filter((objection) => !/^(?:unknown|unparsable|too_|unbound)/.test(objection.rule));
    objections.push(...certain);
    touches.push(...touches.splice(before[1]).filter((touch) => textsOf(touch.field) !== null));
    calls.splice(before[2]);
  }

  private contained(args: readonly Field[], place: Place): undefined {
    const outside = this.shell.contained;
    this.shell.contained = true;
    this.call(args, place);
    this.shell.contained = outside;
  }

  private report(call: Call, place: Place): Report {
    return {
      deny: (rule, reason) => this.shell.deny(rule, reason, call),
      ask: (rule, reason, discards) => this.shell.ask(rule, reason, call, discards),
      surroundings: this.options.surroundings,
      earlier: this.shell.calls,
      touch: (intent, ...fields) => {
        for (const field of fields) {
          if (intent === "execute") this.startWritten(field, place);
          this.shell.touch(intent, field, call.name, place.hidden, call);
        }
      },
      knows: (name) => this.options.isKnown(name),
      run: (args) => this.call(args, place),
      destructive: (name, args) => judgeDestructive({ ...call, name, args }, this.report(call, place)),
      runContained: (args) => this.contained(args, place),
      written: (path) => this.shell.written.get(this.shell.key(path)) ?? null,
      runText: (text) => this.text(text, place),
      environment: (name, value) => this.shell.environment(name, value),
      changeFolder: (field) => this.shell.changeFolder(field),
    };
  }

  private script(script: Script, place: Place): undefined {
    const groups = splitGroups(script.items);
    for (const [index, group] of groups.entries()) {
      const last = index === groups.length - 1;
      this.group(group, { ...place, decisive: place.decisive && last });
    }
  }

  /** Items joined by `&&` and `||`: a folder change in the middle may or may not have happened. */
  private group(items: readonly ListItem[], place: Place): undefined {
    const before = this.shell.cwds;
    const sure = items.every((item) => item.operator !== "||" && item.operator !== "&");
    let changedFirst = false;
    for (const [index, item] of items.entries()) {
      const previous = this.shell.cwds;
      this.command(item.command, { ...place, decisive: place.decisive && sure });
      if (index === 0) changedFirst = this.shell.cwds !== previous && item.command.type === "simple";
      if (item.operator === "&") this.shell.cwds = previous;
      if (item.operator === "||") this.shell.cwds = union(previous, this.shell.cwds);
    }
    if (this.shell.cwds !== before && !(changedFirst && this.shell.cwds.length === 1))
      this.shell.cwds = union(before, this.shell.cwds);
  }

  private command(command: Command, place: Place): undefined {
    this.visits += 1;
    if (this.visits > MAX_VISITS || this.shell.cwds.length > MAX_FOLDERS) {
      if (!this.shell.objections.some((objection) => objection.rule === "too_long"))
        this.shell.deny("too_long", "is too complex to analyze");
      return;
    }
    this.deeper(() => {
      if (command.type === "simple")
        return this.simple(command.assignments, command.words, command.redirects, place);
      if (command.type === "pipeline")
        return this.pipeline(command.commands, { ...place, decisive: place.decisive && !command.negated });
      if (command.type === "function") return this.defineFunction(command.name, command.body, place);
      this.redirects(command.redirects, place);
      const inside = command.redirects.some((redirect) => redirect.operator === "<")
        ? { ...place, input: { kind: "file" } as const }
        : place;
      if (command.type === "test") return this.test(command.words);
      if (command.type === "arithmetic") return this.parts(command.parts);
      if (command.type === "block") return this.block(command.kind, command.bodies, inside);
      if (command.type === "case") {
        this.parts(command.subject.parts);
        for (const arm of command.arms) {
          for (const pattern of arm.patterns) this.parts(pattern.parts);
          this.branch(arm.body, inside);
        }
        return;
      }
      this.parts(command.header);
      for (const word of command.words ?? []) this.parts(word.parts);
      if (command.name !== null) this.shell.setLoopVariable(command.name, command.words);
      this.loop([command.body], inside);
    });
  }

  private block(kind: string, bodies: readonly Script[], place: Place): undefined {
    if (kind === "coproc") this.shell.deny("coprocess", "starts a coprocess");
    const before = this.shell.cwds;
    if (kind === "while" || kind === "until") return this.loop(bodies, place);
    const simple = kind === "group" || kind === "subshell";
    for (const body of bodies) {
      if (simple) this.script(body, place);
      else this.branch(body, place);
    }
    if (kind === "subshell") this.shell.cwds = before;
  }

  /** Assignments affect the next iteration, so bodies are walked again; the folder must be the same at the end. */
  private loop(bodies: readonly Script[], place: Place): undefined {
    const before = this.shell.cwds;
    const { assignments } = this.shell;
    const writes = this.shell.writes();
    for (const body of bodies) this.branch(body, place);
    if (this.shell.assignments !== assignments || this.shell.writes() !== writes)
      for (const body of bodies) this.branch(body, place);
    if (this.shell.cwds.some((cwd) => !before.includes(cwd)))
      this.shell.deny("unknown_folder", "changes the folder in every iteration of a loop");
  }

  private branch(body: Script, place: Place): undefined {
    const before = this.shell.cwds;
    this.script(body, { ...place, decisive: false });
    this.shell.cwds = union(before, this.shell.cwds);
  }

  private pipeline(commands: readonly Command[], place: Place): undefined {
    const before = this.shell.cwds;
    let names: readonly Field[] | null = null;
    for (const [index, command] of commands.entries()) {
      const last = index === commands.length - 1;
      const input: Call["input"] =
        index > 0 ? { kind: "pipe", names, from: this.fieldsOf(commands[index - 1]) } : place.input;
      names = listedNames(this.fieldsOf(command), names);
      this.command(command, {
        ...place,
        input,
        pipedTo: last ? place.pipedTo : this.fieldsOf(commands[index + 1]),
        decisive: place.decisive && last,
        outputSeen: place.outputSeen && last,
      });
    }
    this.shell.cwds = before;
  }

  private fieldsOf(command: Command | undefined): readonly Field[] {
    if (command?.type !== "simple") return [];
    return command.words.flatMap((word) => expandWord(word, this.shell.scope()));
  }

  private defineFunction(name: string, body: Command, place: Place): undefined {
    if (this.options.isKnown(name))
      this.shell.deny("shadowed_program", `defines a function named like the program ${name}`);
    const before = this.shell.cwds;
    this.functions.set(name, body);
    this.callFunction(name, body, place);
    this.shell.cwds = before;
  }

  /** Walked at each call, because variables and the folder may have changed since the definition. */
  private callFunction(name: string, body: Command, place: Place): undefined {
    if (this.open.has(name)) return this.shell.deny("fork_bomb", `${name} calls itself`);
    this.open.add(name);
    this.command(body, { ...place, decisive: false });
    this.open.delete(name);
  }

  private test(words: readonly Word[]): undefined {
    for (const word of words) {
      this.parts(word.parts);
      if (hidesSubstitution(word.parts))
        this.shell.deny("hidden_substitution", "a test that would run a hidden substitution");
    }
  }

  private simple(
    assignments: readonly Assignment[],
    words: readonly Word[],
    redirects: readonly Redirect[],
    place: Place,
  ): undefined {
    for (const assignment of assignments) this.assignment(assignment);
    for (const word of words) this.parts(word.parts);
    const fields = words.flatMap((word) => expandWord(word, this.shell.scope()));
    this.redirects(redirects, place, isPlainSetting(fields) ? "extend" : "write");
    const known = redirects.find((redirect) => redirect.body !== null || redirect.operator === "<<<");
    const input: Call["input"] = known
      ? { kind: "text", text: expandText(known.body ?? known.target, this.shell.scope()) }
      : redirects.some((redirect) => redirect.operator === "<")
        ? { kind: "file" }
        : place.input;
    if (isPlainCopy(fields) && known?.body)
      this.remember(redirects, expandText(known.body, this.shell.scope()));
    const redirected = redirects.some((redirect) => /^(?:>|>>|>\||&>|&>>)$/.test(redirect.operator));
    const assigns = assignments.length > 0;
    this.call(fields, { ...place, input, assigns, outputSeen: place.outputSeen && !redirected });
  }

  /** `cat > file <<EOF`: the content of the file is known until something else is written there. */
  private remember(redirects: readonly Redirect[], text: Field): undefined {
    for (const { operator, target } of redirects) {
      if (operator !== ">") continue;
      const [field] = expandWord(target, this.shell.scope());
      if (field && !field.text.includes(HOLE)) this.shell.written.set(this.shell.key(field), text);
    }
  }

  private assignment(assignment: Assignment): undefined {
    const words = [assignment.value, ...assignment.extra];
    for (const word of words) {
      this.parts(word.parts);
      if (hidesSubstitution(word.parts))
        this.shell.deny("hidden_substitution", "a value that would run when evaluated as a number");
    }
    this.shell.assign(assignment);
  }

  private redirects(
    redirects: readonly Redirect[],
    place: Place,
    appending: "extend" | "write" = "write",
  ): undefined {
    for (const { operator, target, body } of redirects) {
      this.parts(target.parts);
      if (body) this.parts(body.parts);
      if (operator === "<<" || operator === "<<<") continue;
      this.shell.redirect(operator, target, place.hidden, appending);
    }
  }

  /** Visits substitutions wherever they occur: in words, in parameter operands, in arithmetic. */
  private parts(parts: readonly Part[]): undefined {
    for (const part of parts) {
      if (part.type === "substitution") this.substitution(part.script);
      if (part.type === "arithmetic") this.parts(part.parts);
      if (part.type !== "parameter") continue;
      if (part.name === "IFS") this.shell.deny("obfuscated", "uses IFS in place of blanks");
      if (!part.operation) continue;
      this.parts(part.operation.parts);
      const danger = parameterDanger(part);
      if (danger) this.shell.deny(danger.rule, danger.reason);
      if (assignsItself(part)) this.shell.variables.set(part.name, null);
    }
  }

  private substitution(script: Script): undefined {
    const before = this.shell.cwds;
    this.deeper(() => this.script(script, { ...TOP, hidden: true, decisive: false, outputSeen: false }));
    this.shell.cwds = before;
  }

  private deeper(work: () => undefined): undefined {
    if (this.nesting >= MAX_NESTING) return this.shell.deny("too_deep", "is nested too deeply to analyze");
    this.nesting += 1;
    work();
    this.nesting -= 1;
  }
}
