import { resolve } from "node:path";
import { composed, foldName, ignorable, isPrintable } from "../../../domain/rules/paths/file-name.ts";
import { shortened } from "../../../domain/rules/text/shortened.ts";
import type { FileView } from "../files.ts";
import { isNeighbor, TEMPORARY_FOLDERS } from "./places.ts";
import { realPath } from "./real-path.ts";
import { within } from "./within.ts";

export type PathVerdict =
  /** `path` is relative to the repository, `""` for its root; null for a readable place outside. */
  | { readonly status: "inside"; readonly path: string }
  | { readonly status: "elsewhere"; readonly path: string }
  | { readonly status: "refused"; readonly rule: string; readonly reason: string };

export interface PathQuestion {
  readonly root: string;
  readonly cwd: string;
  readonly files: FileView;
  /** Absolute folders outside the repository that may be used anyway. */
  readonly elsewhere: readonly string[];
  readonly writing: boolean;
}

const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$|clock\$)(?:\.|$)/;

/** Where a given path would lead. The workspace is responsible for opening it without a race. */
export function judgePath(named: string, question: PathQuestion): PathVerdict {
  const strange = strangeness(named, question.writing);
  if (strange) return refused("strange_path", `${show(named)}: ${strange}`);
  const absolute = resolve(question.cwd, named);
  const inside =
    within(question.root, absolute) ?? within(question.files.real(question.root) ?? question.root, absolute);
  if (inside === null) return judgeElsewhere(named, absolute, question);
  if (inside === "" && question.writing)
    return refused("strange_path", `${show(named)}: the repository itself`);
  const linked = linkOnTheWay(inside, question);
  if (linked) return refused("link", `${show(named)}: ${linked}`);
  return { status: "inside", path: inside };
}

/**
 * Reasons that need no disk access: names that other systems interpret, and characters that people cannot
 * see.
 */
function strangeness(path: string, writing: boolean): string | null {
  if (path === "") return "empty";
  if (path.length > 2048 || path.split("/").some((part) => Buffer.byteLength(part) > 255)) return "too long";
  const hidden = isPrintable(path) ? null : hiddenMeaning(path);
  if (hidden) return hidden;
  if (path.startsWith("~")) return "a user's home folder";
  if (path.includes(":") && /^[a-z][a-z0-9+.-]*:/i.test(path)) return "a URL or a drive, not a path";
  if (path.includes("\\")) return "contains a backslash";
  if (path.includes("%") && /%(?:2e|2f|5c|00|25)/i.test(path)) return "percent-encoded";
  if (/[$%]/.test(path) && /^\$\w+(?:\/|$)|\$\{|^%\w+%/.test(path))
    return "a variable that is never expanded";
  if (!writing) return null;
  if (path.endsWith("/")) return "names a folder, not a file";
  if (path.startsWith("-")) return "looks like an option";
  if (path.includes(":")) return "contains a colon, which has a special meaning on some systems";
  const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  if (parts.length === 0) return "does not name a file";
  if (parts.some((part) => RESERVED.test(foldName(part)))) return "a name that some systems reserve";
  if (parts.some((part) => /[ .]$/.test(part) || part.startsWith(" ")))
    return "a name that ends with a space or a dot";
  if (/[*?"<>|]/.test(path)) return "a pattern, not a name";
  return null;
}

/** What characters outside printable ASCII can do to a path. */
function hiddenMeaning(path: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check looks for control characters
  if (/[\x00-\x1f\x7f]/.test(path)) return "contains a control character";
  if (path.search(ignorable()) !== -1) return "contains an invisible character";
  if (/[\u2044\u2215\u2216\u2571\u29f5\u29f8\u29f9]/.test(path)) return "look-alikes of slashes";
  const folded = path.normalize("NFKC");
  if (folded !== path && /(?:^|\/)\.{1,2}(?:\/|$)|\\/.test(folded) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path))
    return "look-alikes of dots or slashes";
  if (folded.split("/").length !== path.split("/").length) return "look-alikes of slashes";
  return path.isWellFormed() ? null : "not valid Unicode";
}

function judgeElsewhere(named: string, absolute: string, question: PathQuestion): PathVerdict {
  const real = realPath(absolute, question.files);
  if (real === null) return refused("link", `${show(named)}: a broken symbolic link`);
  const scratch = isNeighbor(named, question) ? [] : TEMPORARY_FOLDERS;
  const allowed = question.elsewhere.some(
    (folder) =>
      (scratch.includes(folder) || !TEMPORARY_FOLDERS.includes(folder)) &&
      within(folder, absolute) !== null &&
      within(question.files.real(folder) ?? folder, real) !== null,
  );
  if (allowed) return { status: "elsewhere", path: absolute };
  return refused("outside", `${show(named)} is outside the repository`);
}

/** Writing follows no link at all; reading follows none that leaves the repository. */
function linkOnTheWay(path: string, question: PathQuestion): string | null {
  const parts = path.split("/").filter(Boolean);
  let current = question.root;
  for (const part of parts) {
    current = `${current}/${part}`;
    const stat = question.files.stat(current);
    if (!stat) return question.writing ? otherSpelling(current, part, question.files) : null;
    if (stat.kind === "link") {
      if (question.writing) return "goes through a symbolic link";
      const real = question.files.real(current);
      const root = question.files.real(question.root) ?? question.root;
      const target = real === null ? null : within(root, real);
      if (target === null) return "a symbolic link that is broken or leaves the repository";
      if (/(?:^|\/)\.git(?:\/|$)/.test(foldName(target))) return "a symbolic link to git's own files";
    }
    if (stat.kind === "file" && stat.links > 1 && question.writing)
      return "a hard link: writing to it would change another file too";
    if (stat.kind === "other" && question.writing) return "a device, pipe or socket";
  }
  return null;
}

/** An existing name with differently composed accents is the same file to people and to some systems. */
function otherSpelling(path: string, name: string, files: FileView): string | null {
  if (isPrintable(name)) return null;
  const existing = files
    .list(path.slice(0, -name.length - 1))
    .map((each) => each.replace(/\/$/, ""))
    .find((each) => each !== name && composed(each) === composed(name));
  return existing === undefined ? null : `another spelling of ${show(existing)}, which exists`;
}

function refused(rule: string, reason: string): PathVerdict {
  return { status: "refused", rule, reason };
}

/** Names are shown as JSON if they contain something a terminal would swallow. */
function show(path: string): string {
  const short = shortened(path, 200);
  return /^[\x21-\x7e]+$/.test(short) ? short : JSON.stringify(short);
}
