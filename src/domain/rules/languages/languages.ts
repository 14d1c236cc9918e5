/** The supported programming languages. */
export const LANGUAGES = ["python", "javascript", "typescript", "tsx", "go", "rust", "java"] as const;
export type LanguageId = (typeof LANGUAGES)[number];

const BY_EXTENSION: Readonly<Record<string, LanguageId>> = {
  py: "python",
  pyi: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  go: "go",
  rs: "rust",
  java: "java",
};

/** By file extension, ignoring case; null for other files. */
export function languageOf(path: string): LanguageId | null {
  const extension = extensionOf(path);
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null;
}

export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}
