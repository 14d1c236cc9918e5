import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import type { Language } from "./language.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { tsx, typescript } from "./typescript.ts";

export const languages: readonly Language[] = [python, javascript, typescript, tsx, go, rust, java];

export function languageOf(path: string): Language | null {
  return languages.find((each) => each.extensions.some((ending) => path.endsWith(ending))) ?? null;
}
