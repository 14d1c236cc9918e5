import { openToolbox, type Toolbox } from "../../app/toolbox.ts";
import type { App } from "../../app.ts";
import type { ToolCall } from "../../domain/entities/tool.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { answer, refusal, type ToolAnswer } from "./answer.ts";

/** The catalogue of tools for one connection, on one copy of the project that is made at the first call. */
export interface Desk extends AsyncDisposable {
  call(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer>;
}

export function openDesk(app: App): Desk {
  const { house } = app;
  let opened: Promise<{ tree: AttemptTree; toolbox: Toolbox }> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function open() {
    const tree = await house.workspace.openAttempt(house.newId("A"));
    const request = { tree, traceId: house.newTraceId(), sessionId: house.newId("M"), attended: false };
    return { tree, toolbox: await openToolbox(app, request) };
  }

  return {
    /** One after another, because they share the copy; clients send several at once. */
    call(call, signal) {
      const turn = last.then(async () => {
        opened ??= open();
        const { toolbox } = await opened;
        const { result } = await toolbox.caller.call(call, signal);
        return result.success ? answer(result.output) : refusal(result.error ?? "the tool failed");
      });
      last = turn.catch(() => {});
      return turn;
    },
    async [Symbol.asyncDispose]() {
      await last;
      const desk = await opened?.catch(() => null);
      await desk?.toolbox[Symbol.asyncDispose]();
      await desk?.tree.close();
    },
  };
}
