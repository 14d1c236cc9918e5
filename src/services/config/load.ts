import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { AgentForgeError } from "../../domain/errors.ts";
import {
  DataRefused,
  readBounded,
  syntaxMessage,
  WRITTEN_BY_HAND,
} from "../../domain/rules/settings/bounded-data.ts";
import { isObject } from "../../domain/rules/settings/is-object.ts";
import type { Stricter } from "../../domain/rules/settings/stricter.ts";
import { DEFAULT_SETTINGS, Settings, UserSettings } from "./settings.ts";
import { stricterSettings } from "./stricter-settings.ts";

export interface SettingsPlaces {
  /** Absolute path of the repository. */
  readonly root: string;
  /** The user's own folder, outside every repository. */
  readonly configFolder: string;
  /** The user said in the environment that this repository's settings count as their own. */
  readonly trusted: boolean;
}

export interface LoadedSettings extends Stricter<Settings> {
  readonly trusted: boolean;
  /** The user's own choice; a repository has none. */
  readonly database: string | null;
}

/**
 * The user's `config.yaml`, and the repository's own on top of it: only if it is stricter, or completely if
 * the user trusts the repository.
 */
export async function loadAllSettings({
  root,
  configFolder,
  trusted,
}: SettingsPlaces): Promise<LoadedSettings> {
  const user = await readSettings(join(configFolder, "config.yaml"), UserSettings);
  const { trusted_repositories, database, ...yours } = user.settings;
  const own = await readSettings(join(root, ".agentforge", "config.yaml"), Settings);
  if (!trusted && !trusted_repositories.includes(root)) {
    return { ...stricterSettings(yours, own.written), trusted: false, database };
  }
  const settings = Settings.parse(overlay(user.written, own.written));
  return { settings, refused: [], trusted: true, database };
}

/** One file alone; a missing or empty one means the defaults. */
export async function loadSettings(file: string): Promise<Settings> {
  return (await readSettings(file, Settings)).settings;
}

async function readSettings<Schema extends typeof Settings>(
  file: string,
  schema: Schema,
): Promise<{ readonly settings: z.infer<Schema>; readonly written: Record<string, unknown> }> {
  const text = (await readIfPresent(file)) ?? "";
  const lines = new LineCounter();
  const document = parseDocument(text.slice(0, WRITTEN_BY_HAND.characters + 1), {
    lineCounter: lines,
    prettyErrors: false,
  });
  const [syntax] = document.errors;
  if (syntax) {
    const { line, col } = lines.linePos(syntax.pos[0]);
    throw badConfig(`${file}:${line}:${col}: ${syntaxMessage(syntax)}`);
  }
  const data = dataOf(file, text, document) ?? {};
  const parsed = schema.safeParse(data);
  if (parsed.success) return { settings: parsed.data, written: data as Record<string, unknown> };

  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
  const place = node?.range ? `:${lines.linePos(node.range[0]).line}` : "";
  throw badConfig(`${file}${place}: ${explain(issue)}`);
}

function dataOf(file: string, text: string, document: { toJS(): unknown }): unknown {
  try {
    return readBounded(text, () => document.toJS());
  } catch (error) {
    if (error instanceof DataRefused) throw badConfig(`${file}: ${error.message}`);
    throw error;
  }
}

/** Merges section by section; the second wins. */
function overlay(first: Record<string, unknown>, second: Record<string, unknown>): Record<string, unknown> {
  const { trusted_repositories: _not, database: _nor, ...merged } = { ...first, ...second };
  for (const [name, value] of Object.entries(second)) {
    const below = first[name];
    if (isObject(value) && isObject(below)) merged[name] = { ...below, ...value };
  }
  return merged;
}

function explain(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return "is not valid";
  const where = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const known = where === "" ? Object.keys(Settings.shape) : Object.keys(sectionOf(where));
    const keys = issue.keys.map((key) => `"${where === "" ? key : `${where}.${key}`}"`).join(", ");
    return `unknown setting ${keys}; known here: ${known.join(", ")}`;
  }
  return `"${where}": ${issue.message}`;
}

function sectionOf(name: string): object {
  return (DEFAULT_SETTINGS as unknown as Record<string, object>)[name] ?? {};
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw badConfig(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function badConfig(message: string): AgentForgeError {
  return new AgentForgeError("bad_config", message, {
    hint: "Fix the file, or move it aside to use the defaults.",
  });
}
