import { Document, parse, visit } from "yaml";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../domain/rules/bounded-data.ts";

/** Every line that starts with this is a checksum line; none of our documents contains another one. */
export const CHECKSUM_PREFIX = "# agentforge ";

const UNPRINTABLE =
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ud800-\\udfff\\ufeff\\ufffe\\uffff";
/** Characters that YAML forbids or editors mangle, and whitespace-only lines, which block text does not preserve. */
const NEEDS_QUOTES = new RegExp(`[${UNPRINTABLE}]|(?:^|\\n)[ \\t]+(?:\\n|$)`, "u");
const FORMAT = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER } as const;

/** Readable YAML that parses back to exactly the same data. */
export function toYaml(data: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(data));
  if (plain === null || typeof plain !== "object") return `${JSON.stringify(plain)}\n`;
  const document = new Document(plain, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && NEEDS_QUOTES.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  const text = document.toString(FORMAT);
  const hasPrefix = text.startsWith(CHECKSUM_PREFIX) || text.includes(`\n${CHECKSUM_PREFIX}`);
  return hasPrefix ? `${JSON.stringify(plain, null, 2)}\n` : text;
}

export function fromYaml(text: string): unknown {
  return readBounded(
    text,
    (each) => parse(each, { maxAliasCount: 100, logLevel: "error" }),
    WRITTEN_BY_PROGRAMS,
  );
}
