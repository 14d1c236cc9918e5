/** The agents whose hooks we answer. Apart, so that a list of options needs nothing else. */
export const CLIENT_IDS = ["claude", "codex", "gemini", "copilot", "cursor", "opencode", "windsurf"] as const;
export type ClientId = (typeof CLIENT_IDS)[number];
