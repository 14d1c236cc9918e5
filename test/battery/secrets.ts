/**
 * Simulates a day in a repository full of made-up secrets (sources, test output, environment, model replies,
 * a file name, a commit message, a request), through the command line, a scripted model, hooks and MCP, and
 * searches for every secret in everything that left the process: prompts, state files, databases, terminal,
 * telemetry, hooks, MCP, commits. The control is the same day with nothing redacted. Usage: npm run
 * battery:secrets
 */
import { join } from "node:path";
import { report } from "./report.ts";
import { findLeaks, openToOthers } from "./secrets/scan.ts";
import { play, type Scenario } from "./secrets/scenario.ts";

/** Nothing shows the user's own commit messages: it is searched for, but the control need not find it. */
const UNREAD = "stray: commit";

const [day, without] = await Promise.all([play("redacted"), play("unredacted")]);
try {
  const leaks = findLeaks(day.outlets, day.secrets);
  const open = openToOthers(join(day.repository.path, ".agentforge"));
  const kept = day.repository.read("shop.js");
  const lost = day.source.filter(({ value }) => !kept.includes(value));
  const control = findLeaks(without.outlets, without.secrets);
  const leaked = new Set(control.map(({ kind }) => kind));
  const missed = without.secrets.filter(({ kind }) => !leaked.has(kind) && kind !== UNREAD);
  const exits = new Set(control.map(({ exit }) => exit));
  report(
    {
      title: "Secrets",
      counts: [
        { name: "secrets", value: day.secrets.length },
        { name: "places looked at", value: day.outlets.length },
        { name: "leaks", value: leaks.length, mustBe: 0 },
        { name: "secrets lost from the repaired file", value: lost.length, mustBe: 0 },
        { name: "state files that others can read", value: open.length, mustBe: 0 },
        { name: "the repair did not land", value: Number(!landed(day)), mustBe: 0 },
        { name: "troubles", value: day.troubles.length, mustBe: 0 },
      ],
      controls: [
        {
          name: "without redaction every secret leaks",
          holds: missed.length === 0,
          shown: `${leaked.size} of ${without.secrets.length - 1}`,
        },
        { name: "and through every exit", holds: exits.size >= 10, shown: `${exits.size}` },
      ],
    },
    [
      ...leaks.map(({ kind, exit, place }) => `${kind}: ${exit}, ${place}`),
      ...missed.map(({ kind }) => `the control does not leak: ${kind}`),
      ...open.map((name) => `open to others: ${name}`),
      ...lost.map(({ kind }) => `lost: ${kind}`),
      ...day.troubles,
    ],
  );
  console.log(`exits of the control: ${[...exits].sort().join(", ")}`);
} finally {
  await Promise.all([day.close(), without.close()]);
}

function landed({ repository }: Scenario): boolean {
  return /=> \(key === "" \? 0 : a \+ b\)/.test(repository.git("show", "HEAD:shop.js"));
}
