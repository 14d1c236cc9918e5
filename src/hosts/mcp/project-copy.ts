import { openToolbox, type Toolbox } from "../../app/brains/toolbox.ts";
import type { App } from "../../app.ts";
import type { ToolCall } from "../../domain/entities/tool.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { type SubmitOutcome, submitChange } from "../../workflows/reviews/submit-change.ts";
import { answer, refusal, type ToolAnswer } from "./answer.ts";

interface SubmitRequest {
  readonly title: string | null;
  readonly description: string | null;
  /** The client, by the name it reports. */
  readonly by: string;
}

/** The tools of one connection, on one copy of the project that is created at the first call. */
export interface ProjectCopy extends AsyncDisposable {
  call(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer>;
  /** Proves what was changed in the copy and asks a person; then the next call starts with a fresh copy. */
  submit(request: SubmitRequest, signal: AbortSignal, say: (message: string) => void): Promise<SubmitOutcome>;
  /** Discards the copy; returns the files that had been changed. */
  discard(): Promise<readonly string[]>;
}

interface Opened {
  readonly tree: AttemptTree;
  readonly toolbox: Toolbox;
}

export function openProjectCopy(app: App): ProjectCopy {
  let opened: Promise<Opened> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function close(): Promise<void> {
    const copy = await opened?.catch(() => null);
    opened = null;
    await copy?.toolbox[Symbol.asyncDispose]();
    await copy?.tree.close();
  }

  /** Runs calls one after another, because they share the copy; clients send several at once. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  return {
    call: (call, signal) =>
      inTurn(async () => {
        opened ??= openCopy(app);
        const { toolbox } = await opened;
        const { result } = await toolbox.caller.call(call, signal);
        return result.success ? answer(result.output) : refusal(result.error ?? "the tool failed");
      }),
    submit: (request, signal, say) =>
      inTurn(async () => {
        if (opened === null) return { status: "nothing_changed" };
        const { tree, toolbox } = await opened;
        const title = request.title ?? toolbox.toolPorts.draft.read().message;
        if (title === null) throw noTitle();
        const { by, description } = request;
        const change = await tree.changes();
        const outcome = await submitChange(app.ports, { change, title, description, by }, signal, say);
        if (outcome.status === "waiting_for_review") await close();
        return outcome;
      }),
    discard: () =>
      inTurn(async () => {
        const files = await changedFiles(await opened?.catch(() => null));
        await close();
        return files;
      }),
    async [Symbol.asyncDispose]() {
      await last;
      await close();
    },
  };
}

async function changedFiles(copy: Opened | null | undefined): Promise<readonly string[]> {
  return copy ? (await copy.tree.changes()).files.map((file) => file.path) : [];
}

async function openCopy(app: App): Promise<Opened> {
  const { workspace, newId, newTraceId } = app.ports;
  const tree = await workspace.openAttempt(newId("A"));
  const request = { tree, traceId: newTraceId(), sessionId: newId("M"), attended: false };
  return { tree, toolbox: await openToolbox(app, request) };
}

function noTitle(): AgentForgeError {
  return new AgentForgeError("bad_input", "the change has no title", {
    hint: "Give a title, or write a message with git_commit first.",
  });
}
