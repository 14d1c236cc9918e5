import { languageOf as languageIdOf } from "../../../domain/rules/languages/languages.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import type { Language } from "./language.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { tsx, typescript } from "./typescript.ts";

export const languages: readonly Language[] = [python, javascript, typescript, tsx, go, rust, java];

/** Null for type stubs too: they contain no code to repair. */
export function languageOf(path: string): Language | null {
  const id = path.endsWith(".pyi") ? null : languageIdOf(path);
  return languages.find((each) => each.id === id) ?? null;
}
