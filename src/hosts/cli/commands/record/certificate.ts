import { AgentForgeError } from "../../../../domain/errors.ts";
import { counted } from "../../../../domain/rules/text/counted.ts";
import { factsOf, findCertificate } from "../../../../workflows/certificates/find-certificate.ts";
import {
  type Verification,
  verifyCertificate,
} from "../../../../workflows/certificates/verify-certificate.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { renderCertificate, renderDifference } from "../../render/certificate.ts";
import { renderHint } from "../../render/problem.ts";
import { visible } from "../../terminal.ts";

export async function showCertificate(context: CommandContext, name: string): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const found = await findCertificate(ports, name);
    if (found.status === "missing") throw new AgentForgeError("not_found", found.why, { hint: found.hint });
    const differences = await factsOf(ports, found);
    const { paint } = context;
    const verdict =
      differences.length === 0
        ? `The commit matches its certificate. To run the tests again:\n  ${paint("cyan", `agentforge certificate verify ${found.commit.slice(0, 12)}`)}`
        : [
            paint("yellow", "▲ The commit does not match its certificate:"),
            ...differences.map(renderDifference),
          ].join("\n");
    return {
      exitCode: differences.length === 0 ? 0 : 1,
      text: [renderCertificate(found.certificate, paint, context.verbose), verdict].join("\n\n"),
      data: { ...found.certificate, from: found.from, differences },
    };
  });
}

export async function checkCertificate(context: CommandContext, name: string): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const verification = await verifyCertificate(ports, name, context.signal, (text) =>
      context.progress.say(text),
    );
    context.progress.end();
    return {
      exitCode: { verified: 0, differs: 1, cannot_be_verified: 2 }[verification.status] as 0 | 1 | 2,
      text: textOf(verification, context),
      data: verification,
    };
  });
}

function textOf(verification: Verification, { paint }: CommandContext): string {
  const commit = verification.commit.slice(0, 12);
  switch (verification.status) {
    case "verified": {
      const cases = verification.certificate?.statement.tests.cases.length ?? 0;
      const head = `✔ Verified: ${commit} behaves as its certificate says (${counted(cases, "test")} compared, before and after).`;
      return [paint("green", head), ...notes(verification.notes)].join("\n");
    }
    case "differs":
      return [
        paint("yellow", `▲ Differs: ${commit} does not behave as its certificate says.`),
        ...verification.differences.map(renderDifference),
        ...notes(verification.notes),
      ].join("\n");
    case "cannot_be_verified":
      return [
        `${paint("red", "✖ Cannot be verified:")} ${visible(verification.why)}.`,
        ...(verification.hint === null ? [] : [renderHint(verification.hint)]),
      ].join("\n");
  }
}

function notes(texts: readonly string[]): string[] {
  return texts.map((text) => `  Note: ${visible(text)}`);
}
