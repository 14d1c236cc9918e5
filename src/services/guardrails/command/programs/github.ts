import { hasArgument } from "../arguments.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";

export const githubPrograms: Readonly<Record<string, ProgramJudge>> = { gh: judgeGitHub };

const GITHUB_READS =
  /^(?:pr (?:view|list|diff|checks|status|checkout)|issue (?:view|list|status)|run (?:view|list|watch)|repo (?:view|list)|auth status|status|release (?:list|view)|workflow (?:list|view)|search \w+|label list|cache list|gist list|help|version)$/;
/** Actions that a person asks for and can undo: they appear under the person's name, and nothing is lost. */
const GITHUB_SAYS = /^(?:pr (?:create|comment|edit|ready|review)|issue (?:create|comment|edit))$/;

function judgeGitHub(call: Call, report: Report): undefined {
  const words = call.args.map((field) => field.text).filter((text) => !text.startsWith("-"));
  if (call.args.length === 1 && /^--?(?:version|help)$/.test(call.args[0]?.text ?? "")) return;
  if (GITHUB_READS.test(words.slice(0, 2).join(" ")) || GITHUB_READS.test(words[0] ?? "")) return;
  if (
    GITHUB_SAYS.test(words.slice(0, 2).join(" ")) &&
    !hasArgument(call.args, /^(?:-F|--body-file|-R|--repo|--approve|-a)(?:=|$)/)
  )
    return;
  if (words[0] === "api" && isApiRead(call)) return;
  report.ask("network", "publishes or changes something on GitHub");
}

/** `gh api repos/…` reads; a method, a field or a body turns it into a write. */
function isApiRead(call: Call): boolean {
  const path = call.args[1]?.text ?? "";
  return (
    /^\/?(?:repos|orgs|users|search|rate_limit|user$|gists\/\w+$)[\w./?=&{}:-]*$/.test(path) &&
    !/secret|\bkeys\b|token|hooks/.test(path) &&
    call.args
      .slice(2)
      .every(
        (field) =>
          /^(?:--jq|-q|--paginate|--slurp|--template|-t|-H|--header|--cache)$/.test(field.text) ||
          !field.text.startsWith("-"),
      )
  );
}
