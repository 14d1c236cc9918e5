import { lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { explainRefused } from "../../../domain/rules/settings/stricter.ts";
import { NO_ORIGINS, type Origins, withLayer } from "./layers.ts";
import { loadSettings, parseSettings } from "./load-settings.ts";
import { DEFAULT_SETTINGS, type HarnessSettings, readSettings } from "./settings.ts";
import { stricterHarness } from "./stricter-harness.ts";

export interface HarnessPlaces {
  /** Absolute path of the repository. */
  readonly root: string;
  /** The user's configuration folder, outside every repository. */
  readonly configFolder: string;
  /** Whether the user trusts this repository's settings as their own; called only if it matters. */
  readonly isTrusted: () => boolean;
}

export interface LoadedHarness {
  readonly settings: HarnessSettings;
  /** Which layer each setting comes from. */
  readonly origins: Origins;
  /** Settings that the repository asked for but did not get, as sentences for people. */
  readonly refused: readonly string[];
}

const OWN_FILE = ".agentforge/harness.json";
const MOST_BYTES = 256 * 1024;

/**
 * The guards' settings for every host, in layers: built in, the user's `harness.json`, and the repository's. Of the
 * repository's, only stricter settings apply, unless the user trusts the repository.
 */
export function loadHarness({ root, configFolder, isTrusted }: HarnessPlaces): LoadedHarness {
  const userFile = join(configFolder, "harness.json");
  const [userText, ownText] = [readText(userFile, statSync), readText(join(root, OWN_FILE), lstatSync)];
  const yours = loadSettings(userText, userFile);
  const user =
    userText === null
      ? NO_ORIGINS
      : withLayer(NO_ORIGINS, DEFAULT_SETTINGS, { layer: "user", file: userFile, values: yours });
  if (ownText === null) return { settings: yours, origins: user, refused: [] };
  const withOwn = (settings: HarnessSettings) =>
    withLayer(user, yours, { layer: "repository", file: OWN_FILE, values: settings });
  const wanted = parseSettings(ownText, OWN_FILE) as Record<string, unknown>;
  loadSettings(ownText, OWN_FILE);
  const { settings, refused } = stricterHarness(yours, wanted);
  if (refused.length === 0 || !isTrusted())
    return {
      settings,
      origins: withOwn(settings),
      refused: refused.map((wish) => explainRefused(OWN_FILE, wish)),
    };
  const merged = overlay(userText === null ? {} : parseSettings(userText, userFile), wanted);
  const trusted = readSettings(merged, OWN_FILE);
  return { settings: trusted, origins: withOwn(trusted), refused: [] };
}

/** Merges section by section; the second wins. */
function overlay(first: unknown, second: unknown): unknown {
  if (!isObject(first) || !isObject(second)) return second;
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, key in second ? overlay(first[key], second[key]) : first[key]]),
  );
}

/**
 * Null if the file does not exist. A repository's file must not be a link: the error message would quote its target.
 */
function readText(file: string, look: typeof lstatSync): string | null {
  const stat = look(file, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isFile()) throw unusable(file, "is not a plain file");
  if (stat.size > MOST_BYTES) throw unusable(file, `is larger than ${MOST_BYTES / 1024} kB`);
  return readFileSync(file, "utf8");
}

function unusable(file: string, why: string): AgentForgeError {
  return new AgentForgeError("bad_config", `${file} ${why}`, { hint: "Remove it to use the defaults." });
}
