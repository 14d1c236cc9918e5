import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openInBrowser } from "../../../../app/reviews/open-in-browser.ts";
import type { Exposure, Listening, PageHost, RoleRule } from "../../../../app/reviews/page-host.ts";
import { openPeople } from "../../../../app/reviews/people.ts";
import { packageRoot } from "../../../../app.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import type { CommandContext, CommandResult } from "../../context.ts";

export interface ServeCommandOptions {
  readonly port?: number;
  readonly open?: boolean;
  readonly host?: string;
  readonly expose?: readonly string[];
  readonly trustedProxyHeader?: string;
  readonly trustedProxy?: readonly string[];
  readonly trustedProxyGroups?: string;
  readonly groupRole?: readonly RoleRule[];
  readonly fleet?: boolean;
  readonly database?: string;
}

/** Starts the HTTP host in this process; hosts do not import each other. */
export async function runServe(
  context: CommandContext,
  options: ServeCommandOptions,
): Promise<CommandResult> {
  const host: PageHost = await import(pathToFileURL(join(packageRoot, "dist", "http.js")).href);
  const { cwd, environment, unsafe, redactor, warn, recorded, signal } = context;
  const exposure = await exposureOf(context, options);
  const request = {
    ...{ cwd, environment, unsafe, redactor, warn, recorded, exposure },
    port: options.port ?? null,
    fleet: options.fleet || options.database ? { database: options.database ?? null } : null,
    bug: (error: unknown) => warn(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    notice: warn,
  };
  await host.serveHttp(request, signal, (listening) => {
    announce(context, listening);
    if (options.open) openInBrowser(exposure === null ? listening.linkForOnce() : listening.address, warn);
  });
  return { exitCode: 0, text: "", data: null, endsWhenTold: true };
}

/** Translates the options; the server decides whether they are safe enough. */
async function exposureOf(
  { environment, warn }: CommandContext,
  options: ServeCommandOptions,
): Promise<Exposure | null> {
  const { host, expose = [], trustedProxyHeader: header, trustedProxy = [] } = options;
  const { trustedProxyGroups: groupsHeader = null, groupRole: roles } = options;
  if (header === undefined && (groupsHeader !== null || roles !== undefined)) {
    throw new AgentForgeError("bad_input", "groups and their roles come from a trusted proxy", {
      hint: "Add --trusted-proxy-header and --trusted-proxy, or give people a role: agentforge serve user add.",
    });
  }
  if (host === undefined && expose.length === 0 && header === undefined && trustedProxy.length === 0)
    return null;
  if ((header === undefined) !== (trustedProxy.length === 0)) {
    throw new AgentForgeError(
      "bad_input",
      "--trusted-proxy-header and --trusted-proxy must be used together",
      {
        hint: "Give the header that names the person, and the IP address of the proxy that sets it.",
      },
    );
  }
  const people = openPeople(environment);
  const hasPeople = (await people.list()).length > 0;
  const proxy =
    header === undefined
      ? null
      : { header, addresses: trustedProxy, groupsHeader, roles: roles ?? EVERYBODY_REVIEWS };
  if (expose.some((address) => address.startsWith("http://"))) {
    warn("without TLS, passwords and cookies can be intercepted; put an https:// proxy in front");
  }
  return {
    host: host ?? "127.0.0.1",
    addresses: expose,
    proxy,
    checkPassword: proxy === null && hasPeople ? people.check : null,
    accountOf: people.accountOf,
  };
}

/** The default: everyone whom the proxy lets in may answer. */
const EVERYBODY_REVIEWS: readonly RoleRule[] = [{ role: "reviewer", group: "*" }];

/** Printed immediately, not at the end: this command runs until it is stopped. */
function announce({ json, paint }: CommandContext, { address, link }: Listening): void {
  const people = [
    `The review page is at ${paint("cyan", link ?? address)}`,
    link === null
      ? "  People sign in there. Ctrl-C stops the server."
      : "  Anyone who has this link can answer in your name. Ctrl-C stops the server.",
  ];
  const text = json ? JSON.stringify({ address, link }) : people.join("\n");
  // As bytes, to bypass redaction: the token in the link is a secret, but the user needs it.
  process.stdout.write(Buffer.from(`${text}\n`));
}
