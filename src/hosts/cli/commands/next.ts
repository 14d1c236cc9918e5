import { openApp } from "../../../app.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { hasState, isRepository } from "../has-state.ts";
import { showRecovery } from "./recovery.ts";

interface Suggestion {
  readonly command: string;
  readonly why: string;
}

/** `agentforge` alone: suggests what to do next in this folder. */
export async function showNext(context: CommandContext): Promise<CommandResult> {
  const steps = hasState(context.cwd)
    ? [...(await waiting(context)), ...USUAL]
    : isRepository(context.cwd)
      ? FIRST
      : OUTSIDE;
  const { paint } = context;
  const width = Math.max(...steps.map(({ command }) => command.length));
  const text = [
    "AgentForge repairs bugs in existing code, proves each fix with real tests,\nand asks before it lands.",
    "",
    steps === OUTSIDE ? "This folder is not in a git repository. Next:" : "Next:",
    ...steps.map(({ command, why }) => `  ${paint("cyan", command.padEnd(width))}  ${why}`),
    "",
    `  ${paint("cyan", "agentforge --help".padEnd(width))}  all commands`,
  ].join("\n");
  return { exitCode: 0, text, data: { steps } };
}

const OUTSIDE: readonly Suggestion[] = [
  { command: "agentforge demo", why: "watch it repair a bundled example" },
  { command: "agentforge -C <folder> repair", why: "repair the failing tests of a repository" },
  { command: "agentforge repair <url>", why: "clone a repository and repair its failing tests" },
];

const USUAL: readonly Suggestion[] = [
  { command: "agentforge repair", why: "find a fix for the failing tests, for you to approve" },
  { command: "agentforge conformance check", why: "check the rules of this repository" },
  { command: 'agentforge request "…"', why: "request a change; you approve its plan first" },
];

const FIRST: readonly Suggestion[] = [
  { command: "agentforge doctor", why: "check that the tests of this repository can run here" },
  { command: "agentforge repair", why: "find a fix for the failing tests, for you to approve" },
  { command: "agentforge init", why: "set up settings and rules (optional)" },
];

/** An interrupted run can only be suggested after the recovery has found it. */
async function waiting(context: CommandContext): Promise<Suggestion[]> {
  await using app = await openApp(context);
  await showRecovery(app.ports, context);
  const { reviews, escalations, sessions, conformance } = app.ports;
  const [pending, escalated] = [await reviews.list("pending"), await escalations.list("pending")];
  const interrupted = await sessions.list({ status: "interrupted", limit: 1 });
  const { total } = await conformance.violations({ status: "open", limit: 1 });
  const step = (isDue: boolean, command: string, why: string) => (isDue ? [{ command, why }] : []);
  const answers = pending.length + escalated.length;
  return [
    ...step(answers > 0, "agentforge inbox", `answer ${counted(answers, "pending question")}`),
    ...step(interrupted.length > 0, "agentforge session resume", "continue the interrupted run"),
    ...step(total > 0, "agentforge agent fix-violations", `fix ${counted(total, "recorded violation")}`),
  ];
}
