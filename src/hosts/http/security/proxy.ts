import type { IncomingMessage } from "node:http";
import { Role } from "../../../domain/entities/role.ts";
import { Refusal } from "../problem.ts";

/** Who has a role: the people of a group of the proxy's, or `*` for everybody it lets in. */
interface RoleRule {
  readonly role: Role;
  readonly group: string;
}

export interface TrustedProxy {
  /** The header in which it names the person who signed in there. */
  readonly header: string;
  readonly addresses: readonly string[];
  /** The header in which it names their groups, separated by commas; null where it names none. */
  readonly groupsHeader: string | null;
  readonly roles: readonly RoleRule[];
}

/** Believed only from the proxy itself; anybody else is refused, whatever headers they send. */
export function personFromProxy(
  request: IncomingMessage,
  proxy: TrustedProxy,
): { readonly person: string; readonly role: Role } {
  const address = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  if (!proxy.addresses.includes(address)) {
    throw new Refusal(403, "not_the_proxy", "requests are answered through the proxy only");
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
    hint: "Whoever runs the server names the groups: agentforge serve --group-role viewer=GROUP",
  });
}

/** Empty where it is missing. Refused where it is there twice: one of them may be the caller's own. */
function onlyHeader({ headersDistinct }: IncomingMessage, name: string): string {
  const values = headersDistinct[name.toLowerCase()] ?? [];
  if (values.length > 1) throw new Refusal(400, "bad_input", `the request has two headers named ${name}`);
  return values[0]?.trim() ?? "";
}
