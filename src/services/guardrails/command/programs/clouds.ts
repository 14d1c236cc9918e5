import { isUrl } from "../arguments.ts";
import { lists } from "../lists.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";

const CLOUDS =
  "aws gcloud az heroku vercel netlify fly flyctl firebase wrangler doctl s3cmd gsutil rclone bq pulumi cdk serverless sls sst railway render eksctl supabase eb sam copilot amplify linode-cli hcloud oci ibmcloud";
const LOOKS =
  /^(?:ls|list|list-.+|describe|describe-.+|show|status|info|logs?|tail|diff|preview|synth|validate|validate-.+|version|help|whoami|get-caller-identity|get-value|get|get-.+|head-.+|filter-log-events|ps|releases|stat|cat|du|plan|accounts|regions)$/;
const REMOVES =
  /^(?:rm|rb|rmdir|delete|delete-.+|destroy|remove|terminate-.+|purge|purge-.+|apps:destroy|.*:(?:destroy|reset|remove|delete)|deregister-.+|schedule-key-deletion|empty|reset|uninstall|unlink|drop)$/;
const SECRETS =
  /secret|password|token|credential|access-key|get-parameter|get-session|get-federation|kubeconfig|print-access|config(?:-vars)?:get|env(?:$|:pull)|\bauth\b|login/i;
const SENDS = /^(?:cp|sync|mv|copy|move|put|put-.+|upload|rsync|load|import)$/;

/** Cloud command-line tools: reading is ordinary, removing and uploading are denied, anything else asks the user. */
export function cloud(name: string): ProgramJudge | undefined {
  return lists(CLOUDS, name) ? judgeCloud : undefined;
}

function judgeCloud(call: Call, report: Report): undefined {
  const words = call.args.map((field) => field.text);
  if (words.length > 0 && words.every((word) => /^--?(?:version|help|v|h)$/.test(word))) return;
  const operands = words.filter((word) => !word.startsWith("-"));
  for (const field of call.args)
    if (
      /^[\w.~/-]+$/.test(field.text) &&
      !field.text.startsWith("-") &&
      !isUrl(field.text) &&
      /[./]/.test(field.text)
    )
      report.touch("read", field);
  if (
    operands.some((word) => REMOVES.test(word)) ||
    words.some((word) => /^--(?:delete|recursive-delete)/.test(word))
  )
    return report.deny(
      "destructive",
      `${call.name} ${operands.slice(0, 3).join(" ")} deletes remote resources`,
    );
  if (operands.some((word) => SENDS.test(word)))
    return report.deny(
      "exfiltration",
      `${call.name} ${operands.slice(0, 2).join(" ")} copies files to or from another machine`,
    );
  if (operands.some((word) => SECRETS.test(word)))
    return report.deny("secrets", `${call.name} would print or change secrets`);
  if (operands.slice(0, 4).some((word) => LOOKS.test(word))) return;
  report.ask("risky_program", `${call.name} ${operands.slice(0, 2).join(" ")} changes a remote service`);
}
