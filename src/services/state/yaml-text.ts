import { Document, parse, visit } from "yaml";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../domain/rules/bounded-data.ts";

/** Every line that starts with this is a checksum line; none of our documents contains another one. */
export const CHECKSUM_PREFIX = "# agentforge ";

const UNPRINTABLE =
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ud800-\\udfff\\ufeff\\ufffe\\uffff";
/** Characters that YAML forbids or editors mangle, and whitespace-only lines, which block text does not preserve. */
const NEEDS_QUOTES = new RegExp(`[${UNPRINTABLE}]|(?:^|\\n)[ \\t]+(?:\\n|$)`, "u");
const FORMAT = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER } as const;

/** Texts and keys that are written as they are: no rule of YAML gives them another meaning. */
const PLAIN = /^(?!(?:null|true|false)$)[a-z](?:[\w ./-]*[\w./])?$/i;

/** Readable YAML that parses back to exactly the same data. */
export function toYaml(data: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(data));
  if (plain === null || typeof plain !== "object") return `${JSON.stringify(plain)}\n`;
  const text = fieldByField(plain) ?? wholeDocument(plain);
  const hasPrefix = text.startsWith(CHECKSUM_PREFIX) || text.includes(`\n${CHECKSUM_PREFIX}`);
  return hasPrefix ? `${JSON.stringify(plain, null, 2)}\n` : text;
}

/** The same text as the whole document. A document costs far more than a line, and most fields need only a line. */
function fieldByField(plain: object): string | null {
  const fields = Array.isArray(plain) ? [] : Object.entries(plain);
  if (fields.length === 0 || !fields.every(([key]) => PLAIN.test(key))) return null;
  return fields.map(([key, value]) => oneLine(key, value) ?? wholeDocument({ [key]: value })).join("");
}

function oneLine(key: string, value: unknown): string | null {
  const isWord = value === null || typeof value === "boolean" || Number.isSafeInteger(value);
  return isWord || (typeof value === "string" && PLAIN.test(value)) ? `${key}: ${value}\n` : null;
}

export function wholeDocument(plain: object): string {
  const document = new Document(plain, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && NEEDS_QUOTES.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString(FORMAT);
}

export function fromYaml(text: string): unknown {
  return readBounded(
    text,
    (each) => parse(each, { maxAliasCount: 100, logLevel: "error" }),
    WRITTEN_BY_PROGRAMS,
  );
}
