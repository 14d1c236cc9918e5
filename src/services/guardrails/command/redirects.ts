import { Cursor } from "./cursor.ts";
import type { Part, Redirect, Word } from "./tree.ts";
import { readQuotedPart, readWord, type ScriptReaders } from "./words.ts";

const OPERATORS = ["&>>", "&>", "<<<", "<<-", "<<", "<>", ">>", ">|", ">&", "<&", ">", "<"] as const;

/** A redirection at the cursor, with its descriptor prefix, or null. */
export function readRedirect(cursor: Cursor, readers: ScriptReaders): Redirect | null {
  const prefix =
    /^(?:[0-9]{1,4}|\{[A-Za-z_][A-Za-z0-9_]*\})(?=[<>])/.exec(
      cursor.text.slice(cursor.position, cursor.position + 64),
    )?.[0] ?? "";
  const operator = OPERATORS.find((candidate) =>
    cursor.text.startsWith(candidate, cursor.position + prefix.length),
  );
  if (!operator || (prefix !== "" && operator.startsWith("&"))) return null;
  const after = cursor.text[cursor.position + prefix.length + operator.length] ?? "";
  if (prefix === "" && (operator === "<" || operator === ">") && after === "(") return null;
  cursor.take(prefix.length + operator.length);
  cursor.skipBlanks();
  const target = readWord(cursor, readers);
  if (!target) return cursor.fail(`nothing after "${operator}"`);
  if (operator === "<<" || operator === "<<-")
    return awaitHeredoc(cursor, readers, target, operator === "<<-");
  return { operator, target, body: null };
}

function awaitHeredoc(cursor: Cursor, readers: ScriptReaders, target: Word, stripTabs: boolean): Redirect {
  const delimiter = target.parts
    .map((part) => (part.type === "text" ? part.text : cursor.fail("heredoc with a computed end")))
    .join("");
  const quoted = target.parts.some((part) => part.type === "text" && part.quoted);
  const redirect: { operator: "<<"; target: Word; body: Word | null } = {
    operator: "<<",
    target,
    body: null,
  };
  const { depth } = cursor;
  cursor.heredocs.push({
    delimiter,
    quoted,
    stripTabs,
    fill(text) {
      redirect.body = {
        parts: quoted ? [{ type: "text", text, quoted: true }] : heredocParts(text, depth, readers),
      };
    },
  });
  return redirect;
}

function heredocParts(text: string, depth: number, readers: ScriptReaders): Part[] {
  const inside = new Cursor(text, depth);
  const parts: Part[] = [];
  while (!inside.done) parts.push(...readQuotedPart(inside, readers));
  return parts;
}
