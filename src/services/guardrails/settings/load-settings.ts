import { AgentForgeError, messageOf } from "../../../domain/errors.ts";
import { parseJsonStrictly, readBounded } from "../../../domain/rules/settings/bounded-data.ts";
import { NO_FILES } from "../files.ts";
import { ruleSubjects } from "../inspect.ts";
import { checkRuleExamples } from "../rules.ts";
import { DEFAULT_SETTINGS, type HarnessSettings, readSettings } from "./settings.ts";

const EXAMPLE_PLACE = { root: "/repository", cwd: "/repository" };

/** Loads the text of `harness.json` (null if there is no file) and executes every example of every rule. */
export function loadSettings(text: string | null, file = "harness.json"): HarnessSettings {
  if (text === null) return DEFAULT_SETTINGS;
  const settings = readSettings(parseSettings(text, file), file);
  checkRuleExamples(settings.middleware.command_policy.rules, (example) =>
    ruleSubjects(example, EXAMPLE_PLACE, NO_FILES),
  );
  return settings;
}

/** The content of the file, without defaults. */
export function parseSettings(text: string, file: string): unknown {
  try {
    return readBounded(text, parseJsonStrictly);
  } catch (error) {
    throw new AgentForgeError("bad_config", `${file} is not JSON: ${messageOf(error)}`, {
      hint: "Remove the file to use the defaults.",
    });
  }
}
