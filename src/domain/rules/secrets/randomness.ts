/** What people write where a secret would stand: none of it is one. */
const DUMMY =
  /^(?:x{3,}|\*{3,}|\.{3,}|-{3,}|(?:your|my|some|the|test|fake|dummy|sample|example|demo|new|old|user|invalid|wrong|bad)?[-_ ]?(?:password|passwd|passphrase|pass|pwd|pw|secret|token|api[-_]?key|key|credentials?|value|string|user|username|name|foo|bar|baz|changeme|redacted|none|null|undefined|example|test|todo)(?:[-_ ]?(?:here|goes|value|name|placeholder|hash|string))?\d{0,3}|abc\d{0,6}|\d+)$/i;

/** `reset-password-2`, `v1.2.3`, `src/auth/token.ts`: words with separators, a path, a version. */
const WORDS = /^[\^~<>=v]{0,2}[A-Za-z]*(?:[-_./:@$ ][A-Za-z]*)*[-_.$]?\d{0,3}$/;
const VERSION = /^[\^~<>=v ]{0,4}\d+(?:\.[\dx*]+){1,3}(?:-[\w.]+)?$/;

export function isDummy(value: string): boolean {
  return (
    DUMMY.test(value) || /^<[^>]*>?$|^\[[^\]]*\]?$|^[%$#@]?\{|^\$\w|^%\w|^&\w|\$\{|\{\{|\.\.\.|…/.test(value)
  );
}

/** Chosen by a person, beside a name such as `password`: letters with digits or marks among them. */
export function isPassword(value: string): boolean {
  if (value.length < 6 || isDummy(value) || !/[A-Za-z]/.test(value)) return false;
  if (WORDS.test(value) && !/^[A-Za-z]+\d{1,3}$/.test(value)) return false;
  return /\d/.test(value) || /[!#$%^&*+=~?]/.test(value);
}

/** Made by a machine: long, letters and digits, no words. */
export function isRandom(value: string, shortest: number): boolean {
  if (value.length < shortest || isDummy(value) || VERSION.test(value)) return false;
  if (!/[A-Za-z]/.test(value)) return false;
  if (WORDS.test(value)) return isMixed(value);
  return /\d/.test(value) ? entropy(value) >= 1.9 : isMixed(value);
}

/** No digit at all, and still nobody's words. */
function isMixed(value: string): boolean {
  const letters = value.replace(/[^A-Za-z]/g, "");
  const turns = letters.match(/[a-z](?=[A-Z])/g)?.length ?? 0;
  return letters.length >= 20 && turns >= letters.length / 6 && entropy(value) >= 3.8;
}

/** Bits for each character, by how often each occurs. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
