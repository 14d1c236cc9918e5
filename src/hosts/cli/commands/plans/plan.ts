import { readFile } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import { type PlanRecord, PlanStage } from "../../../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import type { StoredPlan } from "../../../../domain/ports/plans.ts";
import { PLACE_OF } from "../../../../domain/rules/reviews/plan-answer.ts";
import { counted } from "../../../../domain/rules/text/counted.ts";
import { findPlan, spoken } from "../../../../workflows/plans/find-plan.ts";
import { lintPlan } from "../../../../workflows/plans/lint-plan.ts";
import { type PlanPorts, planName } from "../../../../workflows/plans/plan-ports.ts";
import { fileRequest, startPlan, writePlanFor } from "../../../../workflows/plans/write-plan.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { showActivity } from "../../render/activity.ts";
import { visible } from "../../terminal.ts";
import { planData, withPlanPorts } from "../../with-plan-ports.ts";

export async function makeRequest(
  context: CommandContext,
  words: string,
  options: { brain?: string },
): Promise<CommandResult> {
  if (words.trim() === "")
    throw new AgentForgeError("bad_input", "the request is empty", {
      hint: 'Say what you want, for example: agentforge request "Add a --version flag"',
    });
  return withPlanPorts(
    context,
    async (ports) => {
      const stored = await fileRequest(ports, { words, by: ports.person, at: ports.now() });
      const { request_id } = stored.record;
      const file = shown(ports, ports.folders.pathOf("Inbox/Requests", stored.record.request.file));
      if (ports.planWriter !== null) return write(context, ports, stored);
      const text = [
        `${context.paint("green", "✔")} ${context.paint("cyan", request_id)} is recorded: ${file}`,
        `  No model is configured, so a person writes the plan: ${context.paint("cyan", `agentforge plan new ${request_id}`)}`,
      ].join("\n");
      return { exitCode: 0, text, data: { ...planData(stored.record), file } };
    },
    options.brain ?? null,
  );
}

export async function writePlan(
  context: CommandContext,
  requestId: string,
  options: { brain?: string },
): Promise<CommandResult> {
  return withPlanPorts(
    context,
    async (ports) => write(context, ports, await findPlan(ports, requestId)),
    options.brain ?? null,
  );
}

async function write(context: CommandContext, ports: PlanPorts, stored: StoredPlan): Promise<CommandResult> {
  const { record } = stored;
  if (!["requested", "needs_revision", "error"].includes(record.stage)) {
    throw new AgentForgeError(
      "conflict",
      `${record.request_id} already has a plan (${spoken(record.stage)})`,
      {
        hint: `Run \`agentforge plan request-changes ${record.request_id} --comment "…"\` to send it back for a rewrite.`,
      },
    );
  }
  context.progress.say("Writing the plan");
  const written = await writePlanFor(ports, stored, context.signal, (text, activity) =>
    showActivity(context.progress, text, activity),
  );
  context.progress.end();
  if (written.status === "overtaken")
    throw new AgentForgeError("conflict", "another process has already written it");
  const account = written.account.map((line) => context.paint("dim", visible(line)));
  if (written.status === "not_written") {
    const text = [
      `${context.paint("yellow", "▲ No plan:")} ${visible(written.why)}`,
      `  The request is kept. Run \`agentforge plan write ${record.request_id}\` to try again, or \`agentforge plan new ${record.request_id}\` to write the plan yourself.`,
      ...account,
    ].join("\n");
    return { exitCode: 1, text, data: { ...planData(record), why: written.why } };
  }
  const plan = written.stored.record.plan?.text ?? "";
  const text = [visible(plan), nextSteps(context, written.stored.record), ...account].join("\n");
  return { exitCode: 0, text, data: { ...planData(written.stored.record), plan } };
}

export async function listPlans(context: CommandContext, options: { all?: boolean }): Promise<CommandResult> {
  return withPlanPorts(context, async (ports) => {
    const waiting = PlanStage.options.filter((stage) => stage !== "completed" && stage !== "rejected");
    const records = (await ports.plans.list(options.all ? undefined : waiting)).map(({ record }) => record);
    const width = Math.max(...records.map((record) => record.request_id.length), 0);
    const stages = Math.max(...records.map((record) => standing(record).length), 22);
    const line = (record: PlanRecord) =>
      [
        `${context.paint("cyan", record.request_id.padEnd(width))}  ${standing(record).padEnd(stages)}  ${visible(record.title)}`,
        ...faultLines(record),
        ...(record.stage === "needs_reason" ? [giveReason(context, record)] : []),
      ].join("\n");
    const text =
      records.length === 0
        ? 'No plan is pending. Run `agentforge request "…"` to request one.'
        : records.map(line).join("\n");
    return { exitCode: 0, text, data: records.map(planData) };
  });
}

export async function showPlan(context: CommandContext, requestId: string): Promise<CommandResult> {
  return withPlanPorts(context, async (ports) => {
    const { record, here } = await findPlan(ports, requestId);
    const { outcome, decision } = record;
    const lines = [
      `${context.paint("bold", record.request_id)}  ${standing(record)}, trace ${record.trace_id}`,
      ...(decision
        ? [
            `${decision.answer.replace("_", " ")} by ${decision.by} at ${decision.at}${decision.reason ? `: ${visible(decision.reason)}` : ""}`,
          ]
        : []),
      ...faultLines(record),
      ...(here ? [] : ["its files are in another working copy, which executes it"]),
      ...(outcome?.commit ? [`executed on ${outcome.branch} as ${outcome.commit.slice(0, 12)}`] : []),
      ...(outcome?.error ? [context.paint("red", visible(outcome.error))] : []),
      ...(record.report ? [`report: .agentforge/Knowledge/Reports/${record.report.file}`] : []),
      "",
      visible(record.plan?.text ?? record.request.text),
      ...(record.stage === "review" && record.faults.length === 0 ? [nextSteps(context, record)] : []),
      ...(record.stage === "needs_reason" ? [giveReason(context, record)] : []),
    ];
    const data = { ...planData(record), request: record.request.text, plan: record.plan?.text ?? null };
    return { exitCode: 0, text: lines.join("\n"), data };
  });
}

export async function newPlan(context: CommandContext, requestId: string): Promise<CommandResult> {
  return withPlanPorts(context, async (ports) => {
    const stored = await findPlan(ports, requestId);
    const { stage, request_id } = stored.record;
    if (!["requested", "error", "rejected"].includes(stage)) {
      throw new AgentForgeError("conflict", `${request_id} already has a plan (${spoken(stage)})`, {
        hint: `Edit ${shown(ports, fileOf(ports, stored.record))}.`,
      });
    }
    const file = shown(ports, await startPlan(ports, stored));
    const text = [
      `${context.paint("green", "✔")} ${file}`,
      `  Fill it in, then ${context.paint("cyan", `agentforge plan lint ${request_id}`)} shows what is missing.`,
      `  When it is ready, set status = "review" in it, or move it to .agentforge/System/Active to approve it immediately.`,
    ].join("\n");
    return { exitCode: 0, text, data: { request_id, file } };
  });
}

/** A file anywhere, or the current plan file of a request. */
export async function lintPlanFile(context: CommandContext, named: string): Promise<CommandResult> {
  return withPlanPorts(context, async (ports) => {
    const { file, text } = await readNamed(context, ports, named);
    context.progress.say("Rehearsing the plan on a copy");
    const clean = ports.documents.withoutNotice(text);
    const { plan, problems } = await lintPlan(ports, clean, context.signal);
    context.progress.end();
    const place = placesIn(text, clean);
    const told = problems.map((problem) => ({ ...problem, line: place(problem.line) }));
    const lines = told.map(
      ({ line, what, instead }) =>
        `${context.paint("cyan", `${file}:${line}`)}  ${visible(what)}\n  → write ${visible(instead)}`,
    );
    const fine = `${context.paint("green", "✔")} ${file} can be executed: ${counted(plan.blocks.length, "action")}, rehearsed on a copy.`;
    return {
      exitCode: told.length === 0 ? 0 : 1,
      text: told.length === 0 ? fine : lines.join("\n"),
      data: { file, problems: told, actions: plan.blocks.length },
    };
  });
}

async function readNamed(context: CommandContext, ports: PlanPorts, named: string) {
  const path = resolve(context.cwd, named);
  const text = await readFile(path, "utf8").catch(() => null);
  if (text !== null) return { file: shown(ports, path), text };
  const { record } = await findPlan(ports, named);
  const draft = ports.folders.pathOf("Inbox/Plans", `${record.request_id}_plan.md`);
  for (const candidate of [draft, fileOf(ports, record)]) {
    const found = await readFile(candidate, "utf8").catch(() => null);
    if (found !== null) return { file: shown(ports, candidate), text: found };
  }
  throw new AgentForgeError("not_found", `there is no plan for ${record.request_id} yet`, {
    hint: `Run \`agentforge plan new ${record.request_id}\` to get a template.`,
  });
}

/** Line numbers as in the file, including the notice at its top. */
function placesIn(text: string, clean: string): (line: number) => number {
  const before = text.split("\n").length - clean.split("\n").length;
  if (before === 0) return (line) => line;
  const start = text.split("\n").findIndex((line) => line.startsWith("<!-- agentforge:notice"));
  return (line) => (line > start ? line + before : line);
}

export function nextSteps(context: CommandContext, { request_id }: PlanRecord): string {
  const command = (rest: string) => context.paint("cyan", `agentforge plan ${rest}`);
  return [
    `Your answer: ${command(`approve ${request_id}`)}`,
    `             ${command(`request-changes ${request_id} --comment "…"`)}`,
    `             ${command(`reject ${request_id} --reason "…"`)}`,
    "or move the file to .agentforge/System/Active or .agentforge/Inbox/Rejected.",
  ].join("\n");
}

function giveReason(context: CommandContext, { request_id }: PlanRecord): string {
  return `  → ${context.paint("cyan", `agentforge plan reject ${request_id} --reason "…"`)} records one; so does text that you write in its file.`;
}

/** The status of a plan. One with errors must be fixed first, at every stage. */
function standing({ stage, faults }: PlanRecord): string {
  return faults.length === 0 ? spoken(stage) : "has errors";
}

function faultLines({ faults }: PlanRecord): string[] {
  return faults.map(
    ({ line, what, instead }) => `  line ${line}: ${visible(what)} → write ${visible(instead)}`,
  );
}

export function fileOf(ports: PlanPorts, record: PlanRecord): string {
  return ports.folders.pathOf(PLACE_OF[record.stage] ?? "Inbox/Plans", planName(record));
}

export function shown(ports: PlanPorts, path: string): string {
  const inside = relative(ports.workspace.root, path);
  return inside.startsWith("..") || isAbsolute(inside) ? path : join(inside);
}
