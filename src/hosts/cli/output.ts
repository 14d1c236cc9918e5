import { once } from "node:events";
import type { Writable } from "node:stream";

/** Lines for a reader who may be slow or leave early. */
export interface Output {
  /** Resolves once the line was taken; false where nobody reads any more. */
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
