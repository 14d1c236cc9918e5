import { createHash } from "node:crypto";
import type { App } from "../../app.ts";
import type { ToolCall, ToolResult } from "../../domain/entities/tool.ts";
import { messageOf } from "../../domain/errors.ts";
import type { ToolPorts } from "../../domain/ports/tool-ports.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import type { CopyRequest, SessionCopy } from "../../services/agent/index.ts";
import { TOOLS } from "../../services/tools/index.ts";
import { withSecrets } from "../redaction/tools.ts";
import { openToolbox } from "./toolbox.ts";

/** A separate copy: what the model does there has no effect until its change is settled elsewhere. */
export async function openCopy(app: App, request: CopyRequest): Promise<SessionCopy> {
  const { ports } = app;
  const tree = await ports.workspace.openAttempt(ports.newId("A"));
  try {
    await makeEqual(tree, request);
    const { files: _files, gone: _gone, ...about } = request;
    const toolbox = await openToolbox(app, { ...about, tree, attended: false });
    return {
      tree,
      toolCaller: toolbox.caller,
      redo: (call, signal) => redo(toolbox.toolPorts, call, signal, app.redactor),
      base: { commit: tree.baseCommit, digest: await digestOf(tree) },
      async [Symbol.asyncDispose]() {
        await toolbox[Symbol.asyncDispose]();
        await tree.close();
      },
    };
  } catch (error) {
    await tree.close();
    throw error;
  }
}

/** Repeats calls that the guards already allowed, without consulting or notifying them again. */
async function redo(
  toolPorts: ToolPorts,
  call: ToolCall,
  signal: AbortSignal,
  redactor: Redactor,
): Promise<ToolResult | null> {
  const tool = TOOLS.find((each) => each.name === call.name);
  if (tool?.effect !== "write") return null;
  const result = { tool_name: call.name, success: true, output: null, error: null, duration_seconds: 0 };
  const whole = await withSecrets(call, toolPorts.tree, redactor);
  if (typeof whole === "string") return { ...result, success: false, error: whole };
  try {
    await tool.run(tool.input.parse(whole.parameters), toolPorts, signal);
    return result;
  } catch (error) {
    return { ...result, success: false, error: messageOf(error) };
  }
}

async function digestOf(tree: AttemptTree): Promise<string> {
  const hash = createHash("sha256");
  for (const path of await tree.files()) {
    const bytes = await tree.readBytes(path).catch(() => new Uint8Array());
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

async function makeEqual(tree: AttemptTree, { files, gone }: CopyRequest): Promise<void> {
  const present = new Set(await tree.files());
  for (const path of gone) if (present.has(path)) await tree.remove(path);
  for (const { path, text } of files) {
    if (present.has(path) && (await tree.readText(path)) === text) continue;
    await tree.writeBytes(path, new TextEncoder().encode(text));
  }
  await tree.setRestorePoint();
}
