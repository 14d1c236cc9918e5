import type { ScriptDangers } from "./sed.ts";

/** What an awk program does besides printing; null if it cannot be parsed. */
export function awkDangers(script: string): ScriptDangers | null {
  const writes: string[] = [];
  const reads: string[] = [];
  let runs = false;
  let printing = false;
  let depth = 0;
  const tokens = [...tokenize(script)];
  if (tokens.at(-1)?.kind === "broken") return null;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "word") {
      if (token.text === "system") runs = true;
      if (token.text === "print" || token.text === "printf") printing = true;
    }
    if (token.kind === "mark") {
      if (token.text === "|" || token.text === "|&" || token.text === "@") runs = true;
      if (token.text === "<" && [1, 2].some((back) => tokens[index - back]?.text === "getline")) {
        reads.push(target(tokens, index + 1));
      }
      if ("([".includes(token.text)) depth += 1;
      if (")]".includes(token.text)) depth -= 1;
      if (/^[;{}\n]$/.test(token.text)) {
        printing = false;
        depth = 0;
      }
      if (printing && depth <= 0 && (token.text === ">" || token.text === ">>"))
        writes.push(target(tokens, index + 1));
    }
  }
  return { runs, writes, reads };
}

interface Token {
  readonly kind: "word" | "string" | "regex" | "mark" | "broken";
  readonly text: string;
}

/** The literal path if there is one, otherwise text that no policy allows. */
function target(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  const after = tokens[at + 1];
  const ends = after === undefined || /^[;{}\n,)]$/.test(after.text);
  return token?.kind === "string" && ends ? token.text : "\0";
}

function* tokenize(script: string): Generator<Token> {
  let at = 0;
  let operand = false;
  while (at < script.length) {
    const rest = script.slice(at);
    const blank = /^(?:[ \t\r]+|\\\n|#[^\n]*)/.exec(rest)?.[0];
    if (blank) {
      at += blank.length;
      continue;
    }
    const word = /^(?:[A-Za-z_]\w*|[0-9.]+\w*)/.exec(rest)?.[0];
    const string = /^"(?:[^"\\\n]|\\[\s\S])*"/.exec(rest)?.[0];
    const regex = operand
      ? undefined
      : /^\/(?:[^/\\\n[]|\\.|\[(?:\^?\]?(?:[^\]\\\n]|\\.)*)\])*\//.exec(rest)?.[0];
    const mark = /^(?:\|&|\|\||&&|>>|>=|<=|==|!=|\+\+|--|[\s\S])/.exec(rest)?.[0] ?? "";
    if (word) yield { kind: "word", text: word };
    else if (string) yield { kind: "string", text: string.slice(1, -1) };
    else if (regex) yield { kind: "regex", text: regex };
    else if (mark === '"') return yield { kind: "broken", text: rest };
    else yield { kind: "mark", text: mark };
    operand =
      (word !== undefined && !/^(?:print|printf|return|in|else|do|delete|case|exit|getline)$/.test(word)) ||
      string !== undefined ||
      (/^[)\]$]$/.test(mark) && !word && !string);
    at += (word ?? string ?? regex ?? mark).length;
  }
}
