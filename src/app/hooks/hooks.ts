import { isoTime } from "../../domain/rules/records/iso-time.ts";
import { readHookEnvironment } from "../../services/config/environment.ts";
import type { HookAnswer } from "../../services/hook-clients/client.ts";
import { CLIENTS } from "../../services/hook-clients/clients/list.ts";
import { openRedactor, type ProcessRedactor } from "../redaction/open-redactor.ts";
import { answerHook } from "./answer-hook.ts";

export type { HookAnswer } from "../../services/hook-clients/client.ts";

export { exerciseGuards } from "./exercise.ts";
export { readInput } from "./read-input.ts";

export interface HookProcess {
  readonly processFolder: string;
  /** The program that the client is configured to start. */
  readonly registration: string;
  readonly redactor?: ProcessRedactor;
}

/**
 * Answers one hook event. The arguments are the client and, if the registration names it, the event: `claude
 * PreToolUse`. This file and its imports make up the hook bundle: nothing here may need a package.
 */
export function runHook(
  args: readonly string[],
  input: string,
  { processFolder, registration, redactor }: HookProcess,
): HookAnswer {
  const [clientId = "claude", eventName = null] = args;
  const client = CLIENTS.find((each) => each.id === clientId);
  if (!client) {
    const known = CLIENTS.map((each) => each.id).join(", ");
    return {
      stdout: "",
      stderr: `Unknown client "${clientId}"; AgentForge supports: ${known}\n`,
      exitCode: 2,
    };
  }
  const environment = readHookEnvironment();
  return answerHook({
    client,
    input,
    eventName,
    environment,
    redactor: redactor ?? openRedactor(environment.secrets),
    processFolder,
    registration,
    now: () => isoTime(Date.now()),
  });
}
