import { execFileSync } from "node:child_process";

/** A run of characters with the same style. */
export interface Span {
  readonly text: string;
  /** Any of bold, dim, red, green, yellow, cyan, magenta and blue. */
  readonly marks: readonly string[];
}

export type ScreenLine = readonly Span[];

interface Cell {
  readonly character: string;
  readonly marks: readonly string[];
}

const MARKS: Readonly<Record<number, string>> = {
  1: "bold",
  2: "dim",
  31: "red",
  32: "green",
  33: "yellow",
  34: "blue",
  35: "magenta",
  36: "cyan",
};

/** Runs a shell script in a pseudo-terminal of this width, and returns its output. */
export function runInTerminal(
  script: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly columns: number },
): { readonly output: string; readonly exitCode: number } {
  const command = `stty cols ${options.columns} rows 50 -onlcr; ${script}`;
  try {
    const output = execFileSync("script", ["-qec", command, "/dev/null"], {
      cwd: options.cwd,
      env: { ...options.env, SHELL: "/bin/bash", TERM: "xterm-256color" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    return { output, exitCode: 0 };
  } catch (error) {
    const { status, stdout } = error as { status?: unknown; stdout?: unknown };
    if (typeof status !== "number" || typeof stdout !== "string") throw error;
    return { output: stdout, exitCode: status };
  }
}

/** The final content of the screen, without overwritten progress output. */
export function renderScreen(output: string): ScreenLine[] {
  const lines: Cell[][] = [[]];
  let column = 0;
  let marks: readonly string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with one
  for (const [token, codes, command] of output.matchAll(/\u001b\[([\d;?]*)([A-Za-z])|[\s\S]/gu)) {
    const line = lines.at(-1) ?? [];
    if (command === "m") marks = marksAfter(marks, codes ?? "");
    else if (command === "K") line.splice(codes === "2" ? 0 : column);
    else if (command !== undefined) continue;
    else if (token === "\r") column = 0;
    else if (token === "\n") {
      lines.push([]);
      column = 0;
    } else {
      line[column] = { character: token, marks };
      column += 1;
    }
  }
  return lines.map(spansOf);
}

export const textOf = (line: ScreenLine): string =>
  line
    .map((span) => span.text)
    .join("")
    .trimEnd();

function marksAfter(marks: readonly string[], codes: string): readonly string[] {
  return codes.split(";").reduce<readonly string[]>((now, code) => {
    const number = Number(code);
    if (number === 0) return [];
    if (number === 22) return now.filter((mark) => mark !== "bold" && mark !== "dim");
    if (number === 39) return now.filter((mark) => mark === "bold" || mark === "dim");
    const mark = MARKS[number];
    return mark === undefined ? now : [...now.filter((other) => other !== mark), mark];
  }, marks);
}

function spansOf(cells: readonly (Cell | undefined)[]): ScreenLine {
  const spans: { text: string; marks: readonly string[] }[] = [];
  for (const cell of Array.from(cells)) {
    const { character, marks } = cell ?? { character: " ", marks: [] };
    const last = spans.at(-1);
    if (last && last.marks.join() === marks.join()) last.text += character;
    else spans.push({ text: character, marks });
  }
  return spans;
}
