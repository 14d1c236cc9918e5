import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type AppOptions, openApp } from "../../app.ts";
import { recover } from "../../workflows/sessions/recover.ts";
import { openProjectCopy } from "./project-copy.ts";
import { createServer } from "./server.ts";

/** Serves MCP on standard input and output, in both protocol eras, until the client disconnects or `signal` aborts. */
export async function serveMcp(options: AppOptions, signal: AbortSignal): Promise<void> {
  const app = await openApp(options);
  try {
    const { repairs, notices } = await recover(app.ports);
    for (const message of [...repairs, ...notices]) process.stderr.write(`agentforge mcp: ${message}\n`);
    await using copy = openProjectCopy(app);
    const connection = serveStdio(() => createServer(app, copy), {
      onerror: (error) => void process.stderr.write(`agentforge mcp: ${error.message}\n`),
    });
    await Promise.race([once(process.stdin, "close"), once(process.stdin, "end"), aborted(signal)]);
    await connection.close();
  } finally {
    await app.close();
  }
}

function aborted(signal: AbortSignal): Promise<unknown> {
  return signal.aborted ? Promise.resolve() : once(signal, "abort");
}
