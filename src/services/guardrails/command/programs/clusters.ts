import { hasArgument, splitArguments, valuesOf } from "../arguments.ts";
import { lists } from "../lists.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { part } from "../values.ts";
import { judgeRunner } from "./runner.ts";

/** Cluster tools: reading is ordinary; anything that changes what runs there asks the user. */
export const clusters: Readonly<Record<string, ProgramJudge>> = {
  kubectl: judgeKubectl,
  oc: judgeKubectl,
  helm: judgeRunner(/^(?:lint|template|list|ls|version|show|status|history|search|dependency|dep|repo|get)$/),
  terraform: judgeTerraform,
  tofu: judgeTerraform,
  minikube: judgeRunner(/^(?:start|stop|status|ip|version|logs|dashboard|service|image|kubectl)$/),
  kind: judgeRunner(/^(?:get|version|load|create|export)$/),
  kustomize: judgeRunner(/^(?:build|version)$/),
};

const VALUED =
  "-n --namespace --context -c --container -l --selector -o --output -f --filename --kubeconfig --tail --since";

const KUBECTL_READS =
  "get describe logs version explain api-resources api-versions cluster-info top events diff port-forward wait kustomize";

function judgeKubectl(call: Call, report: Report): undefined {
  const separator = call.args.findIndex((field) => field.text === "--");
  const own = separator === -1 ? call.args : call.args.slice(0, separator);
  const { options, operands } = splitArguments(own, VALUED);
  const [action = "", kind = ""] = operands.map((field) => field.text);
  for (const value of valuesOf(options, "-f --filename --kubeconfig"))
    if (!/^https?:/.test(value.text)) report.touch("read", value);
  if (/^(?:get|describe|edit)$/.test(action) && /(?:^|,)secrets?(?:$|[,/])/.test(kind))
    return report.ask("secrets", `kubectl ${action} would show secrets`);
  if (lists(KUBECTL_READS, action)) return;
  if (
    action === "config" &&
    /^(?:current-context|get-contexts|get-clusters|view)$/.test(kind) &&
    !own.some((field) => field.text === "--raw")
  )
    return;
  if (action === "rollout" && /^(?:status|history)$/.test(kind)) return;
  if (action === "auth" && kind === "can-i") return;
  if (valuesOf(options, "--dry-run").some(({ text }) => lists("client server", text))) return;
  if (action === "exec" && separator !== -1) return report.runContained(call.args.slice(separator + 1));
  report.ask("risky_program", `kubectl ${action} ${kind} changes a cluster`);
}

function judgeTerraform(call: Call, report: Report): undefined {
  const { operands } = splitArguments(call.args);
  const [action = "", next = ""] = operands.map((field) => field.text);
  const out = call.args.find((field) => /^--?out=/.test(field.text));
  if (out) report.touch("write", part(out, out.text.slice(out.text.indexOf("=") + 1)));
  if (hasArgument(call.args, /^--?destroy$/) && action !== "plan")
    return report.ask("destructive", `${call.name} ${action} would destroy the resources it created`);
  if (/^(?:fmt|validate|plan|version|show|providers|graph|init|output|console|get|)$/.test(action)) return;
  if (/^(?:state|workspace)$/.test(action) && /^(?:list|show)$/.test(next)) return;
  report.ask("risky_program", `${call.name} ${action} changes remote resources`);
}
