import "./own-temporary.ts";
import { CLAUDE_SCENARIOS } from "./claude-scenarios.ts";
import type { Check } from "./client-bench.ts";
import { findClient } from "./client-programs.ts";
import { LIVE_CLIENTS, SCENARIOS, type Scenario } from "./client-scenarios.ts";

/**
 * Our hooks in the real clients, unattended, against a scripted model on loopback: their promises, verified by what the
 * client does and tells the model, each with its control. Clients that are not in PATH come from npm into a cache.
 * Words select clients and scenarios: `clients.ts codex doctor`; `--small` is a selection that takes three minutes.
 */
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isSmall = process.argv.includes("--small");
/** The last version that does not support `onFailure`. */
const OLD_CLAUDE = "2.1.197";
/** A selection that takes three minutes: the slow clients only show that they start the hook and respect it. */
const SMALL: Readonly<Record<string, RegExp>> = {
  claude: /protected|missing|plugin|subagent|background/,
  codex: /./,
  gemini: /protected/,
  copilot: /protected|doctor/,
  opencode: /protected/,
};

const started = Date.now();
let [held, failed, skipped] = [0, 0, 0];
for (const { client, title, program: name, npm } of LIVE_CLIENTS) {
  const own = client === "claude" ? CLAUDE_SCENARIOS : {};
  const wanted = Object.entries({ ...SCENARIOS, ...own }).filter(
    ([scenario]) => isWanted(client, scenario) && (!isSmall || SMALL[client]?.test(scenario) === true),
  );
  await runAll(title, findClient(name, npm), client, wanted);
}
if (isWanted("claude", "a missing hook")) {
  const old = findClient("claude", "@anthropic-ai/claude-code", OLD_CLAUDE);
  const wanted = Object.entries(SCENARIOS).filter(([name]) => /missing|protected/.test(name));
  await runAll("Claude Code, old", old, "claude", wanted);
}
console.log(
  `\n${held} held, ${failed} failed, ${skipped} clients skipped, ${Math.round((Date.now() - started) / 1000)} s`,
);
if (failed > 0) process.exitCode = 1;

async function runAll(
  title: string,
  found: ReturnType<typeof findClient>,
  client: (typeof LIVE_CLIENTS)[number]["client"],
  scenarios: readonly (readonly [string, Scenario])[],
): Promise<void> {
  if (scenarios.length === 0) return;
  if (found.status === "missing") {
    skipped += 1;
    return console.log(`\n${title}: skipped, because npm cannot install it: ${found.why}`);
  }
  console.log(`\n${title} ${found.version}`);
  for (const [name, scenario] of scenarios) {
    const checks = await scenario({ client, program: found.program });
    if (checks === null) console.log(`  ${name}: the client does not support it`);
    else print(name, checks);
  }
}

function print(name: string, checks: readonly Check[]): void {
  console.log(`  ${name}`);
  for (const [what, holds] of checks) {
    console.log(`    ${holds ? "✔" : "✖"} ${what}`);
    if (holds) held += 1;
    else failed += 1;
  }
}

function isWanted(client: string, scenario: string): boolean {
  const clients = words.filter((word) => LIVE_CLIENTS.some((each) => each.client === word));
  const names = words.filter((word) => !clients.includes(word));
  return (
    (clients.length === 0 || clients.includes(client)) &&
    (names.length === 0 || names.some((word) => scenario.includes(word)))
  );
}
