import type { HookClient } from "./client.ts";
import { claude } from "./clients/claude.ts";
import { codex } from "./clients/codex.ts";
import { gemini } from "./clients/gemini.ts";

export const CLIENTS: readonly HookClient[] = [claude, codex, gemini];
export const CLIENT_IDS = ["claude", "codex", "gemini"] as const;
export type ClientId = (typeof CLIENT_IDS)[number];
