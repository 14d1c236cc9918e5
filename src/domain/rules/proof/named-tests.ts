import type { TestCase } from "../../entities/test-result.ts";

type Named = Pick<TestCase, "id" | "name" | "file">;

/**
 * The tests that a person means: by id, name or file, or else as the framework prints them (`FAIL  a.test.ts > group >
 * adds`, `--- FAIL: TestAdd (0.00s)`, `test_add (tests.test_a.Adds)`), without the beginning of the id, or by a group.
 */
export function testsNamed<Test extends Named>(tests: readonly Test[], name: string): Test[] {
  const exact = tests.filter((test) => name === test.id || name === test.name || name === test.file);
  if (exact.length > 0) return exact;
  const wanted = flat(undecorated(name));
  if (wanted === "") return [];
  const endings = tests.filter((test) => endingsOf(test).includes(wanted));
  return endings.length > 0 ? endings : tests.filter((test) => groupsOf(test).includes(wanted));
}

const MARK = /^(?:(?:FAILED|FAIL:?|ERROR:?|not ok(?: \d+)?(?: -)?|--- FAIL:|[●✖✗✕×✘✓❯]|\d+\)|\|[^|]+\|)\s+)+/;

/** What a framework prints, without marks, durations and messages. */
function undecorated(printed: string): string {
  const text = printed.trim();
  const [, ofRust] = /^test (\S+) \.\.\. \w+$/.exec(text) ?? [];
  if (ofRust !== undefined) return ofRust;
  const bare = text.replace(MARK, "").replace(/\s+\(?\d+(?:\.\d+)?\s*m?s\)?$/, "");
  const [, method = "", dotted = ""] = /^(\w+) \(([\w.]+)\)$/.exec(bare) ?? [];
  if (method !== "") return dotted.endsWith(`.${method}`) ? dotted : `${dotted}.${method}`;
  return /^(?:FAILED|ERROR) /.test(text) ? bare.replace(/ - .*$/s, "") : bare;
}

function endingsOf(test: Named): string[] {
  const parts = partsOf(test);
  return parts.map((_, from) => parts.slice(from).join(" "));
}

function groupsOf(test: Named): string[] {
  const parts = partsOf(test);
  return parts.flatMap((_, from) => parts.map((_, to) => parts.slice(from, to).join(" ")));
}

/** The folders, the file and the titles of an id. A title is one part, whatever it contains. */
function partsOf({ id }: Named): string[] {
  const [first = "", ...titles] = id.split(SEPARATOR);
  const folders = /\s/.test(first) ? [flat(first)] : flat(first).split(" ");
  return [...folders, ...titles.map(flat)];
}

const SEPARATOR = /::| > | › /;

/** Ids and printed names differ in their separators, and Python's dotted names have no file ending. */
function flat(text: string): string {
  return text
    .replace(/^\.\//, "")
    .replace(/\.py(?=::|$)/, "")
    .replace(/::| > | › |[/.\s]+/g, " ")
    .trim();
}
