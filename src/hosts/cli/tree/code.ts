import type { Command } from "commander";
import { type Call, wholeNumber } from "./options.ts";

/** Tools, guards and search, by hand. */
export function addCodeCommands(program: Command, call: Call): void {
  const tool = program.command("tool").description("the actions a brain may take, by hand");
  tool
    .command("list")
    .description("every tool, with --json its JSON Schema")
    .action(() => call(async (context) => (await import("../commands/tool.ts")).showTools(context)));
  tool
    .command("run")
    .description("call a tool in a fresh copy of the project, under the guardrails")
    .argument("[name]")
    .option("--input <json>", "its parameters; - reads them from standard input")
    .option("--calls", 'several calls in one copy: JSON lines {"name", "parameters"} on standard input')
    .action((name, options) =>
      call(async (context) => (await import("../commands/tool.ts")).runTools(context, name, options)),
    );

  const guard = program.command("guard").description("the guardrails");
  const allowances = () => import("../commands/allowances.ts");
  guard
    .command("eval")
    .description("judge neutral events: JSON lines in, one decision a line out")
    .action(() => call(async (context) => (await import("../commands/guard.ts")).evaluateEvents(context)));
  guard
    .command("denials")
    .description("what the hooks refused lately, and what you allowed")
    .option("--limit <n>", "how many", wholeNumber)
    .action((options) => call(async (context) => (await allowances()).showDenials(context, options)));
  guard
    .command("allow")
    .description("allow a call that the hooks refused; only a person may")
    .argument("<id>", "the id in the refusal: D-1a2b3c4d")
    .option("--once", "the next time only, within an hour (default)")
    .option("--session", "as often as the session in which it was refused asks, for a day")
    .option("--always", "from now on")
    .action((id, options) => call(async (context) => (await allowances()).allowOne(context, id, options)));
  guard
    .command("revoke")
    .description("take an allowance back")
    .argument("<id>")
    .action((id) => call(async (context) => (await allowances()).revokeOne(context, id)));

  program
    .command("index")
    .description("bring the code index up to date")
    .action(() => call(async (context) => (await import("../commands/search.ts")).buildIndex(context)));
  program
    .command("search")
    .description("find code by what it does, or by a pattern")
    .argument("<query>")
    .option("-e, --regex", "the query is a regular expression")
    .option("-F, --literal", "the query means itself")
    .option("-i, --ignore-case", "do not tell upper from lower case")
    .option("-g, --glob <glob...>", "only these files")
    .option("--context <lines>", "lines around each match", wholeNumber)
    .option("--limit <n>", "how many", wholeNumber)
    .action((query, options) =>
      call(async (context) => (await import("../commands/search.ts")).runSearch(context, query, options)),
    );
}
