import { createInterface } from "node:readline/promises";

/** Somebody at a terminal. Null means that they are gone: end of input, Ctrl-C, a signal. */
export interface Asker {
  /** One key, in lower case. */
  key(prompt: string): Promise<string | null>;
  /** A line of text; empty where nothing was typed. */
  line(prompt: string): Promise<string | null>;
}

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

/** Null where nobody can answer: then nothing may be asked, or a script would hang forever. */
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
    async line(prompt) {
      const lines = createInterface({ input: stdin, output: stdout });
      const stopped = new AbortController();
      lines.once("SIGINT", () => stopped.abort());
      lines.once("close", () => stopped.abort());
      try {
        return (await lines.question(prompt, { signal: AbortSignal.any([signal, stopped.signal]) })).trim();
      } catch {
        return null;
      } finally {
        lines.close();
      }
    },
  };
}
