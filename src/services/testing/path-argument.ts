/**
 * A path as an argument that no tool takes for an option (`-k…`) or for a file of options (pytest reads `@file`).
 * `--` would not do: pytest expands `@file` behind it too, and Vitest passes over what follows it.
 */
export function pathArgument(path: string): string {
  return /^[-@+]/.test(path) ? `./${path}` : path;
}
