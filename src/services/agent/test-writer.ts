import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { ToolCall } from "../../domain/entities/tool.ts";
import type { ModelMessage } from "../../domain/ports/model.ts";
import type { TestRequest, TestWriter, WrittenTest } from "../../domain/ports/test-writer.ts";
import { textsOf } from "../../domain/rules/changes/file-text.ts";
import type { Meter } from "./connection/meter.ts";
import { runLoop } from "./loop/loop.ts";
import type { Ending, ToolCaller } from "./loop/loop-options.ts";
import { openLog } from "./loop/session-log.ts";
import { beginSession, type SessionCopy, type WorkOptions } from "./loop/work-session.ts";
import { introduceProject } from "./project.ts";
import { fence, personsRequest } from "./prompts.ts";

export interface TestWriterOptions extends Omit<WorkOptions, "attempts"> {
  /** The only meter of this run, started with the first request. */
  readonly startMeter: () => Meter;
}

/** Endings that say nothing about the tests that were written. */
const CUT_SHORT: readonly Ending["status"][] = ["budget", "failed", "refused"];

/** The maximum number of failing test ids in the prompt. */
const MOST_FAILING = 50;
/** How many times a rejected test is sent back. */
const SUBMISSIONS = 4;

export function createTestWriter(options: TestWriterOptions): TestWriter {
  let meter: Meter | null = null;
  return {
    async write(request, signal) {
      meter ??= options.startMeter();
      const { traceId, attemptId, say } = request.briefing;
      const session = { id: options.newId("S"), traceId, task: `write a test for: ${request.issue}` };
      await beginSession(options, { sessionId: session.id, traceId, attemptId, task: session.task });
      let outcome = "interrupted";
      try {
        await using copy = await options.openCopy({
          traceId,
          sessionId: session.id,
          files: [],
          gone: [],
          subject: null,
        });
        const submission = openSubmission(copy, request);
        const messages = await openConversation(options, request, await introduceProject(copy.tree));
        const equipped = { ...options, session, meter };
        const log = openLog({ ...equipped, base: copy.base, memory: { role: "test" } });
        await log.snapshot(messages);
        const ending = await runLoop(
          messages,
          { ...equipped, log, toolCaller: submission.toolCaller, say },
          signal,
        );
        outcome = submission.accepted() ? "complete" : "not accepted";
        if (submission.accepted())
          return { status: "written", why: "summary" in ending ? ending.summary : "" };
        const endedByModel = CUT_SHORT.includes(ending.status);
        const why = endedByModel ? whyOf(ending) : (submission.why() ?? whyOf(ending));
        return { status: "not_written", why, endedByModel };
      } finally {
        await options.sessions.end(session.id, outcome === "complete" ? "completed" : "failed", outcome);
      }
    },
    account: () => (meter === null ? [] : [`the model ${options.model.id} used ${meter} to write the test`]),
  };
}

/** `complete` succeeds only if the test is accepted; every other tool passes through. */
function openSubmission(copy: SessionCopy, request: TestRequest) {
  let accepted = false;
  let why: string | null = null;
  let submissions = 0;
  const toolCaller: ToolCaller = {
    async call(call, signal, usage) {
      if (call.name !== "complete") return copy.toolCaller.call(call, signal, usage);
      submissions += 1;
      const named = namedIn(request.failing, String(call.parameters.summary ?? ""));
      why = await request.judge({ ...writtenIn(await copy.tree.changes()), named });
      signal.throwIfAborted();
      accepted = why === null;
      if (accepted) return copy.toolCaller.call(call, signal, usage);
      return { result: refusal(call, why), ends: submissions < SUBMISSIONS ? null : "cannot_fix" };
    },
  };
  return { toolCaller, accepted: () => accepted, why: () => why };
}

function writtenIn(change: ChangeSet): WrittenTest {
  const isNew = (file: ChangeSet["files"][number]) => file.before === null && file.after !== null;
  return {
    added: textsOf({ files: change.files.filter(isNew) }, "after"),
    changed: change.files.filter((file) => !isNew(file)).map((file) => file.path),
  };
}

/** The whole id must occur, and not only as the start of a longer one. */
function namedIn(failing: readonly string[], summary: string): string[] {
  const found = failing.filter((id) => summary.includes(id));
  return found.filter((id) => !found.some((other) => other !== id && other.includes(id)));
}

function refusal({ name }: ToolCall, why: string | null) {
  const error = `The test was not accepted: ${why}\nCorrect it and call ${name} again.`;
  return { tool_name: name, success: false, output: null, error, duration_seconds: 0 };
}

async function openConversation(
  { prompts }: TestWriterOptions,
  { issue, frameworks, failing, examples }: TestRequest,
  project: string,
): Promise<ModelMessage[]> {
  const shown = examples.map(({ path, text }) => fence(path, text.slice(0, 8000))).join("\n\n");
  const red =
    failing.length === 0
      ? ""
      : `\n\nThese tests already fail, and are unrelated unless one of them shows exactly this bug. Then write nothing, and give its id as the summary of complete:\n${fence("failing tests", failing.slice(0, MOST_FAILING).join("\n"))}`;
  return [
    { role: "system", text: await prompts("failing_test_v3") },
    {
      role: "user",
      text: `${personsRequest(issue)}Write a test that fails because of the problem they describe.\n\nTest frameworks here: ${frameworks.join(", ")}. Some of the existing tests:\n\n${shown}${red}\n\n${project}`,
    },
  ];
}

function whyOf(ending: Ending): string {
  return "why" in ending ? ending.why : ending.summary;
}
