import { AgentForgeError } from "../../../domain/errors.ts";
import type { Protocol } from "../git/git.ts";

export interface RemoteAddress {
  readonly url: string;
  readonly protocol: Protocol;
  /** Empty for a repository on this machine. */
  readonly host: string;
  /** `owner/name`, or a longer path. */
  readonly repository: string;
}

/**
 * Parses an address from a configuration file or a person. Only https, ssh and file are supported: git's
 * other transports run programs.
 */
export function remoteAddress(text: string): RemoteAddress {
  const url = text.trim();
  if (url.startsWith("-") || /[\p{Cc}\s]/u.test(url)) throw unusable(url);
  const short = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)([^:]+)$/.exec(url);
  if (short?.[1] !== undefined && short[2] !== undefined && !short[1].includes("::")) {
    return { url, protocol: "ssh", host: short[1], repository: repositoryIn(short[2]) };
  }
  if (url.startsWith("/")) return { url, protocol: "file", host: "", repository: lastTwo(url) };
  const parsed = URL.parse(url);
  const protocol = parsed?.protocol.slice(0, -1);
  if (parsed === null || (protocol !== "https" && protocol !== "ssh" && protocol !== "file"))
    throw unusable(url);
  if (protocol !== "file" && !/^[\w.-]+$/.test(parsed.hostname)) throw unusable(url);
  const path = decodeURIComponent(parsed.pathname);
  const repository = protocol === "file" ? lastTwo(path) : repositoryIn(path);
  return { url, protocol, host: parsed.host, repository };
}

function repositoryIn(path: string): string {
  return path
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter(Boolean)
    .join("/");
}

/** For a folder on this machine: the last two names of its path. */
function lastTwo(path: string): string {
  return repositoryIn(path).split("/").slice(-2).join("/");
}

function unusable(url: string): AgentForgeError {
  return new AgentForgeError("bad_input", `"${withoutSecrets(url)}" is not a URL that AgentForge supports`, {
    hint: "Give an https:// or ssh:// URL, or one like git@github.com:owner/name.git.",
  });
}

/** For messages: an address without any password in it. */
export function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^/@\s]+@/g, "//***@");
}
