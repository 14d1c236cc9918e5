import type { CommandRule } from "../rules.ts";
import { entriesIn, type Origin, type Origins, originOf, settingsIn } from "./layers.ts";
import type { HarnessSettings } from "./settings.ts";

/** One line of the effective policy, and where it comes from. */
export interface PolicyLine extends Origin {
  readonly setting: string;
  readonly value: string;
}

/** Every effective setting of `harness.json`; lists entry by entry. */
export function describePolicy(settings: HarnessSettings, origins: Origins): readonly PolicyLine[] {
  return settingsIn(settings).flatMap(([setting, value]) => {
    if (!Array.isArray(value) || value.length === 0)
      return [{ setting, value: JSON.stringify(value), ...originOf(origins, setting) }];
    return entriesIn(value).map((entry, index) => ({
      setting: `${setting}[${entry}]`,
      value: typeof value[index] === "string" ? "" : describeRule(value[index] as CommandRule),
      ...originOf(origins, `${setting}[${entry}]`),
    }));
  });
}

function describeRule({ id: _, match: __, not_match: ___, ...rule }: CommandRule): string {
  return JSON.stringify(rule);
}
