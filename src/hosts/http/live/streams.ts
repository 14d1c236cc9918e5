import type { ServerResponse } from "node:http";
import { Topic } from "../api/events.ts";
import { Refusal } from "../problem.ts";

export interface StreamLimits {
  readonly streams: number;
  /** Bytes that may be buffered for a slow reader before it is dropped. */
  readonly streamBytes: number;
  readonly heartbeatMs: number;
}

/** The open connections to `/api/events`. */
export interface Streams {
  /**
   * Opens a stream of server-sent events on the response; 429 if too many are open. It ends soon after `isAllowed` says
   * no: a stream outlives the request that opened it.
   */
  open(response: ServerResponse, isAllowed: () => Promise<boolean>): void;
  send(event: "changed" | "run", data: unknown): void;
  readonly count: number;
  close(): void;
}

/** A reader that does not keep up is dropped: its browser reconnects and reloads. */
export function createStreams(limits: StreamLimits): Streams {
  const readers = new Map<ServerResponse, () => Promise<boolean>>();
  const heartbeat = setInterval(() => {
    write(": still here\n\n");
    for (const [reader, isAllowed] of readers) void endUnless(isAllowed, reader);
  }, limits.heartbeatMs);
  heartbeat.unref();

  function write(text: string): void {
    for (const reader of readers.keys()) {
      if (reader.writableLength > limits.streamBytes) reader.destroy();
      else reader.write(text);
    }
  }

  return {
    get count() {
      return readers.size;
    },
    open(response, isAllowed) {
      if (readers.size >= limits.streams) {
        throw new Refusal(429, "too_many_streams", "too many pages are open", {
          hint: "Close one of them, or answer by command: agentforge inbox.",
        });
      }
      readers.set(response, isAllowed);
      response.on("close", () => readers.delete(response));
      response.writeHead(200, {
        "Content-Type": "text/event-stream; charset=utf-8",
        Connection: "keep-alive",
      });
      // The reader may have missed changes from before the stream was open.
      response.write(`retry: 1000\n\n${text("changed", { topics: Topic.options })}`);
    },
    send: (event, data) => write(text(event, data)),
    close() {
      clearInterval(heartbeat);
      for (const reader of readers.keys()) reader.end();
    },
  };
}

async function endUnless(isAllowed: () => Promise<boolean>, reader: ServerResponse): Promise<void> {
  if (!(await isAllowed().catch(() => false))) reader.destroy();
}

function text(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
