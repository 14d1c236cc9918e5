import type { Command } from "commander";

/** Examples by command. They appear in `--help`, in docs/commands.md and in the man page, and a test parses each. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  repair: [
    "agentforge repair",
    "agentforge repair --test tests/test_cart.py --budget 60",
    'agentforge repair --issue "totals are wrong for ten items" --brain hybrid',
    "agentforge repair --auto --to pull-request",
  ],
  ci: [
    "agentforge ci",
    "agentforge ci --propose pull-request --budget 300",
    "agentforge ci --since origin/main",
  ],
  test: ["agentforge test", "agentforge test --last-failed"],
  demo: ["agentforge demo shopping-cart"],
  init: ["agentforge init", "agentforge init --starter python-strict license-header"],
  doctor: ["agentforge doctor --json"],
  status: ["agentforge status"],
  stats: [
    "agentforge stats",
    "agentforge stats --by rule --since 2026-01-01",
    "agentforge stats --fleet --by repository",
  ],
  daemon: ["agentforge daemon", "agentforge daemon --once --only violations --auto"],
  "sandbox run": ["agentforge sandbox run -- npm test"],
  "conformance check": [
    "agentforge conformance check --changed",
    "agentforge conformance check --since main",
    "agentforge conformance check --suppressed",
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
  "plan lint": ["agentforge plan lint .agentforge/Inbox/Plans/add-a-version-flag_plan.md"],
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
  worker: [
    "agentforge worker --concurrency 4 --labels java,large",
    "agentforge worker --once --brain hybrid",
    "agentforge worker --metrics-port 9464",
  ],
  "fleet add": [
    "agentforge fleet add https://github.com/owner/shop.git --propose pull-request",
    "agentforge fleet add git@github.com:owner/shop.git --label java",
    'agentforge fleet add https://github.com/owner/shop.git --prepare "npm ci --ignore-scripts"',
  ],
  "fleet list": ["agentforge fleet list"],
  "fleet remove": ["agentforge fleet remove https://github.com/owner/shop.git"],
  "fleet enqueue": [
    "agentforge fleet enqueue --all --tests",
    "agentforge fleet enqueue https://github.com/owner/shop.git --violations --auto",
    'agentforge fleet enqueue https://github.com/owner/shop.git --request "Add a --version flag"',
    "agentforge fleet enqueue https://github.com/owner/shop.git --plan add-a-version-flag",
  ],
  "fleet schedule": [
    'agentforge fleet schedule --all --tests --cron "0 3 * * 1-5"',
    "agentforge fleet schedule --remove all.tests",
  ],
  "fleet status": ["agentforge fleet status --json"],
  "fleet show": ["agentforge fleet show T-20260101T120000-1a2b3c4d5e6f"],
  "fleet limit": [
    "agentforge fleet limit --host github.com --pushes 10",
    "agentforge fleet limit --money-per-day 50",
  ],
  "fleet pause": ["agentforge fleet pause"],
  "fleet resume": ["agentforge fleet resume"],
  "fleet drain": ["agentforge fleet drain"],
  "fleet cancel": ["agentforge fleet cancel T-20260101T120000-1a2b3c4d5e6f"],
  "fleet retry": ["agentforge fleet retry --set-aside"],
  "fleet inbox": ["agentforge fleet inbox", "agentforge fleet inbox RV-20260101T120000-1a2b3c"],
  "fleet approve": ["agentforge fleet approve RV-20260101T120000-1a2b3c"],
  "fleet reject": ['agentforge fleet reject RV-20260101T120000-1a2b3c --reason "too broad"'],
  hook: ["agentforge hook claude PreToolUse < payload.json"],
  "hooks install": ["agentforge hooks install --agent codex"],
  "hooks uninstall": ["agentforge hooks uninstall"],
  "hooks doctor": ["agentforge hooks doctor"],
  mcp: ["agentforge mcp"],
  serve: [
    "agentforge serve --open",
    "agentforge serve --port 0 --json",
    "agentforge serve --fleet",
    "agentforge serve --expose https://review.example.com --trusted-proxy 10.0.0.2 --trusted-proxy-header X-User --trusted-proxy-groups X-Groups --group-role admin=platform reviewer=developers",
  ],
  "serve user add": ["agentforge serve user add ada", "agentforge serve user add grace --role viewer"],
  "serve user list": ["agentforge serve user list"],
  "serve user remove": ["agentforge serve user remove ada"],
  completion: ["agentforge completion bash >> ~/.bashrc", "agentforge completion fish | source"],
};

/** Every command that does something, by what people type: `review approve`. */
export function leavesOf(program: Command, above: readonly string[] = []): ReadonlyMap<string, Command> {
  return new Map(
    program.commands.flatMap((command) => {
      const name = [...above, command.name()];
      // A group does nothing on its own, unless it has options.
      const isGroup = command.commands.length > 0 && command.options.length === 0;
      return [...(isGroup ? [] : [[name.join(" "), command] as const]), ...leavesOf(command, name)];
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
