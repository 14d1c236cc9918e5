/** What a shell would do with a command line, according to static analysis. */
export interface Script {
  readonly items: readonly ListItem[];
}

export interface ListItem {
  readonly command: Command;
  /** The operator that joins it to the next item. */
  readonly operator: ";" | "&" | "&&" | "||";
}

export type Command =
  | Simple
  | Pipeline
  | {
      readonly type: "block";
      readonly kind: BlockKind;
      readonly bodies: readonly Script[];
      readonly redirects: readonly Redirect[];
    }
  | Loop
  | Case
  | { readonly type: "function"; readonly name: string; readonly body: Command }
  | { readonly type: "test"; readonly words: readonly Word[]; readonly redirects: readonly Redirect[] }
  | { readonly type: "arithmetic"; readonly parts: readonly Part[]; readonly redirects: readonly Redirect[] };

export type BlockKind = "subshell" | "group" | "if" | "while" | "until" | "coproc";

interface Simple {
  readonly type: "simple";
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
}

interface Pipeline {
  readonly type: "pipeline";
  readonly commands: readonly Command[];
  /** `! command`: succeeds if the command fails. */
  readonly negated: boolean;
}

interface Loop {
  readonly type: "loop";
  /** The variable; null for the arithmetic form, whose parts are in `header`. */
  readonly name: string | null;
  /** Null if the loop runs over the positional parameters. */
  readonly words: readonly Word[] | null;
  readonly header: readonly Part[];
  readonly body: Script;
  readonly redirects: readonly Redirect[];
}

interface Case {
  readonly type: "case";
  readonly subject: Word;
  readonly arms: readonly { readonly patterns: readonly Word[]; readonly body: Script }[];
  readonly redirects: readonly Redirect[];
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
  /** Array elements, subscripts, and an empty word for `+=`; if present, the value is not just this text. */
  readonly extra: readonly Word[];
}

export interface Redirect {
  readonly operator: ">" | ">>" | ">|" | "<" | "<>" | ">&" | "<&" | "&>" | "&>>" | "<<" | "<<<";
  readonly target: Word;
  /** The body of a heredoc; substitutions in it are active unless the delimiter was quoted. */
  readonly body: Word | null;
}

export interface Word {
  readonly parts: readonly Part[];
}

export type Part =
  | { readonly type: "text"; readonly text: string; readonly quoted: boolean }
  | {
      readonly type: "parameter";
      readonly name: string;
      readonly quoted: boolean;
      /** Operator and operand (`:-word`, `%.ts`, `[subscript]`); null for a plain `$name`. */
      readonly operation: Word | null;
    }
  | {
      readonly type: "substitution";
      readonly script: Script;
      readonly kind: "command" | "input" | "output";
      readonly quoted: boolean;
    }
  | { readonly type: "arithmetic"; readonly parts: readonly Part[]; readonly quoted: boolean };

export type Parsed =
  | { readonly status: "parsed"; readonly script: Script }
  /** Unparsable, so not allowed. */
  | { readonly status: "unparsable"; readonly why: string };
