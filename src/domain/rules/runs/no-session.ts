import { AgentForgeError } from "../../errors.ts";

export function noSession(sessionId: string): AgentForgeError {
  return new AgentForgeError("not_found", `there is no session ${sessionId}`, {
    hint: "Run `agentforge session list` to see all of them.",
  });
}
