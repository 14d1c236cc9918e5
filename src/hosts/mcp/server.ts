import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type App, listTools, presentable, version } from "../../app.ts";
import { answering, type ToolAnswer } from "./answer.ts";
import { ASK_APPROVAL, askApproval } from "./approval.ts";
import { clientNameOf } from "./client-name.ts";
import type { ProjectCopy } from "./project-copy.ts";
import { listPrompts, promptText } from "./prompts.ts";
import { listResources, listTemplates, readResource } from "./resources.ts";
import { WORKFLOW_TOOLS } from "./workflow-tools.ts";

const INSTRUCTIONS =
  "AgentForge repairs failing tests and contract violations in a copy of the project and proves each fix. `repair`, `fix_violation` and `check` are complete jobs. The other tools read, edit and test one copy that lives as long as this connection; `submit_change` proves what you changed there and asks a person, `discard_change` discards it. The user's files never change; every change waits for a person as a review, and `ask_approval` asks them.";

/** Only the protocol; workflows, tools and guards decide what happens. */
export function createServer(app: App, copy: ProjectCopy): Server {
  const server = new Server(
    { name: "agentforge", version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: toolList() }));
  server.setRequestHandler("tools/call", ({ params }, context) =>
    params.name === ASK_APPROVAL.name
      ? askApproval(server, app.ports, params.arguments ?? {}, context)
      : callTool({ app, copy, context, client: clientNameOf(server) }, params.name, params.arguments ?? {}),
  );
  server.setRequestHandler("resources/list", () => ({ resources: listResources() }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: listTemplates() }));
  server.setRequestHandler("resources/read", async ({ params }) => {
    await app.ports.journal.flush();
    const text = await readResource(app, params.uri);
    if (text === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no resource ${params.uri}`);
    return { contents: [{ uri: params.uri, mimeType: "application/json", text }] };
  });
  server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts() }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const text = promptText(params.name, params.arguments ?? {});
    if (text === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt ${params.name}`);
    return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
  });
  return server;
}

function toolList() {
  const jobs = [...WORKFLOW_TOOLS, ASK_APPROVAL].map(({ name, description, readOnly, input }) => ({
    name,
    description,
    inputSchema: schemaOf(z.toJSONSchema(input, { io: "input" })),
    annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
  }));
  const tools = listTools().map(({ name, description, effect, parameters }) => ({
    name,
    description,
    inputSchema: schemaOf(parameters),
    annotations: { readOnlyHint: effect === "read", destructiveHint: false, openWorldHint: false },
  }));
  return [...jobs, ...tools];
}

function schemaOf(schema: object): { type: "object"; [key: string]: unknown } {
  return { ...schema, type: "object" };
}

async function callTool(
  {
    app,
    copy,
    context,
    client,
  }: {
    readonly app: App;
    readonly copy: ProjectCopy;
    readonly context: ServerContext;
    readonly client: string;
  },
  name: string,
  input: Record<string, unknown>,
): Promise<ToolAnswer> {
  const { signal } = context.mcpReq;
  const workflowTool = WORKFLOW_TOOLS.find((each) => each.name === name);
  if (!workflowTool) return answeringTool(copy, name, input, signal);
  const run = { ports: app.ports, copy, client, signal, say: progressOf(context) };
  return answering(async () => presentable(await workflowTool.run(input, run), app.redactor));
}

/** The tool caller turns every error into a result, including an unknown name. */
function answeringTool(copy: ProjectCopy, name: string, input: Record<string, unknown>, signal: AbortSignal) {
  const parameters = input as Parameters<ProjectCopy["call"]>[0]["parameters"];
  return copy.call({ name, parameters, category: null }, signal);
}

/** Reports progress to clients that ask for it, at most twice a second and each stage once. */
function progressOf({ mcpReq }: ServerContext): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let [progress, last, told] = [0, 0, ""];
  return (message) => {
    const stage = message.replace(/\d+/g, "");
    const now = performance.now();
    if (stage === told && now - last < 500) return;
    [progress, last, told] = [progress + 1, now, stage];
    void mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, message } })
      .catch(() => {});
  };
}
