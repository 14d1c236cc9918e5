import { type Command, Option } from "commander";
import { type Call, wholeNumber } from "./options.ts";

const KINDS = ["review", "plan", "escalation", "violation", "session", "file"];

/** What waits for a person, and what was handed to one. */
export function addPeopleCommands(program: Command, call: Call): void {
  program
    .command("inbox")
    .description("everything that waits for you, oldest first; on a terminal, one key answers")
    .addOption(new Option("--kind <kind>", "only this kind").choices(KINDS))
    .option("--list", "only show it")
    .action((options) =>
      call(async (context) => (await import("../commands/inbox.ts")).showInbox(context, options)),
    );

  const load = () => import("../commands/escalation.ts");
  const escalation = program.command("escalation").description("what AgentForge handed to a person");
  escalation
    .command("list")
    .description("what waits for you, and violations only you can bring forward")
    .option("--all", "also what was resolved")
    .option("--limit <n>", "how many violations without a record to name", wholeNumber)
    .action((options) => call(async (context) => (await load()).listEscalations(context, options)));
  escalation
    .command("show")
    .description("why, what was tried, what any fix has to respect, what else could be done")
    .argument("<id>", "ESC-… or V-…, or the beginning of it")
    .action((id) => call(async (context) => (await load()).showEscalation(context, id)));
  escalation
    .command("resolve")
    .description("answer it; the next attempt sees the guidance, and the daemon may try again")
    .argument("<id>", "ESC-… or V-…, or the beginning of it")
    .option("--guidance <text>", "what the next attempt should know or do")
    .option("--reason <text>", "why, for the record")
    .option("--take-over", "you see to it yourself: it is not tried again")
    .action((id, options) => call(async (context) => (await load()).answerEscalation(context, id, options)));
}
