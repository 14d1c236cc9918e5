import { posix } from "node:path";
import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { folderOf, isInside, nameOf } from "../paths.ts";
import type { Code } from "./code.ts";
import { CODE } from "./imports.ts";

const LITERAL = /["'`]([^"'`\n]*?[\w-]\.\w+)["'`]/g;
/** Read by many tools; changes to their test settings are checked separately. */
const SHARED =
  /\.(?:md|rst|adoc|html?)$|^(?:package(?:-lock)?\.json|tsconfig.*\.json|pyproject\.toml|setup\.cfg|go\.(?:mod|sum)|Cargo\.(?:toml|lock)|README.*)$/i;

/** Words that stand for expected results, in the name of a folder or of a file: `golden/report.txt`, `a.approved.txt`. */
const EXPECTED =
  /^(?:goldens?|expected|expectations?|snapshots?|snap|approved|approvals?|baselines?|fixtures?|testdata|vectors?)$/i;

/** Expected results anywhere in the tree, by their names, that tests mention and no source does. */
export async function expectedData(
  code: Code,
  tests: Iterable<string>,
  isJudging: (path: string) => boolean,
): Promise<Set<string>> {
  const keys = new Map<string, readonly string[]>();
  for (const path of code.layout.files) {
    if (CODE.test(path) || SHARED.test(nameOf(path))) continue;
    const own = keysOf(path);
    if (own.length > 0 && !isJudging(path)) keys.set(path, own);
  }
  const inTests = await mentionedIn(tests, [...keys.values()].flat(), code);
  const tested = [...keys].filter(([, own]) => own.some((each) => inTests.has(each)));
  const sources = [...code.layout.files].filter((file) => CODE.test(file) && !isJudging(file));
  const ofTested = tested.flatMap(([, own]) => own);
  const inSources = await mentionedIn(sources, ofTested, code);
  return new Set(tested.filter(([, own]) => !own.some((each) => inSources.has(each))).map(([path]) => path));
}

/** How code can refer to an expected result: its folder, its name, or the end of its name. */
function keysOf(path: string): readonly string[] {
  const name = nameOf(path);
  const folders = path.split("/").slice(0, -1);
  const found = folders.filter((each) => each.split(/[-_.]/).some((word) => EXPECTED.test(word)));
  const words = name.split(/(?=[-_.])/);
  const from = words.findIndex((word) => EXPECTED.test(word.replace(/^[-_.]/, "")));
  if (from > 0 && from < words.length) found.push(words.slice(from).join(""));
  return found.length === 0 ? [] : [...found, name];
}

async function mentionedIn(
  files: Iterable<string>,
  keys: readonly string[],
  code: Code,
): Promise<ReadonlySet<string>> {
  const wanted = new Set(keys);
  const lengths = [...new Set(keys.map((key) => key.length))];
  const found = new Set<string>();
  for (const file of files) {
    if (found.size === wanted.size) break;
    const text = await code.text(file);
    for (const end of endsOfNames(text, lengths))
      if (wanted.has(end) && !found.has(end) && isQuoted(text, end)) found.add(end);
  }
  return found;
}

/** The ends, of these lengths, of what is in front of a quotation mark or a separator. Linear in the text. */
function* endsOfNames(text: string, lengths: readonly number[]): Generator<string> {
  for (const { 0: name, index } of text.matchAll(/[^"'`/\n]+/g)) {
    if (!/["'`/]/.test(text[index + name.length] ?? "")) continue;
    for (const length of lengths) if (length <= name.length) yield name.slice(-length);
  }
}

/** At the end of a quoted text, or followed by a separator. */
function isQuoted(text: string, key: string): boolean {
  const escaped = escapeRegex(key);
  return new RegExp(`["'\`/}*]${escaped}["'\`/]|["'\`][^"'\`\n]*${escaped}["'\`]`).test(text);
}

/** Data near the tests that tests mention and no source does: inputs and expected results. */
export async function namedData(
  code: Code,
  tests: Iterable<string>,
  isJudging: (path: string) => boolean,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const test of tests) {
    for (const [, name = ""] of (await code.text(test)).matchAll(LITERAL)) {
      const path = posix.join(folderOf(test), name);
      if (!code.layout.files.has(path) || !isNear(test, path, code)) continue;
      if (!CODE.test(path) && !SHARED.test(nameOf(path)) && !isJudging(path)) found.add(path);
    }
  }
  if (found.size === 0) return found;
  for (const file of code.layout.files) {
    if (!CODE.test(file) || isJudging(file)) continue;
    const text = await code.text(file);
    for (const path of found) if (text.includes(nameOf(path))) found.delete(path);
  }
  return found;
}

/** In the test's folder, or below it unless that folder is the root of a suite. */
function isNear(test: string, path: string, { layout }: Code): boolean {
  const folder = folderOf(test);
  return folderOf(path) === folder || (!layout.roots.includes(folder) && isInside(folder, path));
}
