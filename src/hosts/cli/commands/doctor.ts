import { examine, type HealthCheck } from "../../../app/health/examine.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { visible } from "../terminal.ts";

/** What works here, what does not, and the command that fixes it. */
export async function runDoctor(context: CommandContext): Promise<CommandResult> {
  context.progress.say("Checking this machine");
  const findings = await examine(context, (what) => context.progress.say(visible(what)));
  context.progress.end();
  const broken = findings.filter((healthCheck) => healthCheck.level === "broken");
  const verdict =
    broken.length === 0
      ? context.paint("green", working(findings))
      : context.paint(
          "red",
          `✖ ${broken.length === 1 ? "One thing keeps" : `${broken.length} things keep`} AgentForge from working here.`,
        );
  const text = [...findings.map((healthCheck) => renderCheck(healthCheck, context)), "", verdict].join("\n");
  return { exitCode: broken.length === 0 ? 0 : 2, text, data: { ok: broken.length === 0, findings } };
}

/** The machine may be fine although there is nothing to repair in this folder. */
function working(findings: readonly HealthCheck[]): string {
  return findings.some(({ subject, level }) => subject === "tests" && level === "good")
    ? "✔ AgentForge can work here."
    : "✔ AgentForge can run on this machine, but found no tests in this folder.";
}

function renderCheck(healthCheck: HealthCheck, { paint }: CommandContext): string {
  const mark = { good: paint("green", "✔"), absent: paint("dim", "–"), broken: paint("red", "✖") }[
    healthCheck.level
  ];
  const line = `${mark} ${healthCheck.subject.padEnd(14)} ${visible(healthCheck.detail)}`;
  return healthCheck.remedy ? `${line}\n  ${" ".repeat(14)} → ${visible(healthCheck.remedy)}` : line;
}
