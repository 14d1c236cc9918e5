import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerHook, type HookCall } from "../../src/app/hooks/answer-hook.ts";
import { openRedactor } from "../../src/app/redaction/open-redactor.ts";
import type { HookAnswer, Json } from "../../src/services/hook-clients/client.ts";
import { CLIENTS, type ClientId } from "../../src/services/hook-clients/clients/list.ts";

export interface Bench extends Disposable {
  readonly root: string;
  answer(client: ClientId, payload: Json | string, eventName?: string): HookAnswer;
}

/** A repository for hooks to judge, and a separate temporary folder. */
export function openBench(): Bench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-hooks-")));
  const root = join(folder, "project");
  mkdirSync(join(root, ".git"), { recursive: true });
  return {
    root,
    answer(clientId, payload, eventName) {
      const client = CLIENTS.find((each) => each.id === clientId) as HookCall["client"];
      return answerHook({
        client,
        input: typeof payload === "string" ? payload : JSON.stringify(payload),
        eventName: eventName ?? null,
        environment: {
          home: join(folder, "home"),
          projectFolder: null,
          temporary: folder,
          configFolder: join(folder, "config"),
          userStateFolder: join(folder, "state"),
          trustsRepository: false,
          secrets: [],
        },
        redactor: openRedactor([]),
        processFolder: root,
        registration: "/test/hook.cjs",
        now: () => new Date().toISOString(),
      });
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Whether a client would treat the answer as a refusal. */
export function isRefusal({ exitCode, stdout }: HookAnswer): boolean {
  return exitCode === 2 || /"(?:deny|block)"|"(?:deny|followup_message)":/.test(stdout);
}
