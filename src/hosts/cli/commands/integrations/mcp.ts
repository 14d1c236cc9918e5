import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type AppOptions, packageRoot } from "../../../../app.ts";
import type { CommandContext, CommandResult } from "../../context.ts";

interface McpHost {
  serveMcp(options: AppOptions, signal: AbortSignal): Promise<void>;
}

/** Starts the MCP host in this process; hosts do not import each other. */
export async function runMcp(context: CommandContext): Promise<CommandResult> {
  const host: McpHost = await import(pathToFileURL(join(packageRoot, "dist", "mcp.js")).href);
  await host.serveMcp(context, context.signal);
  return { exitCode: 0, text: "", data: null };
}
