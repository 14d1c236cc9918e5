import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import { isObject } from "../../domain/rules/settings/is-object.ts";
import { DEFAULT_SETTINGS } from "../../services/guardrails/index.ts";
import type { Json } from "../../services/hook-clients/client.ts";
import { type ClientId, SETUPS } from "../../services/hook-clients/clients/list.ts";
import { instructionFiles } from "../../services/hook-clients/instructions.ts";
import {
  type PlannedFile,
  type Receipt,
  readReceipt,
  removeFile,
  writeFile,
  writeReceipt,
} from "../../services/hook-clients/receipt.ts";
import { hooksFor, withoutOurs } from "../../services/hook-clients/registration.ts";
import type { ClientSetup, Invocation } from "../../services/hook-clients/setup.ts";
import { prepareState } from "./project.ts";

export interface InstallRequest {
  readonly root: string;
  readonly client: ClientId;
  readonly invocation: Invocation;
  /** Also write `permissions.deny` rules, which apply even if no hook runs. Claude Code only. */
  readonly denyRules: boolean;
  /** Also write AGENTS.md and a CLAUDE.md that points to it, if there are none. */
  readonly instructions: boolean;
  readonly dryRun: boolean;
}

/** Registers our hook with an agent. Installing twice changes nothing. */
export function installHooks(request: InstallRequest): {
  files: PlannedFile[];
  remark: string | null;
  limits: readonly string[];
} {
  const { root, client } = request;
  const setup = SETUPS[client];
  const planned: (PlannedFile & { client: ClientId | null })[] = [
    { client, path: setup.file, text: registrationText(setup, request) },
    ...(request.instructions ? instructionFiles(root) : []).map((file) => ({ ...file, client: null })),
  ];
  const files = planned.filter((file) => file.text !== textOf(join(root, file.path)));
  if (!request.dryRun && files.length > 0) {
    prepareState(root);
    const known = readReceipt(root).files;
    const entries = files.map((file) => ({
      client: file.client,
      path: file.path,
      before: beforeOurs(
        textOf(join(root, file.path)),
        client,
        known.find((entry) => entry.path === file.path),
      ),
      after: file.text,
    }));
    const kept = known.filter((entry) => !entries.some((each) => each.path === entry.path));
    writeReceipt(root, { files: [...kept, ...entries] });
    for (const file of files) writeFile(root, file.path, file.text);
  }
  return {
    files: files.map(({ path, text }) => ({ path, text })),
    remark: setup.remark,
    limits: setup.limits,
  };
}

/** The text without what an earlier installation wrote; a person's later changes are kept. */
function beforeOurs(
  text: string | null,
  client: ClientId,
  known: Receipt["files"][number] | undefined,
): string | null {
  if (!known || text === null) return text;
  if (text === known.after) return known.before;
  const cleaned = withoutDenyRules(withoutOurs(parse(text, known.path), client), known);
  return `${JSON.stringify(cleaned, null, 2)}\n`;
}

/** Removes only what installing wrote; a person's later changes are kept. */
export function uninstallHooks(root: string, client: ClientId): string[] {
  const { file, preamble, program } = SETUPS[client];
  const receipt = readReceipt(root);
  const mine = receipt.files.filter((entry) => entry.client === client);
  const others = receipt.files.filter((entry) => entry.client !== null && entry.client !== client);
  const instructions = others.length === 0 ? receipt.files.filter((entry) => entry.client === null) : [];
  const changed: string[] = [];

  for (const entry of [...mine, ...instructions])
    if (textOf(join(root, entry.path)) === entry.after) changed.push(restore(root, entry));
  const left = textOf(join(root, file));
  if (left !== null && program && !changed.includes(file) && isOurs(left)) {
    removeFile(root, file);
    changed.push(file);
  }
  if (left !== null && !program && !changed.includes(file)) {
    const settings = parse(left, file);
    const written = mine.find((entry) => entry.path === file);
    const cleaned = withoutDenyRules(withoutOurs(settings, client), written);
    if (JSON.stringify(cleaned) !== JSON.stringify(settings)) {
      const isEmpty = Object.keys(cleaned).every((key) => preamble !== undefined && key in preamble);
      if (isEmpty) removeFile(root, file);
      else writeFile(root, file, `${JSON.stringify(cleaned, null, 2)}\n`);
      changed.push(file);
    }
  }
  const gone = new Set([...mine, ...instructions]);
  if (receipt.files.length > 0)
    writeReceipt(root, { files: receipt.files.filter((entry) => !gone.has(entry)) });
  return changed;
}

function restore(root: string, entry: Receipt["files"][number]): string {
  if (entry.before === null) removeFile(root, entry.path);
  else writeFile(root, entry.path, entry.before);
  return entry.path;
}

/** The file with our entries added to its content, or one of our programs as a whole. */
function registrationText(
  setup: ClientSetup,
  { root, client, invocation, denyRules }: InstallRequest,
): string {
  const before = textOf(join(root, setup.file));
  if (setup.program) {
    const text = setup.program(invocation);
    if (before === null || isOurs(before)) return text;
    throw new AgentForgeError(
      "bad_config",
      `${setup.file} was not written by AgentForge, so nothing was changed`,
      {
        hint: `Move ${setup.file} aside, and run the command again.`,
      },
    );
  }
  const settings = parse(before, setup.file);
  const hooks = merged(withoutOurs(settings, client).hooks, hooksFor(setup, invocation));
  const denied = denyRules && client === "claude" ? { permissions: withDenyRules(settings) } : {};
  return `${JSON.stringify({ ...setup.preamble, ...settings, ...denied, hooks }, null, 2)}\n`;
}

/** A program whose first line says that we wrote it. */
function isOurs(text: string): boolean {
  return text.startsWith("// Written by AgentForge");
}

function merged(present: unknown, ours: Record<string, Json[]>): Json {
  const hooks = isObject(present) ? present : {};
  const added = Object.entries(ours).map(([event, groups]) => {
    const others = hooks[event];
    return [event, [...(Array.isArray(others) ? others : []), ...groups]];
  });
  return { ...hooks, ...Object.fromEntries(added) };
}

/** The rules that installing added; those that existed before, or that a person added later, stay. */
function withoutDenyRules(settings: Json, written: Receipt["files"][number] | undefined): Json {
  if (!written || !isObject(settings.permissions)) return settings;
  const before = denyRulesIn(written.before);
  const added = denyRulesIn(written.after).filter((rule) => !before.includes(rule));
  const { deny, ...permissions } = settings.permissions;
  if (!Array.isArray(deny)) return settings;
  const kept = deny.filter((rule) => !added.includes(rule));
  const rest = kept.length === 0 && deny.length > 0 ? permissions : { ...permissions, deny: kept };
  const { permissions: _, ...others } = settings;
  return Object.keys(rest).length === 0 ? others : { ...settings, permissions: rest };
}

function denyRulesIn(text: string | null): readonly unknown[] {
  const { permissions } = parse(text, "hooks-installed.json");
  return isObject(permissions) && Array.isArray(permissions.deny) ? permissions.deny : [];
}

function withDenyRules(settings: Json): Json {
  const permissions = isObject(settings.permissions) ? settings.permissions : {};
  const present = Array.isArray(permissions.deny) ? permissions.deny : [];
  const { protected_patterns } = DEFAULT_SETTINGS.middleware.file_protection;
  const rules = protected_patterns.flatMap((pattern) => [`Read(**/${pattern})`, `Edit(**/${pattern})`]);
  return { ...permissions, deny: [...present, ...rules.filter((rule) => !present.includes(rule))] };
}

function parse(text: string | null, path: string): Json {
  if (text === null || text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below, like a file with other content.
  }
  throw new AgentForgeError("bad_config", `${path} is not a JSON object, so nothing was changed`, {
    hint: `Fix ${path}, or move it aside, and run the command again.`,
  });
}

function textOf(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
