import { AgentForgeError } from "../../errors.ts";

/**
 * The URL of a remote repository as it may be stored: without a password or token, which anyone who reads the
 * record could use. Those come from the environment of the process that connects.
 */
export function repositoryUrl(text: string): string {
  const url = text.trim();
  if (/^(?:\/|file:\/\/\/)\S+$/.test(url)) return url;
  if (/^[\w.-]+@[\w.-]+:(?!\/\/)[^\s:]+$/.test(url)) return url;
  const parts = /^(https|ssh):\/\/(?:([^/@\s]*)@)?[\w.-]+(?::\d+)?\/\S+$/.exec(url);
  if (parts === null) throw unusable();
  const [, protocol, user] = parts;
  if (user !== undefined && (protocol === "https" || user.includes(":"))) throw withCredentials();
  return url;
}

function withCredentials(): AgentForgeError {
  return new AgentForgeError("bad_input", "the URL contains a user name, password or token", {
    hint: "Give the URL without it. Set AGENTFORGE_TOKEN in the environment of each worker instead.",
  });
}

function unusable(): AgentForgeError {
  return new AgentForgeError("bad_input", "this is not a repository URL that AgentForge supports", {
    hint: "Give an https:// or ssh:// URL, or one like git@github.com:owner/name.git.",
  });
}
