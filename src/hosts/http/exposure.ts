import { isIP } from "node:net";
import type { Exposure } from "../../app/reviews/page-host.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { isProxyAddress } from "./security/proxy.ts";
import type { SiteRules } from "./security/request-rules.ts";

export const LOOPBACK: Exposure = {
  ...{ host: "127.0.0.1", addresses: [], proxy: null, checkPassword: null },
  accountOf: async () => null,
};

/** Refuses to listen beyond loopback without an explicit public address and a way to sign people in. */
export function requireSafe({ host, addresses, proxy, checkPassword }: Exposure): void {
  const refuse = (why: string, hint: string) => new AgentForgeError("bad_input", why, { hint });
  if (addresses.length === 0) {
    if (isLoopback(host) && proxy === null) return;
    throw refuse(
      "the page is not exposed to other machines unless you name its public address",
      "Add --expose https://the.address.people.open; docs/review-page.md lists what else it needs.",
    );
  }
  for (const address of addresses) parseAddress(address);
  if (proxy === null && checkPassword === null) {
    throw refuse(
      "nobody could sign in to the exposed page",
      "Add people with agentforge serve user add NAME, or name a proxy that signs them in with --trusted-proxy.",
    );
  }
  const wrong = proxy?.addresses.find((address) => !isProxyAddress(address));
  if (wrong !== undefined)
    throw refuse(
      `${wrong} is neither an IP address nor a network`,
      "Name the proxy by its IP address, or by its network: 10.1.2.0/24.",
    );
}

/** Requests with any other Host or Origin are rejected. */
export function siteOf({ addresses, host }: Exposure, port: number): SiteRules {
  const names = isLoopback(host) || host === "0.0.0.0" || host === "::" ? ["127.0.0.1", "localhost"] : [];
  const own = names.map((name) => new URL(`http://${name}:${port}`));
  const all = [...own, ...addresses.map(parseAddress)];
  return { hosts: new Set(all.map((url) => url.host)), origins: new Set(all.map((url) => url.origin)) };
}

/** Cookies are marked Secure only if every address uses HTTPS. */
export function isSecure({ addresses }: Exposure): boolean {
  return addresses.length > 0 && addresses.every((address) => parseAddress(address).protocol === "https:");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url !== null && url.pathname === "/" && url.search === "" && url.username === "";
  if (isPlain && ["http:", "https:"].includes(url.protocol)) return url;
  throw new AgentForgeError("bad_input", `${address} is not a valid page address`, {
    hint: "Use the URL that people open, such as https://review.example.com",
  });
}
