import { type Command, Option } from "commander";
import { BRAIN, type Call } from "./options.ts";
import { REASON } from "./review.ts";

/** `request` and `plan …`: what is to be done, and what a person says to how. */
export function addPlanCommands(program: Command, call: Call): void {
  const load = () => import("../commands/plan.ts");
  const answers = () => import("../commands/plan-answers.ts");
  program
    .command("request")
    .description("ask for something; a plan for it waits for your answer before anything is done")
    .argument("<words>", "what you want, in your words")
    .option(...BRAIN)
    .action((words, options) => call(async (context) => (await load()).makeRequest(context, words, options)));

  const plan = program.command("plan").description("what is to be done, written down before it is");
  plan
    .command("list")
    .description("requests and plans that wait, for you or to be carried out")
    .option("--all", "also what is done or was rejected")
    .action((options) => call(async (context) => (await load()).listPlans(context, options)));
  plan
    .command("show")
    .description("one plan, with what became of it")
    .argument("<request>")
    .action((id) => call(async (context) => (await load()).showPlan(context, id)));
  plan
    .command("new")
    .description("a template to fill in, or the last plan to go on from")
    .argument("<request>")
    .action((id) => call(async (context) => (await load()).newPlan(context, id)));
  plan
    .command("write")
    .description("have the model write the plan, or write it again after you asked for changes")
    .argument("<request>")
    .option(...BRAIN)
    .action((id, options) => call(async (context) => (await load()).writePlan(context, id, options)));
  plan
    .command("lint")
    .description("say what is wrong with a plan, where, and what to write instead")
    .argument("<file>", "a file, or the name of a request")
    .action((file) => call(async (context) => (await load()).lintPlanFile(context, file)));
  plan
    .command("approve")
    .description("have it carried out by the daemon")
    .argument("<request>")
    .addOption(new Option("--now", "carry it out here and now, without the daemon"))
    .action((id, options) => call(async (context) => (await answers()).approve(context, id, options)));
  plan
    .command("reject")
    .description("turn it down")
    .argument("<request>")
    .requiredOption(...REASON)
    .action((id, options) => call(async (context) => (await answers()).reject(context, id, options)));
  plan
    .command("withdraw")
    .description(
      "take an approval back, also while the plan is being carried out; it waits for your answer again",
    )
    .argument("<request>")
    .option("--reason <text>", "why, for the record")
    .action((id, options) => call(async (context) => (await answers()).withdraw(context, id, options)));
  plan
    .command("request-changes")
    .description("send it back to be written again")
    .argument("<request>")
    .requiredOption("--comment <text...>", "what should be different; several make a list")
    .action((id, options) => call(async (context) => (await answers()).requestChanges(context, id, options)));
}
