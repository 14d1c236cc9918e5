import { STARTERS } from "../src/services/conformance/starters/list.ts";
import type { Starter, StarterRule } from "../src/services/conformance/starters/starter.ts";

/** A list of rules for each starter, generated from their descriptions. */
export function starterLists(list: (items: readonly (readonly [string, string])[]) => string): string {
  return STARTERS.map((starter) => section(starter, list)).join("\n\n");
}

function section(starter: Starter, list: (items: readonly (readonly [string, string])[]) => string): string {
  const how =
    starter.wantedBy.length > 0 ? "Written by `init`" : `Written by \`init --starter ${starter.id}\``;
  const fixes = starter.rules.filter(({ fixed }) => fixed !== undefined).length;
  return [
    `## \`${starter.id}\``,
    `${starter.title} ${how}. ${starter.rules.length} rules, ${fixes} with a fix.`,
    list(starter.rules.map((rule) => [rule.id, describe(rule)])),
  ].join("\n\n");
}

function describe({ severity, message, why, fixed }: StarterRule): string {
  return `*${severity}${fixed === undefined ? "" : ", with a fix"}.* ${message} ${why}`;
}
