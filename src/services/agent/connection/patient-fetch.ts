import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { Readable } from "node:stream";

/**
 * `fetch` for a server that may be silent for a long time. The built-in one gives up after five minutes, but
 * a local model may need longer to read a long prompt. Implements only what a model request needs.
 */
export const patientFetch: typeof globalThis.fetch = (input, init) =>
  new Promise((resolve, reject) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const send = url.protocol === "https:" ? secureRequest : plainRequest;
    const body = typeof init?.body === "string" ? init.body : "";
    const headers = {
      ...Object.fromEntries(new Headers(init?.headers)),
      "content-length": Buffer.byteLength(body),
    };
    // A new connection for each request, because reusing one that the server has closed would fail.
    const options = {
      ...{ method: init?.method ?? "GET", headers, agent: false as const },
      ...(init?.signal && { signal: init.signal }),
    };
    const outgoing = send(url, options, (incoming) => {
      const status = incoming.statusCode ?? 500;
      const isEmpty = status === 204 || status === 304;
      const stream = isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
      const given = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
      resolve(new Response(stream, { status, headers: Object.fromEntries(given) }));
    });
    outgoing.on("error", (error) => reject(new TypeError("fetch failed", { cause: error })));
    outgoing.end(body);
  });
