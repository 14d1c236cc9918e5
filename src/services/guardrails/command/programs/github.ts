import type { Call, ProgramJudge, Report } from "../survey.ts";

export const githubPrograms: Readonly<Record<string, ProgramJudge>> = { gh: judgeGitHub };

const GITHUB_READS =
  /^(?:pr (?:view|list|diff|checks|status)|issue (?:view|list|status)|run (?:view|list|watch)|repo view|auth status|status|release (?:list|view)|workflow (?:list|view)|search \w+|label list|help|version)$/;

function judgeGitHub(call: Call, report: Report): undefined {
  const words = call.args.map((field) => field.text).filter((text) => !text.startsWith("-"));
  if (call.args.length === 1 && /^--?(?:version|help)$/.test(call.args[0]?.text ?? "")) return;
  if (GITHUB_READS.test(words.slice(0, 2).join(" ")) || GITHUB_READS.test(words[0] ?? "")) return;
  report.ask("network", "publishes or changes something on GitHub");
}
