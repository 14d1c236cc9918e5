import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { type AnswerOf, ROUTES, type Route, type RouteName } from "../../src/hosts/http/api/routes.ts";
import { startAgentforge } from "./cli.ts";

type Child = ReturnType<typeof startAgentforge>;

interface Call {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

export interface Served {
  readonly address: string;
  readonly link: string;
  readonly cookie: string;
  readonly csrf: string;
  readonly child: Child;
  /** Answers of the API are validated against their schema. */
  call<Name extends RouteName>(name: Name, call?: Call): Promise<AnswerOf<Name>>;
  /** The same for requests that must be rejected: status and body. */
  // biome-ignore lint/suspicious/noExplicitAny: each test states what it expects
  refused(name: RouteName, call?: Call): Promise<{ readonly status: number; readonly error: any }>;
  headers(): Record<string, string>;
  /** Server-sent events as they arrive. */
  events(signal: AbortSignal): AsyncGenerator<{ readonly event: string; readonly data: unknown }>;
  stop(): Promise<void>;
}

/** Starts `agentforge serve` like a person would, and signs in with the link it prints. */
export async function startServe(
  folder: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Served> {
  const child = startAgentforge(folder, ["serve", "--json", "--port", "0", ...args], env);
  const { address, link } = await firstLine(child);
  const signedIn = await fetch(link, { redirect: "manual" });
  const cookie = signedIn.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const project = await fetch(`${address}/api/project`, { headers: { cookie } });
  const { csrf_token: csrf } = (await project.json()) as { csrf_token: string };
  const headers = () => ({
    cookie,
    origin: address,
    "content-type": "application/json",
    "x-agentforge-token": csrf,
  });
  const send = (name: RouteName, call: Call = {}) => {
    const { method, body }: Route = ROUTES[name];
    return fetch(address + pathOf(name, call), {
      method,
      headers: headers(),
      ...(body && { body: JSON.stringify(call.body ?? {}) }),
    });
  };
  return {
    ...{ address, link, cookie, csrf, child, headers },
    async call<Name extends RouteName>(name: Name, call: Call = {}): Promise<AnswerOf<Name>> {
      const response = await send(name, call);
      const data = await response.json();
      const route: Route = ROUTES[name];
      if (response.status !== route.status) throw new Error(`${name}: ${JSON.stringify(data)}`);
      return route.response.parse(data) as AnswerOf<Name>;
    },
    async refused(name, call) {
      const response = await send(name, call);
      const { error } = (await response.json()) as { error: unknown };
      return { status: response.status, error };
    },
    events: (signal) => readEvents(address, cookie, signal),
    async stop() {
      child.kill("SIGINT");
      await child;
    },
  };
}

function pathOf(name: RouteName, { id = "", query = {} }: Call): string {
  const path = ROUTES[name].path.replace(/:\w+/, encodeURIComponent(id));
  const text = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
  );
  return text.size === 0 ? path : `${path}?${text}`;
}

/** What the server prints once it listens. */
export async function firstLine(child: Child): Promise<{ address: string; link: string }> {
  const { stdout } = child;
  if (!stdout) throw new Error("the server has no standard output");
  const lines = createInterface({ input: stdout });
  const ended = child.then(({ stderr }) => {
    throw new Error(`the server ended: ${stderr}`);
  });
  const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
  ended.catch(() => undefined);
  return JSON.parse(line) as { address: string; link: string };
}

async function* readEvents(address: string, cookie: string, signal: AbortSignal) {
  const response = await fetch(`${address}/api/events`, { headers: { cookie }, signal });
  let text = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const event = /^event: (.*)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (event !== undefined) yield { event, data: JSON.parse(data ?? "null") as unknown };
    }
  }
}

/** Waits until a condition holds; fails with the last value. */
export async function until<Value>(
  read: () => Promise<Value>,
  isSo: (value: Value) => boolean,
  timeoutMs = 60_000,
): Promise<Value> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    if (performance.now() > end) throw new Error(`it did not happen in time: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A request as bytes on a socket: no client normalizes it first. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | null>>;
  /** Added unchanged, so that a name can occur twice. */
  readonly more?: readonly string[];
  readonly body?: string | Buffer;
}

export interface RawAnswer {
  /** 0 if the connection closed without one. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export function rawRequest(port: number, request: RawRequest): Promise<RawAnswer> {
  const { method = "GET", path, headers, more = [], body } = request;
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ connection: "close", ...length, ...headers }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  const head = [`${method} ${path} HTTP/1.1`, ...lines, ...more, "", ""].join("\r\n");
  return exchangeBytes(port, [head, body ?? ""]);
}

export function exchangeBytes(port: number, parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    const done = () => {
      socket.destroy();
      const [head = "", ...body] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
      resolve({ status, head, body: body.join("\r\n\r\n") });
    };
    socket.setTimeout(5_000, done);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
    });
    socket.on("error", done);
    socket.on("close", done);
    for (const part of parts) socket.write(part);
  });
}
