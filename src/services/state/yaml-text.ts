import { Document, parse, visit } from "yaml";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../domain/rules/settings/bounded-data.ts";

/** Every line that starts with this is a checksum line; none of our documents contains another one. */
export const CHECKSUM_PREFIX = "# agentforge ";

const UNPRINTABLE =
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ud800-\\udfff\\ufeff\\ufffe\\uffff";
/** Characters that YAML forbids or editors mangle, and whitespace-only lines, which block text does not preserve. */
const NEEDS_QUOTES = new RegExp(`[${UNPRINTABLE}]|(?:^|\\n)[ \\t]+(?:\\n|$)`, "u");
const FORMAT = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER } as const;

/** Texts and keys that are written as they are: no rule of YAML gives them another meaning. */
const PLAIN = /^(?!(?:null|true|false)$)[a-z](?:[\w ./-]*[\w./])?$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** Without a letter other than `e`, it could be a number. */
const HASH = /^(?=.*[a-df])[\da-f]{64}$/;

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
  return fields
    .map(([key, value]) => oneLine(key, value) ?? listOfLines(key, value) ?? wholeDocument({ [key]: value }))
    .join("");
}

/** A list of objects whose fields need only a line each, such as a history. */
function listOfLines(key: string, value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const items = value.map((item: unknown) => {
    if (item === null || typeof item !== "object" || Array.isArray(item)) return null;
    const lines = Object.entries(item).map(([name, each]) => (PLAIN.test(name) ? oneLine(name, each) : null));
    return lines.length === 0 || lines.includes(null) ? null : `  - ${lines.join("    ")}`;
  });
  return items.includes(null) ? null : `${key}:\n${items.join("")}`;
}

function oneLine(key: string, value: unknown): string | null {
  const isWord = value === null || typeof value === "boolean" || Number.isSafeInteger(value);
  const isPlain = typeof value === "string" && [PLAIN, TIME, HASH].some((form) => form.test(value));
  return isWord || isPlain ? `${key}: ${value}\n` : null;
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
