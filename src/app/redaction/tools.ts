import type { ToolCall, ToolResult } from "../../domain/entities/tool.ts";
import type { ToolPorts } from "../../domain/ports/tool-ports.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import { isObject } from "../../domain/rules/settings/is-object.ts";
import type { ToolCaller } from "../../services/tools/index.ts";

type Tree = Pick<ToolPorts["tree"], "files" | "readText">;

/**
 * Tools for a brain that sees placeholders: in a write they become the values of the file that is written to,
 * and only of that file, so that no secret leaks to another place. Tool results are redacted.
 */
export function redactedCaller(caller: ToolCaller, tree: Tree, redactor: Redactor): ToolCaller {
  return {
    ...caller,
    async call(call, signal, usage) {
      const whole = await withSecrets(call, tree, redactor);
      if (typeof whole === "string") return { result: refusal(call, whole), ends: null };
      const called = await caller.call(whole, signal, usage);
      return { ...called, result: redactor.data(called.result) };
    },
  };
}

/** The call with its secrets restored, or why it cannot be made. */
export async function withSecrets(
  call: ToolCall,
  tree: Tree,
  redactor: Redactor,
): Promise<ToolCall | string> {
  const { path, content, files } = call.parameters;
  if (call.name === "write_file" && typeof path === "string" && typeof content === "string") {
    const written = await textFor(path, content, tree, redactor);
    if ("why" in written) return written.why;
    return { ...call, parameters: { ...call.parameters, content: written.text } };
  }
  if (call.name !== "edit_file" || !Array.isArray(files)) return call;
  const edited: unknown[] = [];
  for (const file of files) {
    const changed = await editFor(file, tree, redactor);
    if (typeof changed === "string") return changed;
    edited.push(changed);
  }
  return { ...call, parameters: { ...call.parameters, files: edited as typeof files } };
}

async function editFor(file: unknown, tree: Tree, redactor: Redactor): Promise<unknown> {
  if (!isObject(file) || typeof file.path !== "string" || !Array.isArray(file.changes)) return file;
  const changes: unknown[] = [];
  for (const change of file.changes) {
    if (!isObject(change)) return file;
    const next: Record<string, unknown> = { ...change };
    for (const field of ["search", "replace", "text"]) {
      const value = next[field];
      if (typeof value !== "string") continue;
      const written = await textFor(file.path, value, tree, redactor);
      if ("why" in written) return written.why;
      next[field] = written.text;
    }
    changes.push(next);
  }
  return { ...file, changes };
}

type Written = { readonly text: string } | { readonly why: string };

async function textFor(path: string, text: string, tree: Tree, redactor: Redactor): Promise<Written> {
  const known = (await tree.files()).includes(path);
  const original = known ? await tree.readText(path).catch(() => "") : "";
  const { text: whole, unknown } = redactor.putBack(text, original);
  if (unknown.length > 0) return { why: notHere(path, unknown) };
  const added = redactor.added(whole, original);
  return added.length > 0 ? { why: newSecret(path, added) } : { text: whole };
}

function notHere(path: string, placeholders: readonly string[]): string {
  return `Nothing was written. ${[...new Set(placeholders)].join(", ")} stands for a secret that is not in ${path}. A placeholder can only be used in the file that contains its value: leave the secret there and refer to it by its name. If you made up the value, use one that does not look like a secret.`;
}

function newSecret(path: string, kinds: readonly string[]): string {
  return `Nothing was written. The text would add a secret (${[...new Set(kinds)].join(", ")}) to ${path}. Read it from the environment, or use a value that does not look like a real one.`;
}

function refusal({ name }: ToolCall, error: string): ToolResult {
  return { tool_name: name, success: false, output: null, error, duration_seconds: 0 };
}
