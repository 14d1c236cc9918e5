import { type Command, Option } from "commander";
import { WAITING_KINDS } from "../../../workflows/inbox/inbox.ts";
import { type Call, wholeNumber } from "./options.ts";

/** What is waiting for a person, and what was escalated. */
export function addPeopleCommands(program: Command, call: Call): void {
  program
    .command("inbox")
    .description("list everything that is waiting for you; in a terminal, answer with one key")
    .addOption(new Option("--kind <kind>", "only this kind").choices(WAITING_KINDS))
    .option("--list", "only list, even in a terminal")
    .action((options) =>
      call(async (context) => (await import("../commands/people/inbox.ts")).showInbox(context, options)),
    );

  const load = () => import("../commands/people/escalation.ts");
  const escalation = program.command("escalation").description("problems that AgentForge could not solve");
  escalation
    .command("list")
    .description("list open escalations, and violations that need your help")
    .option("--all", "include resolved ones")
    .option("--limit <n>", "how many violations without an escalation to list", wholeNumber)
    .action((options) => call(async (context) => (await load()).listEscalations(context, options)));
  escalation
    .command("show")
    .description("show why a problem was escalated, what was tried and what could be done")
    .argument("<escalation>", "its id (ESC-… or V-…), or a prefix of it")
    .action((id) => call(async (context) => (await load()).showEscalation(context, id)));
  escalation
    .command("resolve")
    .description("resolve an escalation; the next attempt sees your guidance")
    .argument("<escalation>", "its id (ESC-… or V-…), or a prefix of it")
    .option("--guidance <text>", "what the next attempt should know or do")
    .option("--reason <text>", "the reason, for the record")
    .option("--take-over", "you fix it yourself; it is not attempted again")
    .action((id, options) => call(async (context) => (await load()).answerEscalation(context, id, options)));
}
