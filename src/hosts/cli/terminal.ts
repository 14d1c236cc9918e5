export { visible, visibleName } from "../../domain/rules/text/visible-text.ts";

/** The styles for text. Without color the text is unchanged. */
type Mark = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

const CODES: Readonly<Record<Mark, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

export type Paint = (mark: Mark, text: string) => string;

export function createPaint(useColor: boolean): Paint {
  return (mark, text) => {
    if (!useColor) return text;
    const [on, off] = CODES[mark];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

export interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  /** Replaces the status line. */
  say(text: string): void;
  /** The same for text that a permanent line repeats: prints nothing if the status line cannot be replaced. */
  now(text: string): void;
  /** Prints a permanent line. */
  keep(text: string): void;
  end(): void;
}

/** In a terminal one status line; in a pipe or CI one line per stage; silent with `--json`. */
export function createProgress(stream: Stream, silent: boolean): Progress {
  if (silent) return { say() {}, now() {}, keep() {}, end() {} };
  return stream.isTTY ? movingLine(stream) : plainLines(stream);
}

/** Seconds after which the line shows the elapsed time. */
const SOON = 3;

function movingLine(stream: Stream): Progress {
  const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
  let frame = 0;
  let current = "";
  let since = performance.now();
  const draw = () => {
    // 0 means that the terminal does not know its size.
    const width = (stream.columns || 80) - 1;
    const seconds = Math.floor((performance.now() - since) / 1000);
    const time = seconds < SOON ? "" : ` ${seconds} s`;
    const text = `${frames[frame % frames.length]} ${current}`.slice(0, width - time.length);
    stream.write(`\r\u001b[2K${text}${time}`);
  };
  const timer = setInterval(() => {
    frame += 1;
    if (current !== "") draw();
  }, 90);
  timer.unref();
  const say = (text: string) => {
    if (text !== current) since = performance.now();
    current = text;
    draw();
  };
  return {
    say,
    now: say,
    keep(text) {
      stream.write(`\r\u001b[2K${text}\n`);
    },
    end() {
      clearInterval(timer);
      stream.write("\r\u001b[2K");
    },
  };
}

function plainLines(stream: Stream): Progress {
  let stage = "";
  return {
    say(text) {
      const next = text.split(":")[0] ?? text;
      if (next === stage) return;
      stage = next;
      stream.write(`${text}\n`);
    },
    now() {},
    keep: (text) => void stream.write(`${text}\n`),
    end() {},
  };
}
