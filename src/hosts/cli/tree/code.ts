import type { Command } from "commander";
import { type Call, wholeNumber } from "./options.ts";

/** Tools, guards and search for people. */
export function addCodeCommands(program: Command, call: Call): void {
  addToolCommands(program, call);
  addGuardCommands(program, call);
  addSearchCommands(program, call);
}

function addToolCommands(program: Command, call: Call): void {
  const load = () => import("../commands/code/tool.ts");
  const tool = program.command("tool").description("list and call the tools that a brain can use");
  tool
    .command("list")
    .description("list all tools; with --json, their JSON Schemas")
    .action(() => call(async (context) => (await load()).showTools(context)));
  tool
    .command("run")
    .description("call a tool in a fresh copy of the project, with all guardrails")
    .argument("[tool]", "its name, as tool list shows it")
    .option("--input <json>", "its parameters as JSON; - reads them from standard input")
    .option("--calls", 'several calls in one copy: JSON lines {"name", "parameters"} on standard input')
    .action((name, options) => call(async (context) => (await load()).runTools(context, name, options)));
}

function addGuardCommands(program: Command, call: Call): void {
  const guard = program
    .command("guard")
    .description("test the guardrails, and allow calls that they refused");
  const allowances = () => import("../commands/code/allowances.ts");
  guard
    .command("eval")
    .description("evaluate events: JSON lines in, one decision per line out")
    .action(() =>
      call(async (context) => (await import("../commands/code/guard.ts")).evaluateEvents(context)),
    );
  guard
    .command("denials")
    .description("list calls that the hooks refused recently, and calls that you allowed")
    .option("--limit <n>", "show at most this many", wholeNumber)
    .action((options) => call(async (context) => (await allowances()).showDenials(context, options)));
  guard
    .command("allow")
    .description("allow a call that the hooks refused (people only, not agents)")
    .argument("<denial>", "the id in the refusal, such as D-1a2b3c4d")
    .option("--once", "only the next time, within an hour (default)")
    .option("--session", "for the session in which it was refused, for a day")
    .option("--always", "from now on")
    .action((id, options) => call(async (context) => (await allowances()).allowOne(context, id, options)));
  guard
    .command("revoke")
    .description("revoke an allowance")
    .argument("<denial>", "its id, as guard denials shows it")
    .action((id) => call(async (context) => (await allowances()).revokeOne(context, id)));
}

function addSearchCommands(program: Command, call: Call): void {
  const load = () => import("../commands/code/search.ts");
  program
    .command("index")
    .description("update the index that search uses")
    .action(() => call(async (context) => (await load()).buildIndex(context)));
  program
    .command("search")
    .description("find code by what it does, or by a pattern")
    .argument("<query>", "words, or a pattern with --regex or --literal")
    .option("-e, --regex", "treat the query as a regular expression")
    .option("-F, --literal", "treat the query as plain text")
    .option("-i, --ignore-case", "ignore case")
    .option("-g, --glob <glob...>", "only these files")
    .option("--context <lines>", "lines of context around each match", wholeNumber)
    .option("--limit <n>", "show at most this many", wholeNumber)
    .action((query, options) => call(async (context) => (await load()).runSearch(context, query, options)));
}
