import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { TrustedProxy } from "../../../app/reviews/page-host.ts";
import { Role } from "../../../domain/entities/role.ts";
import { Refusal } from "../problem.ts";

/** Whether it is an IP address or a network; the network of all addresses would trust everybody. */
export function isProxyAddress(text: string): boolean {
  const { address, family, bits } = splitNetwork(text);
  return isIP(address) !== 0 && Number.isInteger(bits) && bits > 0 && bits <= widthOf(family);
}

function isFrom(remote: string, addresses: readonly string[]): boolean {
  const trusted = new BlockList();
  for (const text of addresses) {
    const { address, family, bits } = splitNetwork(text);
    // A block list finds every IPv4 address in ::/64.
    if (family === familyOf(remote)) trusted.addSubnet(address, bits, family);
  }
  return isIP(remote) !== 0 && trusted.check(remote, familyOf(remote));
}

function splitNetwork(text: string) {
  const [address = "", bits] = text.split("/", 2);
  const family = familyOf(address);
  const isNumber = bits === undefined || /^\d{1,3}$/.test(bits);
  return { address, family, bits: isNumber ? Number(bits ?? widthOf(family)) : Number.NaN };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

function widthOf(family: "ipv4" | "ipv6"): number {
  return family === "ipv6" ? 128 : 32;
}

/** Trusted only from the proxy's own address; any other client is rejected, regardless of its headers. */
export function personFromProxy(
  request: IncomingMessage,
  proxy: TrustedProxy,
): { readonly person: string; readonly role: Role } {
  const address = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  if (!isFrom(address, proxy.addresses)) {
    throw new Refusal(403, "not_the_proxy", "requests are accepted only through the proxy");
  }
  const person = onlyHeader(request, proxy.header);
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,99}$/u.test(person)) {
    throw new Refusal(401, "not_signed_in", `the proxy did not say who you are (${proxy.header})`);
  }
  const named = proxy.groupsHeader === null ? "" : onlyHeader(request, proxy.groupsHeader);
  const groups = ["*", ...named.split(",").map((group) => group.trim())];
  const roles = proxy.roles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  const role = Role.options.findLast((each) => roles.includes(each));
  if (role !== undefined) return { person, role };
  throw new Refusal(403, "not_allowed", `${person} is in no group that has a role here`, {
    hint: "An administrator of the server assigns groups to roles: agentforge serve --group-role viewer=GROUP",
  });
}

/** Empty if missing. Rejected if present twice: one of them may come from the client. */
function onlyHeader({ headersDistinct }: IncomingMessage, name: string): string {
  const values = headersDistinct[name.toLowerCase()] ?? [];
  if (values.length > 1) throw new Refusal(400, "bad_input", `the request has two headers named ${name}`);
  return values[0]?.trim() ?? "";
}
