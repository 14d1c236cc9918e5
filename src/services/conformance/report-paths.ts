import { firstFew } from "../../domain/rules/text/first-few.ts";
/** A path as a tool wrote it. */
export interface ToldPath {
  readonly path: string;
  /** The part after a base that the tool named; the file's path in the tree ends with at least this part. */
  readonly below?: string;
}

/** The information about a tree that is needed to find the files of a report. */
export interface TreePaths {
  /** Absolute paths of the tree: as it was opened, and with links resolved. */
  readonly roots: readonly string[];
  readonly files: readonly string[];
  /** Whether something exists at a path inside the tree that `files` does not list: ignored or generated files. */
  readonly exists: (path: string) => Promise<boolean>;
}

type MappedPath =
  | { readonly status: "file"; readonly path: string }
  /** In the tree, but not among the checked files. */
  | { readonly status: "unlisted"; readonly path: string }
  | { readonly status: "unknown"; readonly why: string };

export type PathMapper = (told: ToldPath) => Promise<MappedPath>;

interface Parsed {
  readonly absolute: boolean;
  readonly segments: readonly string[];
}

/**
 * Finds the files in the tree that a report names, regardless of the root of its paths. Only returns files of
 * the list, so no path of a report leads outside. `everyPath` holds all paths of the report: those that fit
 * only one root determine the root of the others. A report from another machine (`foreign`) may have absolute
 * paths below a root that is unknown here.
 */
export function pathMapper(
  tree: TreePaths,
  everyPath: readonly ToldPath[],
  { foreign }: { readonly foreign: boolean },
): PathMapper {
  const listed = new Set(tree.files);
  const roots = tree.roots.map((root) => parse(root).segments.join("/"));
  const bySuffix = new SuffixIndex(tree.files);
  const likely = foreign ? likelyRoots(everyPath, listed) : new Set<string>();

  return async (told) => {
    if (told.path === "") return { status: "unknown", why: "it names no file" };
    if (listed.has(told.path)) return { status: "file", path: told.path };
    const parsed = parse(told.path);
    if (parsed.segments.includes("..")) return { status: "unknown", why: "it is outside the repository" };
    const whole = parsed.segments.join("/");
    const inside = parsed.absolute ? belowRoot(whole, roots) : whole;
    if (inside !== null && listed.has(inside)) return { status: "file", path: inside };
    if (inside !== null && inside !== "" && (await tree.exists(inside)))
      return { status: "unlisted", path: inside };
    if (!parsed.absolute) return oneOf(bySuffix.endingIn(parsed.segments), "no file in the repository");
    if (inside !== null) return { status: "unknown", why: "no such file is in the repository" };
    if (!foreign) return { status: "unknown", why: "it is outside the repository" };
    const candidates = suffixesIn(told, listed);
    const chosen = candidates.filter(({ root }) => likely.has(root));
    return oneOf(
      (candidates.length > 1 && chosen.length > 0 ? chosen : candidates).map(({ path }) => path),
      "no file in the repository",
    );
  };
}

/** What to tell a person about findings without a file. */
export function describeUnmapped(
  tool: string,
  unmapped: readonly { readonly told: ToldPath; readonly why: string }[],
  next: string,
): string {
  const distinct = [...new Map(unmapped.map((each) => [each.told.path, each])).values()];
  const named = firstFew(distinct.map(({ told, why }) => `${JSON.stringify(told.path)} (${why})`));
  const findings = unmapped.length === 1 ? "1 finding" : `${unmapped.length} findings`;
  return `${findings} of ${tool} could not be placed in the repository: ${named}. ${next}`;
}

/** Both kinds of slashes, `file:` in front, drive letters, `.` and `..`; a `..` that leads out stays in front. */
function parse(told: string): Parsed {
  const bare = told
    .replace(/^file:(?:\/\/(?:localhost(?=\/))?)?/i, "")
    .replaceAll("\\", "/")
    .replace(/^\/(?=[A-Za-z]:\/)/, "");
  const segments: string[] = [];
  for (const segment of bare.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else segments.push(segment);
  }
  return { absolute: /^(?:\/|[A-Za-z]:\/)/.test(bare), segments };
}

function belowRoot(path: string, roots: readonly string[]): string | null {
  const root = roots.find((each) => path === each || path.startsWith(`${each}/`));
  return root === undefined ? null : path.slice(root.length + 1);
}

/** Every suffix of an absolute path that is a file, with its prefix. */
function suffixesIn(
  { path, below }: ToldPath,
  listed: ReadonlySet<string>,
): readonly { readonly root: string; readonly path: string }[] {
  const { segments } = parse(path);
  const least = below === undefined ? 1 : Math.max(1, parse(below).segments.length);
  const starts = Array.from({ length: Math.max(0, segments.length - least + 1) }, (_, index) => index);
  return starts
    .map((start) => ({
      root: segments.slice(0, start).join("/"),
      path: segments.slice(start).join("/"),
    }))
    .filter((each) => listed.has(each.path));
}

function likelyRoots(everyPath: readonly ToldPath[], listed: ReadonlySet<string>): ReadonlySet<string> {
  const sure = everyPath.flatMap((told) => {
    const candidates = parse(told.path).absolute ? suffixesIn(told, listed) : [];
    return candidates.length === 1 ? candidates.map(({ root }) => root) : [];
  });
  return new Set(sure);
}

function oneOf(paths: readonly string[], none: string): MappedPath {
  const [path, other] = paths;
  if (path === undefined) return { status: "unknown", why: none };
  if (other === undefined) return { status: "file", path };
  return { status: "unknown", why: `it may be ${path} or ${other}` };
}

class SuffixIndex {
  readonly #files: readonly string[];
  #byName: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  endingIn(segments: readonly string[]): readonly string[] {
    this.#byName ??= Map.groupBy(this.#files, (path) => path.slice(path.lastIndexOf("/") + 1));
    const end = `/${segments.join("/")}`;
    return (this.#byName.get(segments.at(-1) ?? "") ?? []).filter((path) => path.endsWith(end));
  }
}
