import type { Call, ProgramJudge, Report } from "../survey.ts";
import { judgeRunner } from "./runner.ts";

/** Programs that change something beyond the repository: containers, clusters, clouds, the system, other agents. */
export const services: Readonly<Record<string, ProgramJudge>> = {
  docker: judgeDocker,
  podman: judgeDocker,
  "docker-compose": judgeDocker,
  kubectl: judgeRunner(/^$/, /^(?:get|describe|logs|version|explain|api-resources|cluster-info)$/),
  helm: judgeRunner(/^$/, /^(?:lint|template|list|version|show|status)$/),
  terraform: judgeRunner(
    /^$/,
    /^(?:fmt|validate|plan|version|show|providers|graph|init|-version|--version|output)$/,
  ),
  tofu: judgeRunner(/^$/, /^(?:fmt|validate|plan|version|show|init)$/),
  brew: judgeRunner(/^$/, /^(?:list|info|search|--version|outdated|config|doctor)$/),
  apt: judgeRunner(/^$/, /^(?:list|search|show|policy)$/),
  "apt-get": judgeRunner(/^$/, /^$/),
  "apt-cache": judgeRunner(/^$/, /^(?:search|show|policy)$/),
  dpkg: judgeRunner(/^$/, /^(?:-l|-L|-s|--list|--status)$/),
  rpm: judgeRunner(/^$/, /^-q/),
  apk: judgeRunner(/^$/, /^(?:info|search|list)$/),
  aws: askCloud,
  gcloud: askCloud,
  az: askCloud,
  heroku: askCloud,
  vercel: askCloud,
  netlify: askCloud,
  fly: askCloud,
  firebase: askCloud,
  wrangler: askCloud,
  doctl: askCloud,
  s3cmd: askCloud,
  gsutil: askCloud,
  rclone: askCloud,
  agentforge: judgeOwn,
  claude: (_call, report) => report.ask("risky_program", "starts another agent"),
  codex: (_call, report) => report.ask("risky_program", "starts another agent"),
};

/** What a person answers, and what guards the agent. Looking is allowed: `guard denials`, `hooks doctor`. */
function judgeOwn(call: Call, report: Report): undefined {
  const [first = "", second = ""] = call.args
    .map((field) => field.text)
    .filter((text) => !text.startsWith("-"));
  if (/^(?:guard denials|hooks doctor|review (?:list|show))$/.test(`${first} ${second}`)) return;
  if (
    /^(?:guard|hooks|hook|review|rollback|serve|worker|mcp|init)$/.test(first) ||
    /approve|reject/.test(second)
  )
    report.deny("self_approval", "an agent may not answer its own reviews or change its own guards");
}

function judgeDocker(call: Call, report: Report): undefined {
  const words = call.args.map((field) => field.text).filter((text) => !text.startsWith("-"));
  const [first = "", second = ""] =
    words[0] === "compose" || words[0] === "container" || words[0] === "image" ? words.slice(1) : words;
  if (
    call.args.some((field) =>
      /^--(?:privileged|pid|ipc|userns|cap-add|security-opt|device|volume|mount|net|network)(?:=|$)|^-v|^-H|docker\.sock/.test(
        field.text,
      ),
    )
  )
    report.deny("privilege", `${call.name} reaches the machine with this option`);
  if (
    /^(?:ps|images|logs|version|info|inspect|top|stats|port|diff|history|ls|search|config|events|--version|)$/.test(
      first,
    ) &&
    !/^(?:rm|prune)$/.test(second)
  )
    return;
  if (/^(?:context|network|volume|system)$/.test(first) && /^(?:ls|inspect|df|info|show)$/.test(second))
    return;
  if (/^(?:build|buildx)$/.test(first)) return report.ask("risky_program", "builds an image");
  report.ask("risky_program", `${call.name} ${first} changes containers`);
}

function askCloud(call: Call, report: Report): undefined {
  if (call.args.every((field) => /^--?(?:version|help|v)$/.test(field.text)) && call.args.length > 0) return;
  report.deny("exfiltration", `${call.name} changes or reads a service elsewhere`);
}
