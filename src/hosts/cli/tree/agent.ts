import type { Command } from "commander";
import { BRAIN, type Call, landingPlace, severity, wholeNumber } from "./options.ts";
import { REASON } from "./review.ts";

/** `agent …`: fixing violations, and the answers to what it proposes. */
export function addAgentCommands(program: Command, call: Call): void {
  const loadFix = () => import("../commands/fix.ts");
  const loadReview = () => import("../commands/review.ts");
  const agent = program.command("agent").description("fix violations, and answer for the agent's commits");
  agent
    .command("fix-violation")
    .description("fix one violation in a copy and prove it; the change waits for your answer")
    .argument("<id>", "V-…, or the beginning of it")
    .option("--auto-commit", "land without asking where the gate allows it")
    .option(...BRAIN)
    .option("--dry-run", "show the diff and keep nothing")
    .action((id, options) => call(async (context) => (await loadFix()).runFix(context, id, options)));
  agent
    .command("fix-violations")
    .description("fix many, most severe first; each is its own commit")
    .option("--limit <n>", "how many at most", wholeNumber)
    .addOption(severity())
    .option("--check <id>", "only violations of this check")
    .option(...BRAIN)
    .option("--auto", "land without asking where the gate allows it")
    .action((options) => call(async (context) => (await loadFix()).runFixMany(context, options)));
  agent
    .command("approve-commit")
    .description("the same as review approve; --all takes every change that waits, oldest first")
    .argument("[id]")
    .option("--all", "every change that waits")
    .addOption(landingPlace())
    .action((id, options) =>
      call(async (context) => {
        const { approveAll, approveReview } = await loadReview();
        return options.all ? approveAll(context, options) : approveReview(context, id, options);
      }),
    );
  agent
    .command("reject-commit")
    .description("the same as review reject")
    .argument("[id]")
    .requiredOption(...REASON)
    .action((id, options) =>
      call(async (context) => (await loadReview()).refuseReview(context, id, options)),
    );
}
