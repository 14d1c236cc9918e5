import { compileGlobs, type PathMatcher } from "../paths/glob.ts";

/** The effect of a line of `.gitattributes` on the files it matches. */
interface Line {
  readonly matches: PathMatcher;
  readonly what: "generated" | "vendored";
  readonly holds: boolean;
}

/** For a path relative to the file's folder: its description, false if it is explicitly neither, or null. */
export type Attributes = (path: string) => string | false | null;

const ATTRIBUTE = /^(-?)linguist-(generated|vendored)(?:=(true|false))?$/;

/** Reads `linguist-generated` and `linguist-vendored`. As in git, the last line that matches counts. */
export function readAttributes(text: string): Attributes {
  const lines = text.split(/\r?\n/).flatMap(parseLine).reverse();
  return (path) => {
    const said = lines.filter((line) => line.matches(path));
    const found = (["generated", "vendored"] as const).map((what) => said.find((line) => line.what === what));
    const holding = found.find((line) => line?.holds);
    if (holding) return holding.what;
    return found.some((line) => line?.what === "generated") ? false : null;
  };
}

function parseLine(text: string): Line[] {
  const [pattern = "", ...attributes] = text.trim().split(/\s+/);
  if (pattern === "" || pattern.startsWith("#")) return [];
  return attributes.flatMap((attribute) => {
    const [, minus, what, value] = ATTRIBUTE.exec(attribute) ?? [];
    if (what === undefined) return [];
    const holds = minus === "" && value !== "false";
    return [{ matches: compileGlobs([pattern]), what: what as Line["what"], holds }];
  });
}
