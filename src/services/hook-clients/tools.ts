import { resolve } from "node:path";
import type { GuardedTool } from "../../domain/entities/guard-event.ts";
import type { Json } from "./client.ts";
import { isTexts, textIn } from "./payload.ts";

type Row =
  | { readonly kind: "read" | "write" | "shell"; readonly keys: readonly string[] }
  | { readonly kind: "other" };

const shell = (...keys: readonly string[]): Row => ({ kind: "shell", keys });
const read = (...keys: readonly string[]): Row => ({ kind: "read", keys });
const write = (...keys: readonly string[]): Row => ({ kind: "write", keys });
const other: Row = { kind: "other" };

/**
 * The built-in tools of every client, and which input field names what they touch: the first one that is
 * present. One table, because the clients share names, and a name means the same in all of them.
 */
const TOOLS: Readonly<Record<string, Row>> = {
  // Claude Code, Codex and Cursor
  Bash: shell("command"),
  PowerShell: shell("command"),
  Monitor: shell("command"),
  Shell: shell("command"),
  Read: read("file_path", "path", "target_file"),
  Glob: read("path", "target_directory"),
  Grep: read("path", "file_path"),
  LS: read("path", "target_directory"),
  Write: write("file_path", "path"),
  Edit: write("file_path", "path"),
  MultiEdit: write("file_path"),
  StrReplace: write("file_path", "path"),
  Delete: write("file_path", "path"),
  NotebookEdit: write("notebook_path"),
  Agent: other,
  Task: other,
  Skill: other,
  ToolSearch: other,
  WebFetch: other,
  WebSearch: other,
  // Gemini CLI
  run_shell_command: shell("command"),
  read_file: read("file_path"),
  list_directory: read("dir_path"),
  grep_search: read("dir_path"),
  search_file_content: read("dir_path"),
  write_file: write("file_path"),
  replace: write("file_path"),
  google_web_search: other,
  web_fetch: other,
  save_memory: other,
  write_todos: other,
  update_topic: other,
  // GitHub Copilot CLI and opencode
  bash: shell("command"),
  powershell: shell("command"),
  view: read("path"),
  read: read("filePath"),
  glob: read("dir_path", "path"),
  grep: read("path"),
  list: read("path"),
  create: write("path"),
  edit: write("path", "filePath"),
  write: write("filePath"),
  task: other,
  skill: other,
  webfetch: other,
  todowrite: other,
  todoread: other,
};

const WRITING =
  /write|edit|creat|updat|delet|remov|mov|renam|append|patch|replac|insert|save|put|upload|copy/i;
const PATH_KEYS = ["file_path", "path", "notebook_path", "absolute_path", "filename", "file", "directory"];
const MORE_PATH_KEYS = ["source", "destination", "paths", "files", "target_file", "dir_path", "filePath"];

/** Throws `MalformedPayload` if a known tool lacks the field that says what it touches. */
export function toolOf(name: string, input: Json, cwd: string): GuardedTool {
  const row = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (!row) return guessTool(name, input, cwd);
  if (row.kind === "other") return { kind: "other", name };
  const key = row.keys.find((each) => input[each] !== undefined) ?? row.keys[0] ?? "";
  if (row.kind === "shell") return { kind: "shell", name, command: textIn(input, key) };
  if (row.kind === "read" && input[key] === undefined) return { kind: "read", name, paths: [cwd] };
  return { kind: row.kind, name, paths: [resolve(cwd, textIn(input, key))] };
}

/** Tools of unknown servers: a command is a command, and a path is judged by the tool's name. */
function guessTool(name: string, input: Json, cwd: string): GuardedTool {
  const command = input.command ?? input.cmd ?? input.script;
  if (typeof command === "string") return { kind: "shell", name, command };
  if (isTexts(command) && command.length > 0) return { kind: "execute", name, argv: command };
  const paths = [...PATH_KEYS, ...MORE_PATH_KEYS]
    .flatMap((key): readonly unknown[] => (isTexts(input[key]) ? input[key] : [input[key]]))
    .filter((path): path is string => typeof path === "string" && path !== "" && !/^[a-z]+:\/\//i.test(path))
    .map((path) => resolve(cwd, path));
  if (paths.length === 0) return { kind: "other", name };
  const tool = name.split("__").at(-1) ?? name;
  return { kind: WRITING.test(tool) ? "write" : "read", name, paths };
}
