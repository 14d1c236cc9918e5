import { once } from "node:events";
import type { Server } from "node:http";
import { join } from "node:path";
import type { Listening, PageOptions } from "../../app/reviews/page-host.ts";
import { packageRoot } from "../../app.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { createAnswer } from "./answer.ts";
import { isSecure, LOOPBACK, requireSafe, siteOf } from "./exposure.ts";
import { createStreams, type Streams } from "./live/streams.ts";
import { watchJournal } from "./live/watch-journal.ts";
import { createSignIn } from "./security/sign-in.ts";
import { type Answer, LIMITS, listen, openServer, type ServerLimits } from "./server.ts";
import type { Site } from "./site.ts";
import { openFleetSite } from "./sites/fleet-site.ts";
import { openRepositorySite } from "./sites/repository-site.ts";
import { openStaticFiles } from "./static-files.ts";

export interface ServeOptions extends PageOptions {
  readonly limits?: Partial<ServerLimits>;
}

const USUAL_PORT = 8720;

/** Serves the page and its API, for one repository or for a fleet, until `signal` aborts. */
export async function serveHttp(
  options: ServeOptions,
  signal: AbortSignal,
  onListening: (listening: Listening) => void,
): Promise<void> {
  requireSafe(options.exposure ?? LOOPBACK);
  const streams = createStreams({ ...LIMITS, ...options.limits });
  const site = await (options.fleet === null ? openRepositorySite : openFleetSite)(options, streams);
  try {
    await serveSite(site, streams, options, signal, onListening);
  } finally {
    await site.close();
  }
}

/** Listens first, because cookie and host names depend on the port. Connections wait until setup is done. */
async function serveSite(
  site: Site,
  streams: Streams,
  options: ServeOptions,
  signal: AbortSignal,
  onListening: (listening: Listening) => void,
): Promise<void> {
  const { bug } = options;
  const exposure = options.exposure ?? LOOPBACK;
  const limits = { ...LIMITS, ...options.limits };
  const files = await openStaticFiles(join(packageRoot, "dist", "web"));
  const ready = Promise.withResolvers<Answer>();
  const server = openServer(
    limits,
    async (request, response) => (await ready.promise)(request, response),
    bug,
  );
  const port = await listenOn(server, options.port, exposure.host);
  const secure = isSecure(exposure);
  const { proxy, accountOf, checkPassword } = exposure;
  const { elapsed, person } = site;
  const signIn = createSignIn({ cookieName: `agentforge_${port}`, secure, proxy, accountOf, elapsed });
  const underWay = new Set<Promise<unknown>>();
  const rules = siteOf(exposure, port);
  ready.resolve(
    createAnswer({ site, streams, files, signIn, limits, bug, underWay, rules, checkPassword, accountOf }),
  );
  const address = exposure.addresses[0] ?? `http://127.0.0.1:${port}`;
  const linkFor = (lives: "once" | "always") => `${address}/?token=${signIn.newToken(person, lives)}`;
  const link = options.exposure === null ? linkFor("always") : null;
  onListening({ address, link, linkForOnce: () => linkFor("once") });
  const watching = watchJournal(site.journal, streams, signal);
  if (!signal.aborted) await once(signal, "abort");
  server.close();
  streams.close();
  await site.stop();
  await Promise.allSettled([...underWay, watching]);
  server.closeAllConnections();
}

async function listenOn(server: Server, wanted: number | null, host: string): Promise<number> {
  try {
    return await listen(server, wanted ?? USUAL_PORT, host);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EADDRINUSE" && wanted === null) return listen(server, 0, host);
    if (code === "EADDRINUSE")
      throw cannotListen(`port ${wanted} is taken`, "Choose another one, or use --port 0.");
    if (code === "EACCES")
      throw cannotListen(`port ${wanted} requires privileges you do not have`, "Use one above 1023.");
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw cannotListen(`${host} is not an address of this machine`, "Run `ip address` to list them.");
    throw error;
  }
}

function cannotListen(why: string, hint: string): AgentForgeError {
  return new AgentForgeError("bad_input", why, { hint });
}
