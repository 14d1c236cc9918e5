import { STARTERS, type Starter } from "../src/services/conformance/starters/index.ts";
import type { StarterRule } from "../src/services/conformance/starters/starter.ts";

/** A table of rules for each starter, generated from their descriptions. */
export function starterTables(table: (rows: readonly (readonly string[])[]) => string): string {
  return STARTERS.map((starter) => section(starter, table)).join("\n\n");
}

function section(starter: Starter, table: (rows: readonly (readonly string[])[]) => string): string {
  const how =
    starter.wantedBy.length > 0 ? "Written by `init`" : `Written by \`init --starter ${starter.id}\``;
  const fixes = starter.rules.filter(({ fixed }) => fixed !== undefined).length;
  const rows = starter.rules.map((rule) => [`\`${rule.id}\``, rule.severity, whatAndWhy(rule), fixOf(rule)]);
  return [
    `## \`${starter.id}\``,
    `${starter.title} ${how}. ${starter.rules.length} rules, ${fixes} with a fix.`,
    table([["rule", "severity", "what and why", "fix"], ...rows]),
  ].join("\n\n");
}

function whatAndWhy({ message, why }: StarterRule): string {
  return `${message} ${why}`.replaceAll("|", "\\|");
}

function fixOf({ fixed }: StarterRule): string {
  return fixed === undefined ? "" : "yes";
}
