import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Refusal, refusalOf } from "./problem.ts";
import { SECURITY_HEADERS } from "./security/headers.ts";

export interface ServerLimits {
  readonly bodyBytes: number;
  readonly connections: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly streams: number;
  readonly streamBytes: number;
  readonly heartbeatMs: number;
}

export const LIMITS: ServerLimits = {
  bodyBytes: 8 * 1024 * 1024,
  connections: 256,
  headersMs: 10_000,
  requestMs: 60_000,
  streams: 64,
  streamBytes: 1024 * 1024,
  heartbeatMs: 15_000,
};

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** An HTTP server with our limits and headers. Anything `answer` throws becomes a refusal, never a stack trace. */
export function openServer(limits: ServerLimits, answer: Answer, bug: (error: unknown) => void): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      maxHeaderSize: 16 * 1024,
      insecureHTTPParser: false,
      requireHostHeader: true,
    },
    async (request, response) => {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
      try {
        await answer(request, response);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal.status === 500) bug(error);
        refuse(response, refusal);
      }
    },
  );
  server.maxConnections = limits.connections;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (socket.destroyed || !socket.writable) return;
    const status =
      error.code === "HPE_HEADER_OVERFLOW"
        ? "431 Request Header Fields Too Large"
        : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? "408 Request Timeout"
          : "400 Bad Request";
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  server.on("upgrade", (_request, socket) => socket.destroy());
  server.on("connect", (_request, socket) => socket.destroy());
  return server;
}

export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen({ port, host });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Closes the connection instead of waiting for an unread body. */
function refuse(response: ServerResponse, { status, problem }: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "Content-Type": "application/json", Connection: "close" });
  response.end(JSON.stringify({ error: problem }));
}
