/** One command of a script line, and what precedes it. */
export interface LineCommand {
  readonly text: string;
  /** Without leading variables. */
  readonly words: readonly string[];
  /** Variables set before the command. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it can run without a shell. */
  readonly plain: boolean;
  /** The operator before it; null for the first. */
  readonly operator: string | null;
  /** Where that operator starts in the line. */
  readonly start: number;
}

const OPERATORS = ["&&", "||", ";", "|", "&", "\n"];
/** Characters with a meaning for the shell outside of quotes. */
const SPECIAL = /[$`<>(){}*?[\]~#!\\]/;
const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;

/**
 * The commands of a script line as a shell would split them. A command is plain if it consists only of words and quoted
 * text, so that it can be started as an argument vector with the same meaning.
 */
export function parseScriptLine(line: string): readonly LineCommand[] {
  const commands: LineCommand[] = [];
  let operator: string | null = null;
  let start = 0;
  for (let from = 0; from <= line.length; ) {
    const read = readCommand(line, from);
    if (read.words.length > 0) commands.push(commandOf(read, line.slice(from, read.end), operator, start));
    const next = OPERATORS.find((each) => line.startsWith(each, read.end)) ?? "";
    if (next === "") return commands;
    // An empty line adds no command.
    if (!(next === "\n" && read.words.length === 0)) [operator, start] = [next, read.end];
    from = read.end + next.length;
  }
  return commands;
}

/** Whether they can be started one after another without a shell. */
export function isPlainSequence(commands: readonly LineCommand[]): boolean {
  return commands.every(({ plain, operator }) => plain && (operator ?? "&&") === "&&");
}

interface Read {
  readonly words: readonly string[];
  readonly plain: boolean;
  readonly end: number;
}

function readCommand(line: string, from: number): Read {
  const words: string[] = [];
  let word: string | null = null;
  let plain = true;
  let at = from;
  while (at < line.length && !OPERATORS.some((each) => line.startsWith(each, at))) {
    const character = line[at] ?? "";
    if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
      continue;
    }
    if (character === '"' || character === "'") {
      const quoted = readQuoted(line, at);
      word = (word ?? "") + quoted.text;
      plain &&= quoted.plain;
      at = quoted.end;
      continue;
    }
    if (SPECIAL.test(character)) plain = false;
    word = (word ?? "") + character;
    at += 1;
  }
  if (word !== null) words.push(word);
  return { words, plain, end: at };
}

function readQuoted(line: string, from: number): { text: string; plain: boolean; end: number } {
  const quote = line[from] ?? "";
  let text = "";
  let plain = true;
  let at = from + 1;
  for (; at < line.length && line[at] !== quote; at += 1) {
    const escaped = quote === '"' && line[at] === "\\" && /["\\]/.test(line[at + 1] ?? "");
    if (escaped) at += 1;
    else if (quote === '"' && /[$`\\]/.test(line[at] ?? "")) plain = false;
    text += line[at];
  }
  return { text, plain: plain && at < line.length, end: at + 1 };
}

function commandOf(read: Read, text: string, operator: string | null, start: number): LineCommand {
  const first = read.words.findIndex((word) => !ASSIGNMENT.test(word));
  const assignments = read.words.slice(0, first === -1 ? read.words.length : first);
  return {
    text: text.trim(),
    words: read.words.slice(assignments.length),
    env: Object.fromEntries(assignments.map((word) => ASSIGNMENT.exec(word)?.slice(1) as [string, string])),
    plain: read.plain && assignments.length < read.words.length,
    operator,
    start,
  };
}
