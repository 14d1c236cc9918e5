/** What a JavaScript or TypeScript file imports. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"'\n]+)["']/g;
const PACKAGES = ["index", "src/index", "lib/index", "src/main", "lib/main"];
const ENDINGS = [
  "",
  ".js",
  ".ts",
  ".mjs",
  ".cjs",
  ".jsx",
  ".tsx",
  ".mts",
  ".cts",
  "/index.js",
  "/index.ts",
  "/index.mjs",
];

/** Aliases for the source folder in bundlers and package.json. */
const ALIAS = /^(?:[@~#]\/|#)(.+)$/;

export function imports(path: string, text: string): readonly (readonly string[])[] {
  const found: string[][] = [];
  for (const match of text.matchAll(SPECIFIER)) {
    const specifier = match[1] ?? "";
    if (specifier.startsWith(".")) found.push(spellings(resolve(path, specifier)));
    const alias = ALIAS.exec(specifier)?.[1];
    if (alias !== undefined) found.push([...spellings(`src/${alias}`), ...spellings(alias)]);
  }
  return found;
}

/** Without scopes. */
export function packages(text: string): readonly string[] {
  return [...text.matchAll(SPECIFIER)].flatMap(([, specifier = ""]) => {
    const [, name] = /^(?:@[\w.-]+\/)?([\w.-]+)(?:\/|$)/.exec(specifier) ?? [];
    return name === undefined || specifier.startsWith(".") ? [] : [name];
  });
}

/**
 * TypeScript sources are imported under the name of their output; a package resolves to its most common entry points.
 */
function spellings(base: string): string[] {
  if (base === "") return PACKAGES.flatMap((each) => ENDINGS.slice(1).map((ending) => each + ending));
  const stem = base.replace(/\.(?:js|mjs|cjs|jsx)$/, "");
  return [
    ...ENDINGS.map((ending) => base + ending),
    ...(stem === base ? [] : ENDINGS.slice(1).map((ending) => stem + ending)),
  ];
}

function resolve(path: string, specifier: string): string {
  const parts = path.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    if (part !== ".." && part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
