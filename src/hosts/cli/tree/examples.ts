import type { Command } from "commander";

/** What people type, by command. They are in `--help`, in docs/commands.md and in the man page, and a test parses each. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  repair: [
    "agentforge repair",
    "agentforge repair --test tests/test_cart.py --budget 60",
    'agentforge repair --issue "totals are wrong for ten pieces" --brain hybrid',
    "agentforge repair --auto --to pull-request",
  ],
  test: ["agentforge test", "agentforge test --last-failed"],
  demo: ["agentforge demo shopping-cart"],
  init: ["agentforge init"],
  doctor: ["agentforge doctor --json"],
  status: ["agentforge status"],
  daemon: ["agentforge daemon", "agentforge daemon --once --only violations --auto"],
  "sandbox run": ["agentforge sandbox run -- npm test"],
  "conformance check": [
    "agentforge conformance check --changed",
    "agentforge conformance check --since main",
    "agentforge conformance check --format sarif",
  ],
  "conformance baseline": ["agentforge conformance baseline", "agentforge conformance baseline --accept-new"],
  "conformance import": [
    "agentforge conformance import report.sarif",
    "agentforge conformance import ci.sarif --root /home/runner/work/shop/shop",
  ],
  "conformance report": ["agentforge conformance report --limit 10"],
  "conformance violations list": ["agentforge conformance violations list --severity major"],
  "conformance violations show": ["agentforge conformance violations show V-1a2b"],
  "agent fix-violation": ["agentforge agent fix-violation V-1a2b --dry-run"],
  "agent fix-violations": ["agentforge agent fix-violations --limit 10 --severity critical"],
  "agent approve-commit": ["agentforge agent approve-commit --all"],
  "agent reject-commit": ['agentforge agent reject-commit --reason "changes the public API"'],
  "review list": ["agentforge review list"],
  "review show": ["agentforge review show RV-20260101T120000-1a2b3c"],
  "review approve": ["agentforge review approve", "agentforge review approve --to branch"],
  "review answer": ["agentforge review answer --test this"],
  "review modify": ["agentforge review modify", "agentforge review modify --from my.patch"],
  "review reject": ['agentforge review reject --reason "handle empty carts too"'],
  rollback: ["agentforge rollback RV-20260101T120000-1a2b3c"],
  inbox: ["agentforge inbox", "agentforge inbox --kind review --list"],
  "escalation list": ["agentforge escalation list"],
  "escalation show": ["agentforge escalation show ESC-2026"],
  "escalation resolve": ['agentforge escalation resolve ESC-2026 --guidance "use the helper in money.py"'],
  request: ['agentforge request "Add a --version flag"'],
  "plan list": ["agentforge plan list --all"],
  "plan show": ["agentforge plan show add-a-version-flag"],
  "plan new": ["agentforge plan new add-a-version-flag"],
  "plan write": ["agentforge plan write add-a-version-flag --brain anthropic:claude-sonnet-4-5"],
  "plan lint": ["agentforge plan lint .agentforge/Inbox/Planning/add-a-version-flag_plan.md"],
  "plan approve": ["agentforge plan approve add-a-version-flag --now"],
  "plan reject": ['agentforge plan reject add-a-version-flag --reason "not needed"'],
  "plan withdraw": ["agentforge plan withdraw add-a-version-flag"],
  "plan request-changes": ['agentforge plan request-changes add-a-version-flag --comment "add a test"'],
  "session list": ["agentforge session list --limit 5"],
  "session show": ["agentforge session show S-20260101T120000-1a2b3c --full"],
  "session resume": ["agentforge session resume"],
  "session replay": ["agentforge session replay S-20260101T120000-1a2b3c"],
  "session dismiss": ["agentforge session dismiss S-20260101T120000-1a2b3c"],
  "state check": ["agentforge state check"],
  "state adopt": ["agentforge state adopt reviews/RV-20260101T120000-1a2b3c.yaml --discard"],
  "trace analyze": ["agentforge trace analyze --format html"],
  "certificate show": ["agentforge certificate show HEAD"],
  "certificate verify": ["agentforge certificate verify HEAD"],
  "journal query": ["agentforge journal query --actor human --limit 20"],
  "journal tail": ["agentforge journal tail --follow"],
  "journal export": ["agentforge journal export --format csv --output journal.csv"],
  "journal verify": ["agentforge journal verify"],
  "tool list": ["agentforge tool list --json"],
  "tool run": [`agentforge tool run read_file --input '{"path": "README.md"}'`],
  "guard eval": ["agentforge guard eval < events.jsonl"],
  "guard denials": ["agentforge guard denials"],
  "guard allow": ["agentforge guard allow D-1a2b3c4d --once"],
  "guard revoke": ["agentforge guard revoke D-1a2b3c4d"],
  index: ["agentforge index"],
  search: ['agentforge search "where discounts are applied"', "agentforge search --regex 'timeout|retry'"],
  hook: ["agentforge hook claude PreToolUse < payload.json"],
  "hooks install": ["agentforge hooks install --agent codex"],
  "hooks uninstall": ["agentforge hooks uninstall"],
  "hooks doctor": ["agentforge hooks doctor"],
  mcp: ["agentforge mcp"],
  completion: ["agentforge completion bash >> ~/.bashrc", "agentforge completion fish | source"],
};

/** Every command that does something, by what people type: `review approve`. */
export function leavesOf(program: Command, above: readonly string[] = []): ReadonlyMap<string, Command> {
  return new Map(
    program.commands.flatMap((command) => {
      const name = [...above, command.name()];
      return command.commands.length > 0
        ? [...leavesOf(command, name)]
        : [[name.join(" "), command] as const];
    }),
  );
}

export function addExamples(program: Command): void {
  for (const [name, command] of leavesOf(program)) {
    const examples = EXAMPLES[name] ?? [];
    if (examples.length > 0)
      command.addHelpText("after", `\nExamples:\n${examples.map((line) => `  ${line}`).join("\n")}`);
  }
}
