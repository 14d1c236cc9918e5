import type { SourceFile } from "../../ports/repair.ts";

/** An existing test that a new one belongs next to, and how the new one imports the file. */
interface Neighbor {
  readonly test: SourceFile;
  readonly from: string;
}

const SCRIPT = /\.([cm]?)[jt](sx?)$/;

/** A test that imports the file, otherwise one whose imports show how to import it; null if there is none. */
export function neighborOf(path: string, tests: readonly SourceFile[]): Neighbor | null {
  const isPython = path.endsWith(".py");
  for (const find of isPython ? [ownModule, moduleBeside] : [ownSpecifier, specifierLike]) {
    for (const test of tests) {
      const from = find(test, path);
      if (from !== null) return { test, from };
    }
  }
  return null;
}

function ownModule({ text }: SourceFile, path: string): string | null {
  const { stem } = partsOf(path.replace(/(?:\/__init__)?\.py$/, ""));
  return modulesIn(text).find((each) => each === stem || each.endsWith(`.${stem}`)) ?? null;
}

/** `from shop.cart import …` shows that shop/price.py is `shop.price`. */
function moduleBeside(test: SourceFile, path: string): string | null {
  const { folder, stem } = partsOf(path.replace(/\.py$/, ""));
  for (const module of modulesIn(test.text)) {
    const dot = module.lastIndexOf(".");
    const isPackage = dot !== -1 && `/${folder}`.endsWith(`/${module.slice(0, dot).replaceAll(".", "/")}`);
    if (isPackage) return `${module.slice(0, dot)}.${stem}`;
  }
  return folder === partsOf(test.path).folder ? stem : null;
}

function modulesIn(text: string): readonly string[] {
  const imports = text.matchAll(/^\s*(?:from\s+([\w.]+)\s+import|import\s+([\w.]+))/gm);
  return [...imports].map(([, from, plain]) => from ?? plain ?? "");
}

function ownSpecifier({ text }: SourceFile, path: string): string | null {
  const { stem } = partsOf(path.replace(SCRIPT, ""));
  return specifiersIn(text).find((each) => each.replace(SCRIPT, "").endsWith(`/${stem}`)) ?? null;
}

/** The path from the test, with the ending written as in its other imports. */
function specifierLike(test: SourceFile, path: string): string | null {
  const [like] = specifiersIn(test.text);
  if (like === undefined) return null;
  const from = partsOf(test.path).folder.split("/").filter(Boolean);
  const to = path.split("/");
  let common = 0;
  while (common < from.length && from[common] === to[common]) common += 1;
  const up = from.slice(common).map(() => "..");
  const way = [...(up.length === 0 ? ["."] : up), ...to.slice(common)].join("/");
  if (!SCRIPT.test(like)) return way.replace(SCRIPT, "");
  return /\.[cm]?jsx?$/.test(like) ? way.replace(SCRIPT, ".$1j$2") : way;
}

function specifiersIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:from\s+|require\(\s*)(["'])(\.[^"']*)\1/g)].map((each) => each[2] ?? "");
}

function partsOf(path: string): { readonly folder: string; readonly stem: string } {
  const at = path.lastIndexOf("/");
  return { folder: path.slice(0, Math.max(at, 0)), stem: path.slice(at + 1) };
}
