import { z } from "zod";
import { CodeChange } from "../../domain/entities/code-change.ts";
import { Score, Severity } from "../../domain/entities/common.ts";
import { AffectedFile, DiagnosticReport, IssueType } from "../../domain/entities/diagnostic.ts";
import type { AskOptions, Model, ModelAnswer, ModelMessage, ModelTool } from "../../domain/ports/model.ts";
import type { Meter } from "./meter.ts";

/** What a model is asked for: the report without what we know ourselves. */
const Diagnosis = z.object({
  issue_type: IssueType,
  severity: Severity,
  root_cause: z.string().min(1),
  affected_files: z.array(
    AffectedFile.extend({ code_snippet: z.string().default(""), issue_description: z.string().default("") }),
  ),
  suggested_fixes: z.array(
    z.object({ description: z.string(), confidence: Score, changes: z.array(CodeChange).default([]) }),
  ),
  confidence: Score,
});

const REPORT: ModelTool = {
  name: "report_diagnosis",
  description: "Say why the tests fail.",
  parameters: z.toJSONSchema(Diagnosis, { io: "input" }) as Record<string, unknown>,
};

export interface DiagnoseInput {
  readonly model: Model;
  readonly meter: Meter;
  readonly prompt: string;
  readonly evidence: string;
  readonly taskId: string;
  readonly maxOutputTokens: number;
}

/** Asks once, and once more with what was wrong with the answer. Null where no report came of it. */
export async function diagnose(input: DiagnoseInput, options: AskOptions): Promise<DiagnosticReport | null> {
  const deadline = AbortSignal.timeout(Math.ceil(input.meter.leftMs()));
  const signal = AbortSignal.any([options.signal, deadline]);
  try {
    return await askForReport(input, { ...options, signal });
  } catch (error) {
    options.signal.throwIfAborted();
    if (!deadline.aborted) throw error;
    return null;
  }
}

async function askForReport(input: DiagnoseInput, options: AskOptions): Promise<DiagnosticReport | null> {
  const messages: ModelMessage[] = [
    { role: "system", text: input.prompt },
    { role: "user", text: input.evidence },
  ];
  for (const last of [false, true]) {
    if (input.meter.spent() !== null) return null;
    const request = { messages, tools: [REPORT], maxOutputTokens: input.maxOutputTokens };
    const answer = await input.model.ask(request, { ...options, conversation: input.taskId });
    if ("usage" in answer) input.meter.add(answer.usage);
    if (answer.status !== "answered") return null;
    const read = readDiagnosis(answer);
    if (read.success) return toReport(read.data, input.taskId);
    if (last) return null;
    messages.push({ role: "assistant", text: answer.text, calls: answer.calls });
    messages.push(...complain(answer, z.prettifyError(read.error)));
  }
  return null;
}

type Answered = ModelAnswer & { status: "answered" };

/** The call, or the same object written as text by a model that does not call tools. */
function readDiagnosis(answer: Answered) {
  const call = answer.calls.find((each) => each.name === REPORT.name);
  if (call?.parameters) return Diagnosis.safeParse(call.parameters);
  const [, , object = "null"] = answer.text.match(/(```(?:json)?\s*)?(\{[\s\S]*\})/) ?? [];
  try {
    return Diagnosis.safeParse(JSON.parse(object));
  } catch {
    return Diagnosis.safeParse(null);
  }
}

function complain(answer: Answered, why: string): ModelMessage[] {
  const text = `The report does not fit: ${why}\nCall ${REPORT.name} again with all of it.`;
  if (answer.calls.length === 0) return [{ role: "user", text }];
  const results = answer.calls.map(({ id, name }) => ({ id, name, text, failed: true }));
  return [{ role: "tool", results }];
}

function toReport(diagnosis: z.infer<typeof Diagnosis>, taskId: string): DiagnosticReport {
  return DiagnosticReport.parse({
    ...diagnosis,
    task_id: taskId,
    suggested_fixes: diagnosis.suggested_fixes.map((fix, index) => ({ ...fix, fix_id: `fix-${index + 1}` })),
  });
}
