import { judgeVariable } from "./environment.ts";
import type { ListItem, Part } from "./tree.ts";
import { type Field, plainField } from "./values.ts";

/** A number, a word, or an address of this machine. */
const PLAIN_VALUE =
  /^(?:[\w-]*|\d+(?:\.\d+)*|(?:\w+:\/\/)?(?:\w+@)?(?:localhost|127\.0\.0\.1|db|redis|postgres|mysql)(?::\d+)?(?:\/[\w./-]*)?)$/;

/** `echo "PORT=3001"`: a setting that is not a secret and does not affect other programs. */
export function isPlainSetting([program, setting, ...more]: readonly Field[]): boolean {
  const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(setting?.text ?? "") ?? [];
  if (program?.text !== "echo" || more.length > 0 || name === undefined || value === undefined) return false;
  return (
    PLAIN_VALUE.test(value) &&
    judgeVariable(name, plainField(value)) === null &&
    !/KEY|TOKEN|SECRET|PASS|CRED|AUTH/.test(name)
  );
}

export function isShellScript(path: string, text: string): boolean {
  return /\.(?:sh|bash|zsh|ksh)$/.test(path) || /^#!.*\b(?:ba|z|k|da)?sh\b/.test(text);
}

export function isPlainCopy(fields: readonly Field[]): boolean {
  return fields.length === 1 && fields[0]?.text === "cat";
}

export function splitGroups(items: readonly ListItem[]): ListItem[][] {
  const groups: ListItem[][] = [[]];
  for (const item of items) {
    groups.at(-1)?.push(item);
    if (item.operator === ";" || item.operator === "&") groups.push([]);
  }
  return groups.filter((group) => group.length > 0);
}

export const SYSTEM_PROGRAM = /^\/(?:usr\/(?:local\/)?)?s?bin\/[\w.+-]+$/;

/** A program named by a path in the repository, not looked up in PATH. */
export function isOwnScript(program: string): boolean {
  return program.includes("/") && !SYSTEM_PROGRAM.test(program);
}

/**
 * `'a[$(…)]'` is quoted, so it is not a substitution yet, but it becomes one when the shell evaluates it as a number.
 */
export const HIDDEN_SUBSTITUTION = /\[[^\]]*(?:\$\(|`)/;

export function hidesSubstitution(parts: readonly Part[]): boolean {
  return HIDDEN_SUBSTITUTION.test(parts.map((part) => (part.type === "text" ? part.text : "")).join(""));
}
