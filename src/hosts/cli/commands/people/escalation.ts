import type { Escalation } from "../../../../domain/entities/escalation.ts";
import {
  findHandedOver,
  handedOver,
  resolveEscalation,
  type StuckViolation,
} from "../../../../workflows/inbox/handed-over.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { renderRecord } from "../../render/escalation.ts";
import { placeOf, renderViolation } from "../../render/violation.ts";
import { visible } from "../../terminal.ts";

const MOST_NAMED = 20;

export async function listEscalations(
  context: CommandContext,
  options: { all?: boolean; limit?: number },
): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const { escalations: pending, violations } = await handedOver(ports);
    const escalations = options.all ? (await ports.escalations.list()).toReversed() : pending;
    const named = violations.slice(0, options.limit ?? MOST_NAMED);
    const more = violations.length - named.length;
    const { paint } = context;
    const line = (each: Escalation) =>
      `${paint("yellow", each.escalation_id)}  ${each.status.padEnd(8)}  ${each.violation_id ?? each.tests[0] ?? each.type}  ${visible(each.reason)}`;
    const stuck = ({ violation, why }: StuckViolation) =>
      `${paint("yellow", violation.violation_id)}  ${violation.severity.padEnd(8)}  ${visible(placeOf(violation))}  ${visible(why)}`;
    const lines = [
      ...escalations.map(line),
      ...named.map(stuck),
      ...(more > 0 ? [`and ${more} more; run \`agentforge conformance violations list\` to see them`] : []),
    ];
    const data = { escalations, violations: named.map(dataOf), more };
    const text = lines.length === 0 ? "There are no open escalations." : lines.join("\n");
    return { exitCode: 0, text, data };
  });
}

export async function showEscalation(context: CommandContext, id: string): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const { escalation, violation } = await findHandedOver(ports, id);
    const sections = [
      ...(escalation ? [renderRecord(escalation, context.paint)] : []),
      ...(violation ? [renderViolation(violation, context.paint)] : []),
    ];
    return { exitCode: 0, text: sections.join("\n\n"), data: { escalation, violation } };
  });
}

export async function answerEscalation(
  context: CommandContext,
  id: string,
  options: { guidance?: string; reason?: string; takeOver?: boolean },
): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const escalation = await resolveEscalation(ports, id, {
      ...(options.guidance && { guidance: options.guidance }),
      ...(options.reason && { reason: options.reason }),
      retry: !options.takeOver,
    });
    const { paint } = context;
    const again =
      escalation.violation_id === null
        ? "agentforge repair"
        : `agentforge agent fix-violation ${escalation.violation_id}`;
    const next = options.takeOver
      ? "It is yours now; AgentForge will not try it again."
      : `The daemon may try again, with your guidance. To try now: ${paint("cyan", again)}`;
    return {
      exitCode: 0,
      text: `${paint("green", "✔")} ${escalation.escalation_id} is resolved. ${next}`,
      data: escalation,
    };
  });
}

function dataOf({ violation, why }: StuckViolation) {
  const { violation_id, contract_id, check_id, severity, file_path, line, message, detected_at } = violation;
  return { violation_id, contract_id, check_id, severity, file_path, line, message, detected_at, why };
}
