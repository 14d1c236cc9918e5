import type { Call, ProgramJudge, Report } from "../survey.ts";
import { judgeRunner } from "./runner.ts";

/** Programs that change something outside the repository: system packages, other agents, AgentForge itself. */
export const services: Readonly<Record<string, ProgramJudge>> = {
  brew: judgeRunner(/^(?:list|ls|info|search|--version|outdated|config|doctor|deps|leaves|--prefix)$/),
  apt: judgeRunner(/^(?:list|search|show|policy)$/),
  "apt-get": judgeRunner(/^$/),
  "apt-cache": judgeRunner(/^(?:search|show|policy)$/),
  dpkg: judgeRunner(/^(?:-l|-L|-s|--list|--status)$/),
  rpm: judgeRunner(/^-q/),
  apk: judgeRunner(/^(?:info|search|list)$/),
  agentforge: judgeOurselves,
  claude: judgeAgent,
  codex: judgeAgent,
  gemini: judgeAgent,
  tmux: judgeRunner(/^(?:ls|list-sessions|list-windows|list-panes|capture-pane|has-session|-V)$/),
  code: (call, report) =>
    call.args.length > 0 &&
    call.args.every((field) => /^--(?:version|list-extensions|status|help)$/.test(field.text))
      ? undefined
      : report.ask("unknown_program", "code opens an editor"),
};

/** Applies no matter how AgentForge is started. */
function judgeOurselves(call: Call, report: Report): undefined {
  const [first = "", second = ""] = call.args
    .map((field) => field.text)
    .filter((text) => !text.startsWith("-"));
  if (
    /^(?:guard|hooks|hook|review|plans?|rollback|serve|worker|mcp|init|config)$/.test(first) &&
    !isLooking(first, second)
  )
    return report.deny("self_approval", "an agent may not answer its own reviews or change its own guards");
  if (/approve|reject|allow/.test(second))
    report.deny("self_approval", "an agent may not answer its own reviews or change its own guards");
}

function isLooking(first: string, second: string): boolean {
  return (
    (first === "hooks" && second === "doctor") ||
    (first === "guard" && /^(?:eval|denials)$/.test(second)) ||
    (/^(?:review|plans?)$/.test(first) && /^(?:list|show|status)$/.test(second))
  );
}

function judgeAgent(call: Call, report: Report): undefined {
  const words = call.args.map((field) => field.text).join(" ");
  if (/^(?:--?(?:version|v|help)|doctor|mcp (?:list|get \w+))$/.test(words)) return;
  report.ask("risky_program", "starts another agent or changes its settings");
}
