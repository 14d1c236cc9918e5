import { once } from "node:events";
import type { Writable } from "node:stream";

/** Writes lines for a reader that may be slow or stop early. */
export interface Output {
  /** Resolves when the line was accepted; false if nobody is reading anymore. */
  line(text: string): Promise<boolean>;
  end(): Promise<void>;
}

export function createOutput(stream: Writable, closes = false): Output {
  return {
    async line(text) {
      if (stream.destroyed) return false;
      if (!stream.write(`${text}\n`)) {
        const either = new AbortController();
        await Promise.race(["drain", "close"].map((event) => once(stream, event, either))).catch(
          () => undefined,
        );
        either.abort();
      }
      return !stream.destroyed;
    },
    async end() {
      if (!closes) return;
      stream.end();
      await once(stream, "close");
    },
  };
}
