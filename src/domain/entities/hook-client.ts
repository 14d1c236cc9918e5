/** The agents whose hooks AgentForge answers. */
export const CLIENT_IDS = ["claude", "codex", "gemini", "copilot", "cursor", "opencode", "windsurf"] as const;
export type ClientId = (typeof CLIENT_IDS)[number];
