import { commandWords } from "../command-words.ts";
import { whyForPeople } from "../own-answers.ts";
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
  const args = call.args.map((field) => field.text);
  const why = whyForPeople(args);
  if (why !== null) report.deny("self_approval", why);
  if (commandWords(args).some(([first, second]) => first === "conformance" && second === "baseline"))
    report.ask("self_approval", "accepts every violation there is now");
  for (const [index, field] of call.args.entries()) {
    const target = /^(?:-o|--output)$/.test(field.text) ? call.args[index + 1] : undefined;
    if (target) report.touch("write", target);
    else if (/^(?:-o|--output=)./.test(field.text))
      report.touch("write", { ...field, text: field.text.replace(/^(?:-o|--output=)/, "") });
  }
}

function judgeAgent(call: Call, report: Report): undefined {
  const words = call.args.map((field) => field.text).join(" ");
  if (/^(?:--?(?:version|v|help)|doctor|mcp (?:list|get \w+))$/.test(words)) return;
  report.ask("risky_program", "starts another agent or changes its settings");
}
