import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** A person at a terminal. Null means that they left: end of input, Ctrl-C or a signal. */
export interface Asker {
  /** One key, in lowercase. */
  key(prompt: string): Promise<string | null>;
  /** A line of text; empty if nothing was typed. */
  line(prompt: string): Promise<string | null>;
  /** The same, without echo. */
  secret(prompt: string): Promise<string | null>;
}

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

/** Null if nobody can answer; asking anyway would make a script hang. */
export function createAsker(signal: AbortSignal): Asker | null {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return null;
  return {
    key(prompt) {
      stdout.write(prompt);
      return new Promise((done) => {
        const end = (key: string | null) => {
          stdin.off("data", take);
          stdin.off("end", gone);
          signal.removeEventListener("abort", gone);
          stdin.setRawMode(false);
          stdin.pause();
          stdout.write("\n");
          done(key);
        };
        const gone = () => end(null);
        const take = (data: Buffer) => {
          const [key = ""] = data.toString();
          end(key === CTRL_C || key === CTRL_D ? null : key.toLowerCase());
        };
        if (signal.aborted) return gone();
        stdin.setRawMode(true);
        stdin.on("data", take);
        stdin.once("end", gone);
        signal.addEventListener("abort", gone);
        stdin.resume();
      });
    },
    line: async (prompt) => (await readLine(prompt, stdout, signal))?.trim() ?? null,
    async secret(prompt) {
      stdout.write(prompt);
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      const line = await readLine("", silent, signal);
      stdout.write("\n");
      return line;
    },
  };
}

async function readLine(
  prompt: string,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const stopped = new AbortController();
  lines.once("SIGINT", () => stopped.abort());
  lines.once("close", () => stopped.abort());
  try {
    return await lines.question(prompt, { signal: AbortSignal.any([signal, stopped.signal]) });
  } catch {
    return null;
  } finally {
    lines.close();
  }
}
