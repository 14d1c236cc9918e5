import type { Report } from "../survey.ts";
import { type Field, part } from "../values.ts";

/**
 * The arguments of a program with unknown options: whatever it does with them, paths outside the repository count as
 * written, and any others as read.
 */
export function touchGiven(args: readonly Field[], report: Report): undefined {
  for (const field of args) {
    const value = /^--?[\w-]+=(.*)$/s.exec(field.text)?.[1] ?? field.text;
    if (/^(?:\/|~|\.\.(?:\/|$))/.test(value)) report.touch("write", part(field, value));
    else if (/^[\w./][\w./-]*$/.test(value)) report.touch("read", part(field, value));
  }
}
