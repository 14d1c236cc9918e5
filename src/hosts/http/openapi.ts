import { z } from "zod";
import { version } from "../../app.ts";
import { Problem } from "./api/common.ts";
import { ROUTES, type Route } from "./api/routes.ts";

type Json = Record<string, unknown>;

/** The OpenAPI document of the API, generated from the route table. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [operationId, route] of Object.entries<Route>(ROUTES)) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(operationId, route) };
  }
  paths["/api/events"] = { get: EVENTS };
  return {
    openapi: "3.1.0",
    info: {
      title: "AgentForge review page",
      version,
      description: "The API of `agentforge serve`. Sign in with the link it prints; see docs/review-page.md.",
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, "output") },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "agentforge_<port>" },
        page: { type: "apiKey", in: "header", name: "X-AgentForge-Token" },
      },
    },
  };
}

const EVENTS = {
  operationId: "listen",
  summary: "Server-sent events: `changed` with topics, `run` with a run that was started here",
  security: [{ session: [] }],
  responses: { 200: { description: "A stream", content: { "text/event-stream": {} } } },
};

function operationOf(operationId: string, route: Route): Json {
  const body =
    route.body === null ? {} : { requestBody: { required: true, content: json(route.body, "input") } };
  return {
    operationId,
    summary: route.summary,
    security: [route.method === "GET" ? { session: [] } : { session: [], page: [] }],
    parameters: [...pathParameters(route.path), ...queryParameters(route.query)],
    ...body,
    responses: {
      [route.status]: { description: "Done", content: json(route.response, "output") },
      default: {
        description: "Refused",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(query: z.ZodObject): Json[] {
  const { properties = {} } = schemaOf(query, "input") as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: false, schema }));
}

function json(schema: z.ZodType, io: "input" | "output"): Json {
  return { "application/json": { schema: schemaOf(schema, io) } };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
}
