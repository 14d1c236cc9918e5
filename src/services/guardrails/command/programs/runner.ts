import type { ProgramJudge } from "../survey.ts";
import { HOLE } from "../values.ts";

/** Programs with subcommands: some are harmless, one may start another program; any other asks the user. */
export function judgeRunner(harmless: RegExp, running?: RegExp): ProgramJudge {
  return (call, report) => {
    const index = call.args.findIndex((field) => !field.text.startsWith("-"));
    const action = call.args[index]?.text ?? call.args[0]?.text ?? "";
    if (running?.test(action)) return report.run(call.args.slice(index + 1));
    if (!harmless.test(action))
      report.ask("risky_program", `${call.name} ${action.replaceAll(HOLE, "…")} is not known to be harmless`);
  };
}
