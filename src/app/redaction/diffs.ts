import type { ChangeSet } from "../../domain/entities/code-change.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { textsOf } from "../../domain/rules/changes/file-text.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";

/** A diff that a person edited, with the secrets of each file restored in its own part. */
export function wholeDiff(diff: string, change: ChangeSet, redactor: Redactor): string {
  return diff
    .split(/^(?=diff --git )/m)
    .map((part) => {
      const path = /^(?:\+\+\+ b|--- a)\/(.*?)\t?$/m.exec(part)?.[1] ?? "";
      return wholeText(path, part, change, redactor);
    })
    .join("");
}

/** A text of one file of a change, with its secrets restored. */
export function wholeText(path: string, shown: string, change: ChangeSet, redactor: Redactor): string {
  const { text, unknown } = redactor.putBack(shown, originalOf(change, path));
  if (unknown.length === 0) return text;
  throw new AgentForgeError("bad_input", `${unknown.join(", ")} stands for a secret that is not in ${path}`, {
    hint: "Use a placeholder only in the file it was shown in, or use an edit folder: agentforge review modify --tree",
  });
}

function originalOf(change: ChangeSet, path: string): string {
  return textsOf(change, "before").find((file) => file.path === path)?.text ?? "";
}
