import {
  type ClientId,
  describePolicyOf,
  type ExamineOptions,
  examineHooks,
  type InstallOptions,
  installHooksFor,
  type PolicyLine,
  type ProbeResult,
  uninstallHooksFrom,
} from "../../../../app/hooks/hook-installation.ts";
import { readInput, runHook } from "../../../../app/hooks/hooks.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible } from "../../terminal.ts";

export async function installAgentHooks(
  context: CommandContext,
  options: InstallOptions,
): Promise<CommandResult> {
  const { paint } = context;
  const { files, remark, limits } = await installHooksFor(context.cwd, options);
  const head =
    files.length === 0
      ? ["Everything is already installed."]
      : files.map(({ path, text }) =>
          options.dryRun ? `${paint("bold", path)}\n${text}` : `${paint("green", "✔")} ${path}`,
        );
  const isClaude = (options.agent ?? "claude") === "claude";
  const offers = [
    ...(isClaude && !options.denyRules
      ? ["--deny-rules also writes permission rules for protected files, which apply even if no hook runs."]
      : []),
    ...(options.instructions
      ? []
      : ["--instructions also writes AGENTS.md and CLAUDE.md if they are missing."]),
  ];
  const text = [
    ...head,
    "",
    ...(remark === null ? [] : [`${paint("yellow", "▲")} ${remark}`]),
    ...limits.map((limit) => `${paint("dim", "–")} ${limit}`),
    ...offers,
    `To test them: ${paint("cyan", "agentforge hooks doctor")}`,
  ].join("\n");
  return { exitCode: 0, text, data: { files, remark, limits, written: !options.dryRun } };
}

export async function uninstallAgentHooks(
  context: CommandContext,
  options: { agent?: ClientId },
): Promise<CommandResult> {
  const changed = await uninstallHooksFrom(context.cwd, options.agent);
  const text =
    changed.length === 0
      ? "No AgentForge hooks are registered here."
      : [
          ...changed.map((path) => `${context.paint("green", "✔")} ${path}`),
          "Traces of past sessions are kept in .agentforge/harness.",
        ].join("\n");
  return { exitCode: 0, text, data: { changed } };
}

export async function runHooksDoctor(
  context: CommandContext,
  options: ExamineOptions,
): Promise<CommandResult> {
  const { paint } = context;
  const findings = await examineHooks(context.cwd, options, context.environment);
  const policy = await describePolicyOf(context.cwd, context.environment);
  if (findings.length === 0) {
    const text = `${policyText(policy)}\n\nNo hooks are registered here.\n  To register them: ${paint("cyan", "agentforge hooks install")}`;
    return { exitCode: 1, text, data: { findings, policy } };
  }
  const marks = { true: paint("green", "✔"), false: paint("red", "✖"), null: paint("yellow", "–") };
  const lines = findings.map(
    ({ good, client, subject, detail }) =>
      `${marks[`${good}`]} ${client.padEnd(8)} ${subject.padEnd(30)} ${detail}`,
  );
  const broken = findings.some((finding) => finding.good === false);
  return {
    exitCode: broken ? 1 : 0,
    text: [policyText(policy), "", ...lines, "", verdictOf(findings, options, paint)].join("\n"),
    data: { findings, policy },
  };
}

/** Claims only what was observed. */
function verdictOf(
  findings: readonly ProbeResult[],
  options: ExamineOptions,
  paint: CommandContext["paint"],
): string {
  if (findings.some((finding) => finding.good === false))
    return `Some hooks do not work: see ✖ above. ${paint("cyan", "agentforge hooks install")} registers them again.`;
  if (findings.some((finding) => finding.good === null))
    return "The hooks answer correctly. Not every agent could be observed starting them: see – above.";
  if (options.start === false) return "The hooks answer correctly. The agents themselves were not started.";
  return "The agents start the hooks, and the hooks refuse forbidden calls and allow the others.";
}

function policyText(policy: readonly PolicyLine[]): string {
  const width = Math.min(64, Math.max(...policy.map(({ setting, value }) => `${setting} ${value}`.length)));
  const lines = policy.map(({ setting, value, layer, file }) => {
    const origin = file === null ? layer : `${layer}: ${file}`;
    return `  ${visible(`${setting.replace(/^middleware\./, "")} ${value}`.trimEnd()).padEnd(width)}  ${origin}`;
  });
  return ["The policy in effect here, and where each line comes from:", ...lines].join("\n");
}

/** Does what `dist/hook.cjs` does, from the CLI. */
export async function answerHookEvent(
  context: CommandContext,
  client: string,
  event: string | undefined,
): Promise<CommandResult> {
  const args = event === undefined ? [client] : [client, event];
  const { cwd: processFolder, redactor } = context;
  const answer = runHook(args, readInput(0), { processFolder, registration: "agentforge hook", redactor });
  process.stdout.write(answer.stdout);
  process.stderr.write(answer.stderr);
  return { exitCode: answer.exitCode, text: "", data: null };
}
