import { once } from "node:events";
import { chmodSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { z } from "zod";

/** The part of the published schema of `POST /containers/create` (Engine API 1.41) that is used. */
const createBody = z.strictObject({
  Image: z.string().min(1),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  Env: z.array(z.string().regex(/^[^=]+=/)),
  User: z.string().regex(/^[1-9]\d*:[1-9]\d*$/),
  WorkingDir: z.string().startsWith("/"),
  Hostname: z.string(),
  Labels: z.record(z.string(), z.string()),
  AttachStdin: z.literal(true),
  AttachStdout: z.literal(true),
  AttachStderr: z.literal(true),
  OpenStdin: z.literal(true),
  StdinOnce: z.literal(true),
  Tty: z.literal(false),
  NetworkDisabled: z.boolean(),
  HostConfig: z.strictObject({
    NetworkMode: z.string(),
    ReadonlyRootfs: z.literal(true),
    Init: z.boolean(),
    CapDrop: z.tuple([z.literal("ALL")]),
    SecurityOpt: z.array(z.string()),
    IpcMode: z.string(),
    PidsLimit: z.int().positive(),
    Memory: z.int().positive(),
    MemorySwap: z.int().positive(),
    CpuShares: z.int(),
    OomScoreAdj: z.int(),
    Ulimits: z.array(z.strictObject({ Name: z.string(), Soft: z.int(), Hard: z.int() })),
    LogConfig: z.strictObject({ Type: z.string() }),
    Tmpfs: z.record(z.string().startsWith("/"), z.string()),
    Mounts: z.array(
      z.strictObject({
        Type: z.literal("bind"),
        Source: z.string(),
        Target: z.string(),
        ReadOnly: z.boolean(),
      }),
    ),
  }),
});

export type CreateBody = z.infer<typeof createBody>;

/** What the recorded engine does once a container has been started. */
export interface Behavior {
  readonly missingImage?: boolean;
  /** An image from which no container can be created. */
  readonly lacks?: string;
  /** Why no container can be started. */
  readonly broken?: string;
  readonly oomKilled?: boolean;
  play(container: { body: CreateBody; stream: Duplex; killed: Promise<void> }): Promise<number>;
}

export interface RecordedEngine {
  /** The requests so far: method and path. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

/** Output as the engine sends it: 1 is standard output, 2 is standard error. */
export function frame(stream: number, text: string): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(stream, 0);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

/** An engine that replays recorded answers of Docker 27.3.1, and refuses what the schema does not allow. */
export async function serveRecordedEngine(socket: string, behavior: Behavior): Promise<RecordedEngine> {
  const calls: string[] = [];
  const id = "4fa6e0f0c6786287e131c3852c58a2e01cc697a68231826813597e4994f1d6e2";
  let body: CreateBody | undefined;
  let stream: Duplex | undefined;
  let ended: Promise<number> = Promise.resolve(0);
  let tellKilled: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => {
    tellKilled = resolve;
  });
  const server = createServer(async (request, response) => {
    const route = `${request.method} ${request.url}`;
    calls.push(route);
    const answer = (status: number, content?: unknown): void => {
      response.writeHead(status, { "Content-Type": "application/json", "Api-Version": "1.47" });
      response.end(content === undefined ? undefined : JSON.stringify(content));
    };
    if (route === "GET /v1.41/version")
      return answer(200, { Version: "27.3.1", ApiVersion: "1.47", MinAPIVersion: "1.24" });
    if (/^GET \/v1.41\/images\/.+\/json$/.test(route)) {
      return behavior.missingImage === true
        ? answer(404, { message: "No such image: debian:stable" })
        : answer(200, { Id: "sha256:1" });
    }
    if (route === "POST /v1.41/containers/create") {
      const parsed = createBody.safeParse(JSON.parse(await textOf(request)));
      if (!parsed.success) return answer(400, { message: parsed.error.message });
      body = parsed.data;
      if (body.Image === behavior.lacks) return answer(404, { message: `No such image: ${body.Image}` });
      return answer(201, { Id: id, Warnings: [] });
    }
    if (route === `POST /v1.41/containers/${id}/start` && behavior.broken !== undefined)
      return answer(500, { message: behavior.broken });
    if (route === `POST /v1.41/containers/${id}/start` && body !== undefined && stream !== undefined) {
      ended = isProof(body) ? prove(stream) : behavior.play({ body, stream, killed });
      return answer(204);
    }
    if (route === `POST /v1.41/containers/${id}/wait`) return answer(200, { StatusCode: await ended });
    if (route === `GET /v1.41/containers/${id}/json`)
      return answer(200, {
        Id: id,
        State: { OOMKilled: behavior.oomKilled === true && body !== undefined && !isProof(body) },
      });
    if (route === `POST /v1.41/containers/${id}/kill?signal=KILL`) {
      tellKilled();
      return answer(204);
    }
    if (route === `DELETE /v1.41/containers/${id}?force=1&v=1`) return answer(204);
    return answer(404, { message: "page not found" });
  });
  server.on("upgrade", (request: IncomingMessage, upgraded: Duplex) => {
    calls.push(`${request.method} ${request.url}`);
    upgraded.on("error", () => undefined);
    upgraded.write(
      "HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.multiplexed-stream\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n",
    );
    stream = upgraded;
  });
  server.listen(socket);
  await once(server, "listening");
  chmodSync(socket, 0o600);
  return {
    calls,
    async close() {
      stream?.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The harmless command that must succeed before a backend is used. */
const isProof = ({ Cmd }: CreateBody): boolean => Cmd.some((word) => word.includes("echo proved"));

export async function prove(stream: Duplex): Promise<number> {
  stream.write(frame(1, "proved\n"));
  stream.end();
  return 0;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
