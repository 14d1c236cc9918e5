import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createStreams, type Streams } from "./live/streams.ts";
import { readJson } from "./read-body.ts";
import { type Answer, LIMITS, listen, openServer, type ServerLimits } from "./server.ts";

let server: Server;
let port: number;
let sockets: Socket[] = [];
let streams: Streams | null = null;

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  streams?.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function open(limits: Partial<ServerLimits>, answer: Answer): Promise<void> {
  server = openServer({ ...LIMITS, ...limits }, answer, () => {});
  port = await listen(server, 0, "127.0.0.1");
}

async function dial(text: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

/** Reads until the other side closes the connection. */
async function restOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
}

const ok: Answer = (_request, response) => response.end("ok");

describe("a server with limits", () => {
  it("does not wait for headers forever", async () => {
    await open({ headersMs: 200, requestMs: 400 }, ok);
    expect(await restOf(await dial("GET / HTTP/1.1\r\nHost: x\r\n"))).toContain("408 Request Timeout");
  });

  it("does not wait for a body forever", async () => {
    await open({ headersMs: 200, requestMs: 400 }, async (request, response) => {
      await readJson(request, 100);
      response.end("read");
    });
    const head =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
    expect(await restOf(await dial(head))).not.toContain("200 OK");
  });

  it("stops reading when a body without a length is too large", async () => {
    await open({}, async (request) => readJson(request, 10));
    const head =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(await restOf(await dial(`${head}14\r\n${"x".repeat(20)}\r\n`))).toContain("413");
  });

  it("drops connections beyond the limit, and answers again when one is free", async () => {
    await open({ connections: 2 }, ok);
    const [first] = [await dial(""), await dial("")];
    expect(await restOf(await dial("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))).toBe("");
    first.destroy();
    await setTimeout(50);
    expect(await restOf(await dial("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))).toContain(
      "200 OK",
    );
  });

  it("hides the details of a bug", async () => {
    await open({}, () => {
      throw new Error("secret detail");
    });
    const answer = await restOf(await dial("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
    expect(answer).toContain("500");
    expect(answer).not.toContain("secret detail");
  });
});

describe("event streams", () => {
  const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

  let isAllowed = true;

  async function openStreams(limits: Partial<ServerLimits>): Promise<Streams> {
    const opened = createStreams({ ...LIMITS, ...limits });
    streams = opened;
    await open({}, (_request, response) => opened.open(response, async () => isAllowed));
    return opened;
  }

  it("are limited in number, and closing one frees a slot", async () => {
    const opened = await openStreams({ streams: 1 });
    const first = await dial(GET);
    await once(first, "data");
    expect(await restOf(await dial(GET))).toContain("429");
    first.destroy();
    await expect.poll(() => opened.count).toBe(0);
    await once(await dial(GET), "data");
    expect(opened.count).toBe(1);
  });

  it("drop a reader that does not keep up, and keep the others", async () => {
    const opened = await openStreams({ streamBytes: 64 * 1024 });
    const [slow, quick] = [await dial(GET), await dial(GET)];
    slow.pause();
    quick.resume();
    await expect.poll(() => opened.count).toBe(2);
    const much = "x".repeat(256 * 1024);
    for (let sent = 0; sent < 200 && opened.count === 2; sent += 1) {
      opened.send("run", much);
      await setTimeout(5);
    }
    expect(opened.count).toBe(1);
    expect(quick.destroyed).toBe(false);
  });

  it("end when the reader may no longer read", async () => {
    await openStreams({ heartbeatMs: 30 });
    const reader = await dial(GET);
    await once(reader, "data");
    isAllowed = false;
    await restOf(reader);
    isAllowed = true;
  });

  it("send a heartbeat", async () => {
    await openStreams({ heartbeatMs: 30 });
    const reader = await dial(GET);
    let text = "";
    reader.on("data", (chunk) => {
      text += chunk;
    });
    await expect.poll(() => text).toContain(": still here");
  });
});
