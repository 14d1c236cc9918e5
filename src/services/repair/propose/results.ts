import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { ancestors, child, enclosingFunction, type SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";

/**
 * Whether a statement here could return a value, as far as the written result type tells; an empty value returns
 * nothing. A compiler rejects the others, but each costs time.
 */
export function mayReturn(site: SyntaxNode, value: string, context: Context): boolean {
  const { kindOfType, id, write } = context.language;
  const owner = enclosingFunction(site);
  if (kindOfType === undefined || owner === null) return true;
  for (const each of ancestors(site)) {
    if (each.kind === "lambda") return true;
    if (each === owner) break;
  }
  const node = child(owner, "type");
  if (node === null || value === "") return node === null && value === "";
  const type = context.text(node).trim();
  if (id === "rust" && /^(?:Option|Result)\b/.test(type))
    return literalKind(value) === null && (value !== write.null || type.startsWith("Option"));
  if (/^\(.*,/s.test(type)) return value.includes(",");
  const wanted = kindOfType(type);
  if (wanted === null && new RegExp(`\\btype\\s+${escapeRegex(type)}\\b`).test(context.source)) return true;
  if (value === write.null)
    return id !== "rust" && wanted !== "number" && wanted !== "boolean" && wanted !== "string";
  const given = literalKind(value) ?? kindOfName(value, site, context);
  return wanted === null ? literalKind(value) === null || id === "go" : given === null || given === wanted;
}

function literalKind(value: string) {
  if (/^-?\d/.test(value)) return "number";
  if (/^(?:true|false)$/.test(value)) return "boolean";
  return value.startsWith('"') ? "string" : null;
}

function kindOfName(value: string, site: SyntaxNode, context: Context) {
  return context.variables(site).find((each) => each.name === value)?.kind ?? null;
}
