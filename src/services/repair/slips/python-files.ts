import type { Context } from "../propose/context.ts";
import { type Call, callOf } from "../propose/method-call.ts";
import { ancestors, type SyntaxNode } from "../syntax/node.ts";
import { at, before, type Slip } from "./slip.ts";

/** Calls that take the file as their first or second argument, by what it has to contain. */
const OF_TEXT = /^(?:csv\.\w+|json\.dump)$/;
const OF_BYTES = /^(?:pickle|marshal)\.(?:dump|load)$|^(?:tomllib|plistlib)\.\w+$/;

const translatedLines: Slip = {
  language: "python",
  why: 'a CSV file that is opened without newline="" gets blank lines, or changed line breaks',
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      'with open(p, "w") as out:\n    csv.writer(out).writerow(r)\n',
      'with open(p, "w", newline="") as out:\n    csv.writer(out).writerow(r)\n',
    ],
    [
      'with path.open("a", encoding="utf-8") as out:\n    w = csv.DictWriter(out, names)\n',
      'with path.open("a", encoding="utf-8", newline="") as out:\n    w = csv.DictWriter(out, names)\n',
    ],
  ],
  leaves: [
    'with open(p, "w", newline="") as out:\n    w = csv.writer(out)\n',
    'with open(p, "w") as out:\n    out.write(f(r))\n',
  ],
  *correct(site, context) {
    const file = openedFile(site, context);
    const last = file?.call.given.at(-1);
    if (file === null || last === undefined || /\bnewline=/.test(context.text(site))) return;
    if (/[wax]/.test(file.mode) && file.users.some((each) => /^csv\.(?:Dict)?[wW]riter$/.test(each)))
      yield [before(last.end, ', newline=""')];
  },
};

const otherContent: Slip = {
  language: "python",
  why: "a file that is opened for bytes and used for text, or the other way around",
  chance: "shown",
  kinds: ["call"],
  examples: [
    ['f = gzip.open(p, "r", encoding="utf-8")', 'f = gzip.open(p, "rt", encoding="utf-8")'],
    [
      'with gzip.open(p) as f:\n    x = json.load(f)\nwith gzip.open(p, "w") as f:\n    json.dump(x, f)\n',
      'with gzip.open(p) as f:\n    x = json.load(f)\nwith gzip.open(p, "wt") as f:\n    json.dump(x, f)\n',
    ],
    [
      'with open(p, "w") as out:\n    pickle.dump(x, out)\n',
      'with open(p, "wb") as out:\n    pickle.dump(x, out)\n',
    ],
    ["with open(p) as f:\n    x = pickle.load(f)\n", 'with open(p, "rb") as f:\n    x = pickle.load(f)\n'],
    [
      'with open(p, "wb") as out:\n    json.dump(x, out)\n',
      'with open(p, "w") as out:\n    json.dump(x, out)\n',
    ],
  ],
  leaves: [
    'with open(p, "rb") as f:\n    x = pickle.load(f)\n',
    'f = gzip.open(p, "rt", encoding="utf-8")',
    'with gzip.open(p, "rb") as f:\n    x = f.read()\n',
  ],
  *correct(site, context) {
    const file = openedFile(site, context);
    const mode = file === null ? null : modeFor(file, context);
    if (file === null || mode === null || mode === file.mode) return;
    if (file.at !== null) yield [at(file.at, `"${mode}"`)];
    else if (file.call.given.length === 1) yield [before(site.end - 1, `, "${mode}"`)];
  },
};

interface OpenedFile {
  readonly call: Call;
  readonly mode: string;
  /** Where the mode is written; null if it is the default. */
  readonly at: SyntaxNode | null;
  readonly isCompressed: boolean;
  /** What the file is given to in the body of its `with` statement. */
  readonly users: readonly string[];
}

/** A call of `open`, `path.open` or `gzip.open`. */
function openedFile(site: SyntaxNode, context: Context): OpenedFile | null {
  const call = callOf(site, context);
  if (call?.name !== "open") return null;
  const isCompressed = /^(?:gzip|bz2|lzma)\.open$/.test(context.text(call.callee));
  const isMethod = call.object !== null && !/^(?:io|codecs|gzip|bz2|lzma)$/.test(context.text(call.object));
  const at = call.given.find(
    (each, position) =>
      position === (isMethod ? 0 : 1) && /^["'][rwaxbt+]{1,3}["']$/.test(context.text(each)),
  );
  const mode = at === undefined ? "r" : context.text(at).slice(1, -1);
  return { call, mode, at: at ?? null, isCompressed, users: usersOf(site, context) };
}

function usersOf(site: SyntaxNode, context: Context): readonly string[] {
  const statement = [...ancestors(site)].find(({ raw }) => raw === "with_statement");
  const body = statement?.children.find(({ kind }) => kind === "block");
  const name = /^ as (\w+)/.exec(context.source.slice(site.end, site.end + 40))?.[1];
  if (body === undefined || name === undefined) return [];
  const uses = context.text(body).matchAll(new RegExp(`([\\w.]+)\\((?:[\\w.]+, )?${name}\\b`, "g"));
  return [...uses].map((each) => each[1] ?? "");
}

/** The mode that what is done with the file needs; null if it can keep its own. */
function modeFor({ call, mode, isCompressed, users }: OpenedFile, context: Context): string | null {
  const plain = mode.replace(/[bt]/, "");
  if (isCompressed) {
    const isText =
      call.given.some((each) => context.text(each).startsWith("encoding=")) ||
      users.some((each) => OF_TEXT.test(each));
    return isText && !mode.includes("t") ? `${plain}t` : null;
  }
  if (users.some((each) => OF_BYTES.test(each))) return mode.includes("b") ? null : `${plain}b`;
  return users.some((each) => OF_TEXT.test(each)) && mode.includes("b") ? plain : null;
}

export const pythonFileSlips: readonly Slip[] = [translatedLines, otherContent];
