import type { Server } from "@modelcontextprotocol/server";
import { oneLine } from "../../domain/rules/text/plain-text.ts";

const LONGEST = 60;

/** The client chooses its name, which becomes part of records and commit messages. */
export function clientNameOf(server: Pick<Server, "getClientVersion">): string {
  return oneLine(server.getClientVersion()?.name ?? "", LONGEST) || "an MCP client";
}
