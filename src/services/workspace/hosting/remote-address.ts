import { AgentForgeError } from "../../../domain/errors.ts";
import type { Protocol } from "../git/git.ts";

export interface RemoteAddress {
  readonly url: string;
  readonly protocol: Protocol;
  /** Empty for a repository on this machine. */
  readonly host: string;
  readonly owner: string;
  readonly repository: string;
}

/**
 * Reads an address that a configuration file or a person gave. Only https, ssh and file are known: git's other
 * transports run programs.
 */
export function remoteAddress(text: string): RemoteAddress {
  const url = text.trim();
  if (url.startsWith("-") || /[\p{Cc}\s]/u.test(url)) throw unusable(url);
  const short = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)([^:]+)$/.exec(url);
  if (short?.[1] !== undefined && short[2] !== undefined && !short[1].includes("::")) {
    return { url, protocol: "ssh", host: short[1], ...ownerAndName(short[2]) };
  }
  if (url.startsWith("/")) return { url, protocol: "file", host: "", ...ownerAndName(url) };
  const parsed = URL.parse(url);
  const protocol = parsed?.protocol.slice(0, -1);
  if (parsed === null || (protocol !== "https" && protocol !== "ssh" && protocol !== "file"))
    throw unusable(url);
  if (protocol !== "file" && !/^[\w.-]+$/.test(parsed.hostname)) throw unusable(url);
  return { url, protocol, host: parsed.host, ...ownerAndName(decodeURIComponent(parsed.pathname)) };
}

function ownerAndName(path: string): { readonly owner: string; readonly repository: string } {
  const parts = path
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter(Boolean);
  return { owner: parts.at(-2) ?? "", repository: parts.at(-1) ?? "" };
}

function unusable(url: string): AgentForgeError {
  return new AgentForgeError("bad_input", `"${withoutSecrets(url)}" is not an address AgentForge uses`, {
    hint: "Give an https:// or ssh:// address, or one like git@github.com:owner/name.git.",
  });
}

/** For messages: an address without the password some people put into it. */
export function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^/@\s]+@/g, "//***@");
}
