import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readAll } from "node:stream/consumers";
import { type Turn, writeTurn } from "./wire-formats.ts";

export interface ScriptedServer extends Disposable {
  readonly port: number;
  /** What the client sent for each turn of the script; the last entry contains what the model was last told. */
  readonly requests: readonly string[];
  /** What the client sent to request a summary of the conversation. */
  readonly summaries: readonly string[];
  /** Every requested path, including those that no model API has. */
  readonly paths: readonly string[];
}

const SUMMARY = /create a detailed summary|summary of the conversation|state_snapshot/i;

/** The turns in order, or a function that answers requests if there are several concurrent conversations. */
export type Script = readonly Turn[] | ((request: string) => Turn);

/** A model on loopback that follows a script, in whichever API the client uses. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const [requests, summaries, paths]: [string[], string[], string[]] = [[], [], []];
  let answered = 0;
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const path = (request.url ?? "").split("?")[0] ?? "";
    paths.push(`${request.method} ${path}`);
    answered += 1;
    const answer =
      request.method === "POST" ? writeTurn(path, turnFor(body), `${process.pid}_${answered}`, body) : null;
    response.writeHead(answer ? 200 : 404, { "content-type": answer?.contentType ?? "application/json" });
    response.end(answer?.body ?? '{"error":{"message":"not found"}}');
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));

  /** Clients also ask for titles and summaries; only a request that offers tools is a turn of the script. */
  function turnFor(body: string): Turn {
    if (SUMMARY.test(body.slice(body.lastIndexOf('"role":"user"')))) {
      summaries.push(body);
      return { say: "<summary>Files were edited.</summary>" };
    }
    if (!/"(?:tools|functionDeclarations)":\s*\[\s*\{/.test(body)) return { say: "ok" };
    requests.push(body);
    if (typeof script === "function") return script(body);
    return script[requests.length - 1] ?? { say: "ok" };
  }

  return {
    port: (server.address() as AddressInfo).port,
    requests,
    summaries,
    paths,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
