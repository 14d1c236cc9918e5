import type { ClientId } from "../../../domain/entities/hook-client.ts";
import type { HookClient } from "../client.ts";
import type { ClientSetup } from "../setup.ts";
import { claude, claudeSetup } from "./claude.ts";
import { codex, codexSetup } from "./codex.ts";
import { copilot, copilotSetup } from "./copilot.ts";
import { cursor, cursorSetup } from "./cursor.ts";
import { gemini, geminiSetup } from "./gemini.ts";
import { opencode, opencodeSetup } from "./opencode.ts";
import { windsurf, windsurfSetup } from "./windsurf.ts";

export { CLIENT_IDS, type ClientId } from "../../../domain/entities/hook-client.ts";

export const CLIENTS: readonly HookClient[] = [claude, codex, gemini, copilot, cursor, opencode, windsurf];

/** Separate from the protocols, so that the hook, which starts at every call, does not load them. */
export const SETUPS: Readonly<Record<ClientId, ClientSetup>> = {
  claude: claudeSetup,
  codex: codexSetup,
  gemini: geminiSetup,
  copilot: copilotSetup,
  cursor: cursorSetup,
  opencode: opencodeSetup,
  windsurf: windsurfSetup,
};
