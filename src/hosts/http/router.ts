import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import type { z } from "zod";
import { presentable } from "../../app.ts";
import { mayDo } from "../../domain/entities/role.ts";
import { ROUTES, type Route, type RouteName } from "./api/routes.ts";
import type { ApiRequest } from "./context.ts";
import type { Streams } from "./live/streams.ts";
import { openApiDocument } from "./openapi.ts";
import { badRequest, Refusal, refusalOf } from "./problem.ts";
import { readJson } from "./read-body.ts";
import type { SignIn, Visitor } from "./security/sign-in.ts";
import type { Site } from "./site.ts";

export interface RouterOptions {
  readonly site: Site;
  readonly signIn: SignIn;
  readonly streams: Streams;
  readonly bodyBytes: number;
  /** Work that must finish before the repository is closed, even if the client disconnects. */
  readonly underWay: Set<Promise<unknown>>;
  /** Called with unexpected errors. */
  readonly bug: (error: unknown) => void;
}

/**
 * Handles everything below `/api/`: authenticates, validates, calls the handler, and redacts secrets in the answer.
 */
export function createApiListener(
  options: RouterOptions,
): (request: IncomingMessage, response: ServerResponse) => unknown {
  const hono = new Hono<{ Bindings: HttpBindings }>();
  hono.onError((error, c) => {
    const refusal = refusalOf(error);
    if (refusal.status === 500) options.bug(error);
    return c.json({ error: options.site.redactor.data(refusal.problem) }, refusal.status);
  });
  hono.use(async (c, next) => {
    await options.signIn.visitorOf(c.env.incoming);
    await next();
  });
  const names = Object.keys(options.site.handlers) as RouteName[];
  const routes = names.map((name): Route => ROUTES[name]);
  for (const [index, route] of routes.entries()) {
    const name = names[index] as RouteName;
    hono.on(route.method, route.path, async (c) => {
      const request = await readRequest(options, route, c.env.incoming, c.req.param());
      const answer = await answerOf(options, name, request);
      return c.json(shown(options, answer, request), route.status);
    });
  }
  hono.get("/api/openapi.json", (c) => c.json(openApiDocument(), 200));
  hono.get("/api/events", (c) => {
    const { incoming, outgoing } = c.env;
    options.streams.open(outgoing, () => options.signIn.isSignedIn(incoming));
    return RESPONSE_ALREADY_SENT;
  });
  for (const path of new Set([...routes.map((route) => route.path), ...PLAIN_PATHS])) {
    hono.all(path, (c) => {
      throw new Refusal(405, "method_not_allowed", `${c.req.method} is not supported at ${c.req.path}`);
    });
  }
  hono.notFound(() => {
    throw new Refusal(404, "not_found", "nothing exists at this address", {
      hint: "GET /api/openapi.json lists all addresses.",
    });
  });
  return getRequestListener(hono.fetch, { overrideGlobalObjects: false });
}

const PLAIN_PATHS = ["/api/openapi.json", "/api/events"];

async function readRequest(
  { signIn, bodyBytes }: RouterOptions,
  route: Route,
  incoming: IncomingMessage,
  parameters: Readonly<Record<string, string>>,
): Promise<ApiRequest<RouteName>> {
  const visitor = await signIn.visitorOf(incoming);
  requireRole(visitor, route);
  const query = parse("the query", route.query.strict(), queryOf(incoming.url ?? ""));
  const body = route.body && parse("the body", route.body, await readJson(incoming, bodyBytes));
  return { id: parameters.id ?? parameters.name ?? "", query, body, visitor } as ApiRequest<RouteName>;
}

/** Runs before the request is read. Handlers do not check roles: the route table says who may do what. */
function requireRole({ role, person }: Visitor, { least }: Route): void {
  if (mayDo(role, least)) return;
  throw new Refusal(403, "not_allowed", `${person} has the role ${role} here, and this requires ${least}`, {
    hint: "An administrator of the server assigns roles: agentforge serve user add NAME --role ROLE",
  });
}

async function answerOf(
  { site, underWay }: RouterOptions,
  name: RouteName,
  request: ApiRequest<RouteName>,
): Promise<unknown> {
  const work = Promise.resolve(site.handlers[name]?.(request));
  underWay.add(work);
  return work.finally(() => underWay.delete(work));
}

/** Redacts secrets, except the token that the page has to send back. */
function shown({ site }: RouterOptions, answer: unknown, { visitor }: ApiRequest<RouteName>): object {
  const data = presentable(answer, site.redactor) as object;
  return "csrf_token" in data ? { ...data, csrf_token: visitor.csrfToken } : data;
}

function queryOf(url: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  const start = url.indexOf("?");
  for (const [name, value] of new URLSearchParams(start < 0 ? "" : url.slice(start + 1))) {
    if (name in query) throw new Refusal(400, "bad_input", `the query names ${name} twice`);
    query[name] = value;
  }
  return { ...query };
}

function parse(what: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badRequest(what, parsed.error);
}
