import { type Command, Option } from "commander";
import { BRAIN, type Call } from "./options.ts";
import { REASON } from "./review.ts";

/** `request` and `plan …`: request changes, and approve or reject their plans. */
export function addPlanCommands(program: Command, call: Call): void {
  program
    .command("request")
    .description("request a change; a plan for it waits for your approval before anything is done")
    .argument("<words>", "what you want, in your words")
    .option(...BRAIN)
    .action((words, options) => call(async (context) => (await load()).makeRequest(context, words, options)));

  const plan = program.command("plan").description("plans waiting for approval or execution");
  addPlanTexts(plan, call);
  addPlanAnswers(plan, call);
}

const load = () => import("../commands/plans/plan.ts");

function addPlanTexts(plan: Command, call: Call): void {
  plan
    .command("list")
    .description("list requests and plans that are waiting for approval or execution")
    .option("--all", "include finished and rejected ones")
    .action((options) => call(async (context) => (await load()).listPlans(context, options)));
  plan
    .command("show")
    .description("show one plan and its status")
    .argument("<request>", "its id, as plan list shows it")
    .action((id) => call(async (context) => (await load()).showPlan(context, id)));
  plan
    .command("new")
    .description("write a plan template to fill in, or continue from the last plan")
    .argument("<request>", "its id, as plan list shows it")
    .action((id) => call(async (context) => (await load()).newPlan(context, id)));
  plan
    .command("write")
    .description("let the model write the plan, or rewrite it after you requested changes")
    .argument("<request>", "its id, as plan list shows it")
    .option(...BRAIN)
    .action((id, options) => call(async (context) => (await load()).writePlan(context, id, options)));
  plan
    .command("lint")
    .description("check a plan and show how to correct it")
    .argument("<file>", "a file, or the id of a request")
    .action((file) => call(async (context) => (await load()).lintPlanFile(context, file)));
}

function addPlanAnswers(plan: Command, call: Call): void {
  const answers = () => import("../commands/plans/plan-answers.ts");
  plan
    .command("approve")
    .description("approve a plan; the daemon executes it")
    .argument("<request>", "its id, as plan list shows it")
    .addOption(new Option("--now", "execute it now, without the daemon"))
    .action((id, options) => call(async (context) => (await answers()).approve(context, id, options)));
  plan
    .command("reject")
    .description("reject a plan, or a request that has no plan yet")
    .argument("<request>", "its id, as plan list shows it")
    .requiredOption(...REASON)
    .action((id, options) => call(async (context) => (await answers()).reject(context, id, options)));
  plan
    .command("withdraw")
    .description("withdraw an approval, even while the plan is being executed")
    .argument("<request>", "its id, as plan list shows it")
    .option("--reason <text>", "the reason, for the record")
    .action((id, options) => call(async (context) => (await answers()).withdraw(context, id, options)));
  plan
    .command("request-changes")
    .description("send a plan back to be rewritten")
    .argument("<request>", "its id, as plan list shows it")
    .requiredOption("--comment <text...>", "what should be different; can be repeated")
    .action((id, options) => call(async (context) => (await answers()).requestChanges(context, id, options)));
}
