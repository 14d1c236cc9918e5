import type { Command } from "commander";
import { BRAIN, type Call, landingPlace, severity, wholeNumber } from "./options.ts";
import { REASON } from "./review.ts";

const AUTO = [
  "--auto, --auto-commit",
  "land the change without asking, unless the gate requires approval",
] as const;
const DRY_RUN = ["--dry-run", "show what would change, but keep nothing"] as const;

/** `agent …`: fix violations, and approve or reject the fixes. */
export function addAgentCommands(program: Command, call: Call): void {
  const loadFix = () => import("../commands/fix.ts");
  const loadReview = () => import("../commands/review/review.ts");
  const agent = program.command("agent").description("fix violations, and approve or reject the fixes");
  agent
    .command("fix-violation")
    .description("fix one violation in a copy and prove the fix; the change waits for your approval")
    .argument("<violation>", "its id (V-…), or a prefix of it")
    .option(...AUTO)
    .option(...BRAIN)
    .option(...DRY_RUN)
    .action((id, options) => call(async (context) => (await loadFix()).runFix(context, id, options)));
  agent
    .command("fix-violations")
    .description("fix many violations, most severe first, each in its own commit")
    .option("-n, --limit <n>", "make at most this many fixes", wholeNumber)
    .addOption(severity())
    .option("--check <id>", "only violations of this check")
    .option(...BRAIN)
    .option(...AUTO)
    .option(...DRY_RUN)
    .action((options) => call(async (context) => (await loadFix()).runFixMany(context, options)));
  agent
    .command("approve-commit")
    .description("same as review approve; --all approves every pending change, oldest first")
    .argument("[review]", "its id (RV-…); default: the only pending one")
    .option("--all", "every pending change")
    .addOption(landingPlace())
    .action((id, options) =>
      call(async (context) => {
        const { approveAll, approveReview } = await loadReview();
        return options.all ? approveAll(context, options) : approveReview(context, id, options);
      }),
    );
  agent
    .command("reject-commit")
    .description("same as review reject")
    .argument("[review]", "its id (RV-…); default: the only pending one")
    .requiredOption(...REASON)
    .action((id, options) =>
      call(async (context) => (await loadReview()).refuseReview(context, id, options)),
    );
}
