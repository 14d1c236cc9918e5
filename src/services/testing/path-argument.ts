/**
 * A path as an argument that no tool interprets as an option (`-k…`) or as a file of options (pytest reads `@file`).
 * `--` is not enough: pytest expands `@file` after it too, and Vitest ignores what follows it.
 */
export function pathArgument(path: string): string {
  return /^[-@+]/.test(path) ? `./${path}` : path;
}
