import type { Places } from "./needles.ts";
import { entropy, isPassword, isRandom } from "./randomness.ts";
import type { SecretSpan } from "./span.ts";

const PASSWORDS = "pass(?:word|wd|phrase|code)|pwd";
const KEYS =
  "secret|token|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|auth[_-]?key|account[_-]?key|credentials?|connection[_-]?string";
/** Every name starts with one of these, or with one of `BEFORE_KEY` and an optional separator before `key`. */
const STARTS = ["pass", "pwd", "secret", "token", "credential", "connection"];
const KEY = "key";
const BEFORE_KEY = ["api", "access", "private", "signing", "encryption", "auth", "account"];

export const ASSIGNMENT_NEEDLES: readonly string[] = [...STARTS, KEY];

/** `NAME=value`, `"name": "value"`, `name: value`, `--name value`, including inside a string in a string. */
const ASSIGNMENT = new RegExp(
  [
    `(?<name>${PASSWORDS}|${KEYS})(?<suffix>[\\w-]{0,24})`,
    "(?<separator>\\\\{0,3}[\"'`]?\\]?(?:[ \\t]{0,8}(?::=|=>|={1,3}|:)[ \\t]{0,8}|[ \\t]{1,4}))",
    "(?:(?<quote>\\\\{0,3}[\"'`])(?<quoted>(?:[^\"'`\\\\\\r\\n]|\\\\.){1,512})|(?<bare>[^\\s\"'`,;&<>=\\\\(){}[\\]|][^\\s\"'`,;&<>\\\\(){}[\\]|]{0,511}))",
  ].join(""),
  "iy",
);

interface Assigned {
  readonly name: string;
  readonly suffix: string;
  readonly separator: string;
  readonly quote?: string;
  readonly quoted?: string;
  readonly bare?: string;
}

/**
 * Values next to a name that marks them as secret. `small` is the text in lowercase; `places` are those of the needles
 * in it.
 */
export function findAssignments(text: string, small: string, places: Places): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let from = 0;
  for (const start of namesIn(small, places)) {
    if (start < from) continue;
    ASSIGNMENT.lastIndex = start;
    const match = ASSIGNMENT.exec(text);
    if (match === null) continue;
    from = ASSIGNMENT.lastIndex;
    const span = judge(text, match);
    if (span !== null) spans.push(span);
  }
  return spans;
}

/** Where a name may start, in order. Trying the whole expression at every character would cost far more. */
function namesIn(small: string, places: Places): readonly number[] {
  const keys = places.get(KEY) ?? [];
  const beforeKeys = keys.flatMap((at) => {
    const end = small[at - 1] === "_" || small[at - 1] === "-" ? at - 1 : at;
    return BEFORE_KEY.filter((word) => small.endsWith(word, end)).map((word) => end - word.length);
  });
  return [...STARTS.flatMap((start) => places.get(start) ?? []), ...beforeKeys].sort((a, b) => a - b);
}

function judge(text: string, match: RegExpExecArray): SecretSpan | null {
  const found = match.groups as unknown as Assigned;
  const end = match.index + match[0].length;
  const value = found.quoted ?? found.bare ?? "";
  const start = end - value.length;
  if (!endsName(found.suffix)) return null;
  const isFlag = !/[:=]/.test(found.separator);
  if (isFlag && !/--[\w-]{0,40}$/.test(text.slice(Math.max(0, match.index - 42), match.index))) return null;
  const holds =
    found.quoted === undefined
      ? isBareSecret(found, value, isFlag) ||
        (isYamlLine(text, match.index, end) && isQuotedSecret(found, value))
      : isQuotedSecret(found, value);
  return holds ? { kind: kindOf(found.name), start, end } : null;
}

/** `token_id`, `tokenValue` and `tokens` refer to a token; `tokenizer` does not. */
function endsName(suffix: string): boolean {
  return suffix === "" || /^(?:[_-]|[A-Z0-9]|s$)/.test(suffix);
}

function isQuotedSecret({ name }: Assigned, value: string): boolean {
  if (/\s/.test(value)) return false;
  return isPasswordName(name) ? isPassword(value) : isRandom(value, 10);
}

/** Without quotes a value may be code: the plainer it looks, the more evidence it needs. */
function isBareSecret({ name, separator }: Assigned, value: string, isFlag: boolean): boolean {
  const isName = /^[A-Za-z_$][\w$.]*$/.test(value);
  const isSpaced = /[:=][ \t]/.test(separator) && !isFlag;
  const isLoud = name === name.toUpperCase() || isFlag;
  const strong = isRandom(value, 16) && (value.match(/\d/g)?.length ?? 0) >= 3 && entropy(value) >= 3.3;
  if (isName && isSpaced) return strong;
  if (isName && !isLoud) return isRandom(value, 12);
  return isPasswordName(name) ? isPassword(value) : isRandom(value, 10);
}

/** `name: value` and nothing else on the line. */
function isYamlLine(text: string, start: number, end: number): boolean {
  if (!/^(?:\r?\n|$)/.test(text.slice(end, end + 2))) return false;
  const before = text.slice(Math.max(0, start - 80), start);
  return /(?:^|\n)[ \t-]*["']?[\w.-]*$/.test(before) && /^["'\w-]*[ \t]*:/.test(text.slice(start, end));
}

function isPasswordName(name: string): boolean {
  return /^(?:pass|pwd)/i.test(name);
}

function kindOf(name: string): string {
  if (isPasswordName(name)) return "password";
  if (/key$/i.test(name)) return "api-key";
  if (/^connection/i.test(name)) return "connection";
  return /^token/i.test(name) ? "token" : "secret";
}
