import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

export interface EngineAnswer {
  readonly status: number;
  readonly body: string;
}

/** The Docker Engine HTTP API on its unix socket: plain calls, and the one that becomes a two-way stream. */
export interface Engine {
  readonly socketPath: string;
  call(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<EngineAnswer>;
  /** Stdin goes in; stdout and stderr come out in frames. */
  attach(container: string): Promise<Duplex>;
}

/** The oldest API version that has everything used here; newer engines still accept it. */
const version = "/v1.41";
const maxBodyBytes = 4 * 1024 * 1024;

/** Loaded lazily: a static import would cost every command about 65 ms. */
const http = () => import("node:http");

export function dockerEngine(socketPath: string): Engine {
  return {
    socketPath,
    async call(method, path, body) {
      const { request } = await http();
      const text = body === undefined ? undefined : JSON.stringify(body);
      return new Promise((resolve, reject) => {
        const sent = request(
          { socketPath, agent: false, method, path: `${version}${path}`, headers: headersFor(text) },
          (response) => collect(response).then(resolve, reject),
        );
        sent.on("error", reject);
        sent.end(text);
      });
    },
    async attach(container) {
      const { request } = await http();
      return new Promise((resolve, reject) => {
        const sent = request({
          socketPath,
          agent: false,
          method: "POST",
          path: `${version}/containers/${container}/attach?stream=1&stdin=1&stdout=1&stderr=1`,
          headers: { Host: "docker", Connection: "Upgrade", Upgrade: "tcp" },
        });
        sent.on("upgrade", (_response, socket, head: Buffer) => {
          if (head.length > 0) socket.unshift(head);
          resolve(socket);
        });
        sent.on("response", (response) => {
          collect(response).then(
            ({ status, body }) => reject(new Error(`attach answered ${status}: ${body}`)),
            reject,
          );
        });
        sent.on("error", reject);
        sent.end();
      });
    },
  };
}

function headersFor(body: string | undefined): Record<string, string> {
  if (body === undefined) return { Host: "docker" };
  return {
    Host: "docker",
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
  };
}

async function collect(response: IncomingMessage): Promise<EngineAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") };
}

/** Splits the engine's stream into its frames: a byte for the stream, three of padding, a length, the content. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);
  #left = 0;
  #stream = 1;
  readonly #onContent: (stream: "stdout" | "stderr", content: Buffer) => void;

  constructor(onContent: (stream: "stdout" | "stderr", content: Buffer) => void) {
    this.#onContent = onContent;
  }

  push(chunk: Buffer): void {
    let data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (data.length > 0) {
      if (this.#left === 0) {
        if (data.length < 8) break;
        this.#stream = data.readUInt8(0);
        this.#left = data.readUInt32BE(4);
        data = data.subarray(8);
        continue;
      }
      const content = data.subarray(0, this.#left);
      this.#left -= content.length;
      data = data.subarray(content.length);
      this.#onContent(this.#stream === 2 ? "stderr" : "stdout", content);
    }
    this.#rest = data;
  }
}
