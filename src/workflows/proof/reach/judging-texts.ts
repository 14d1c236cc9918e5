import type { ChangeSet } from "../../../domain/entities/code-change.ts";
import type { SourceFile } from "../../../domain/ports/repair.ts";
import type { JudgingFiles } from "../../../domain/ports/testing.ts";
import type { AttemptTree } from "../../../domain/ports/workspace.ts";
import { sourceFiles, splitByJudging } from "./source-files.ts";

export interface JudgingTextsInput {
  readonly tree: Pick<AttemptTree, "files" | "readText">;
  readonly judging: Pick<JudgingFiles, "has">;
  readonly change: ChangeSet;
  /** The changed files on both sides. */
  readonly texts: readonly SourceFile[];
  /** Files of the tests that vouch for the change. */
  readonly vouching: readonly string[];
  readonly isSource: (path: string) => boolean;
}

/** Up to this many files are read and passed on in full. */
const FEW = 300;
/** Test texts that are cached for the next change to the same tree. */
const MOST_CHARACTERS = 16_000_000;

/**
 * The files that judge a change, to compare it with. If there are many, a file gets a text only if it vouches
 * for the change or shares something with it: a name that a changed file defines, the file's own name, or a
 * value that the change adds. The others are listed by path only.
 */
export async function judgingTexts(input: JudgingTextsInput): Promise<readonly SourceFile[]> {
  const { tree, judging, change } = input;
  const { tests: paths } = splitByJudging(await sourceFiles(input, tree), judging);
  const read = readerOf(tree, new Set(change.files.map(({ path }) => path)));
  const needles = paths.length > FEW ? needlesOf(input) : null;
  const vouching = new Set(input.vouching);
  const found: SourceFile[] = [];
  for (const path of paths) {
    const text = await read(path);
    const matters = needles === null || vouching.has(path) || needles.some((each) => text.includes(each));
    found.push({ path, text: matters ? text : "" });
  }
  return found;
}

const KNOWN = new WeakMap<JudgingTextsInput["tree"], Map<string, string>>();

/** Only a change can alter judging files, and altered files are read again. */
function readerOf(tree: JudgingTextsInput["tree"], changed: ReadonlySet<string>) {
  const known = KNOWN.get(tree) ?? new Map<string, string>();
  KNOWN.set(tree, known);
  let left = MOST_CHARACTERS - [...known.values()].reduce((sum, text) => sum + text.length, 0);
  return async (path: string): Promise<string> => {
    if (changed.has(path)) return tree.readText(path);
    const text = known.get(path) ?? (await tree.readText(path));
    if (!known.has(path)) left -= text.length;
    if (left > 0) known.set(path, text);
    return text;
  };
}

const DEFINED =
  /\b(?:class|struct|impl|interface|type|enum|trait|mod|def|func|fn|function|const|let|var|static)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*)|^\s*(?:export\s+)?([A-Za-z_$][\w$]*)\s*=/gm;
const VALUES = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|\/((?:[^/\\\s]|\\.)+)\/|(\d+)/g;

export function needlesOf({ change, texts }: Pick<JudgingTextsInput, "change" | "texts">): readonly string[] {
  const files = change.files.flatMap(({ path }) => namesIn(path));
  const defined = texts.flatMap(({ text }) => [...text.matchAll(DEFINED)].map(([, a, b]) => a ?? b ?? ""));
  const added = change.diff.split("\n").filter((line) => line.startsWith("+") && !line.startsWith("+++"));
  const values = [...added.join("\n").matchAll(VALUES)]
    .flatMap(([, ...groups]) => groups.find((each) => each !== undefined) ?? [])
    .flatMap((value) => value.split("|"))
    .map(longestWord);
  return [...new Set([...files, ...defined.filter((name) => name.length > 1), ...values])].filter(Boolean);
}

/** The name by which others load a file; for an index file, the folder's name. */
function namesIn(path: string): readonly string[] {
  const names = path.split("/");
  const stem = (names.pop() ?? "").replace(/\..*$/, "");
  return /^(?:__init__|index|mod|lib|main)$/.test(stem) ? [names.pop() ?? stem] : [stem];
}

/** The part of a value that is the same no matter how it is escaped. */
function longestWord(value: string): string {
  const words = value.replace(/\\(?:u\{\w+\}|u\w{4}|U\w{8}|x\w\w|.)/g, " ").match(/\w+/g) ?? [];
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "");
  return longest.length > 1 || /^\d+$/.test(value) ? longest : value;
}
